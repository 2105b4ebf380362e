import { readFileSync } from "node:fs";
import { systems } from "kinetree/systems";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessibilityViolations } from "./support/axe.js";
import { dropFiles } from "./support/drop.js";
import { stiff } from "./support/fixtures.js";
import { shoot, startHarness, type Harness } from "./support/studio.js";
import {
  bodyOnScreen,
  bodyPosition,
  choose,
  cursor,
  diagrams,
  downloadOf,
  frames,
  openSystem,
  runState,
  runTo,
  settledCursor,
  untilDrawn,
} from "./support/workbench.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.settle());
afterAll(() => harness?.close());

const tab = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("tab", { name }).click();
const distance = (a: readonly number[] | null, b: readonly number[] | null): number =>
  a === null || b === null ? NaN : Math.hypot(...a.map((x, i) => x - b[i]));

describe("model view", () => {
  test("the tree and the picture are linked, hovering and selecting, both ways", async () => {
    const { page } = await openSystem(harness, "four-bar");
    const rows = page.getByTestId("model-tree").getByRole("treeitem");
    expect(await rows.count()).toBeGreaterThan(6);
    await page.getByTestId("tree-body:coupler").click();
    await page.getByTestId("inspector").getByText("coupler").first().waitFor();
    expect(await page.getByTestId("tree-body:coupler").getAttribute("aria-selected")).toBe("true");
    expect(await page.getByTestId("inspector").textContent()).toMatch(/kg/);
    const [x, y] = await bodyOnScreen(page, "crank");
    await page.mouse.move(x, y);
    await page.mouse.move(x + 1, y);
    await expect.poll(() => page.locator(".tree-list-hovered").count()).toBe(1);
    await page.mouse.click(x, y);
    await expect.poll(() => page.locator('[role="treeitem"][aria-selected="true"]').count()).toBe(1);
    expect(await page.getByTestId("tree-body:coupler").getAttribute("aria-selected")).toBe("false");
    await shoot(page, "workbench-selected");
  });

  test("loops have a branch of their own, and a search finds joints", async () => {
    const { page } = await openSystem(harness, "four-bar");
    await page.getByTestId("model-tree").getByText(/loops/i).first().waitFor();
    await page.getByTestId("tree-search").fill("crank");
    await expect.poll(() => page.getByTestId("model-tree").getByText("rocker", { exact: true }).count()).toBe(0);
  });

  test("a slider moves its joint, and the loop stays closed", async () => {
    const { page } = await openSystem(harness, "four-bar");
    const before = await bodyPosition(page, "coupler");
    const field = page.getByTestId("pose-panel").locator('input[inputmode="decimal"]').first();
    await field.fill("60");
    await field.press("Enter");
    await page.getByTestId("moved-joints").waitFor();
    await expect.poll(async () => distance(await bodyPosition(page, "coupler"), before)).toBeGreaterThan(0.01);
    await page.getByTestId("reset-pose").click();
    await expect.poll(async () => distance(await bodyPosition(page, "coupler"), before)).toBeLessThan(1e-9);
  });

  test("a parameter that is changed acts at once", async () => {
    const { page } = await openSystem(harness, "pendulum");
    await runTo(page, 0.5);
    const before = await bodyPosition(page, "rod").catch(() => null);
    await tab(page, "Parameters");
    const field = page
      .getByTestId("parameters-panel")
      .locator('input[data-testid^="parameter-"]:not([type=range])')
      .first();
    const value = Number(await field.inputValue());
    await field.fill(String(value * 1.5));
    await field.press("Enter");
    await expect.poll(async () => Number(await field.inputValue())).toBeCloseTo(value * 1.5, 9);
    expect(before === null || before.length === 3).toBe(true);
    await page.getByTestId("reset-parameters").click();
    await expect.poll(async () => Number(await field.inputValue())).toBeCloseTo(value, 9);
  });

  test("all that can be shown is shown when asked for", async () => {
    const { page } = await openSystem(harness, "stewart-platform");
    await page.getByTestId("scene-display").click();
    for (const flag of ["frames", "masses", "axes", "inertia", "names"]) {
      const before = await frames(page);
      await page.getByTestId(`display-${flag}`).click();
      await expect.poll(() => frames(page)).toBeGreaterThan(before);
    }
    await shoot(page, "workbench-display");
    await page.keyboard.press("Escape");
    const view = (): Promise<string> => page.evaluate("JSON.stringify(window.kinetreeStudio.scene.view())");
    const before = await view();
    const box = await page.getByTestId("scene-canvas").boundingBox();
    if (!box) throw new Error("the picture has no place");
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + 70, { steps: 4 });
    await page.mouse.up();
    expect(await view()).not.toBe(before);
    await page.getByTestId("scene-fit").click();
    await page.getByTestId("scene-projection").click();
  });

  test("what the checks say is there", async () => {
    const { page } = await openSystem(harness, "four-bar");
    await tab(page, /Checks/);
    expect(await page.getByTestId("checks-panel").textContent()).toMatch(/freedom/i);
  });

  test("every named system opens and is drawn", async () => {
    const { page } = await harness.open();
    for (const { name } of systems) {
      await page.evaluate((hash) => (location.hash = hash), `#/model?system=${name}`);
      await expect.poll(() => page.getByTestId("open-name").textContent(), { timeout: 60_000 }).toBe(name);
      await untilDrawn(page);
    }
  });

  test.each([
    { theme: "light", system: "europa-lander" },
    { theme: "dark", system: "lander" },
  ] as const)("keeps nobody out, $theme", async ({ theme, system }) => {
    const { page } = await openSystem(harness, system, { theme });
    await runTo(page, 0.2);
    await page.getByTestId("show-energy").click();
    await page.getByTestId("diagram").first().waitFor();
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    for (const name of ["Parameters", "Run set-up", /Checks/]) {
      await tab(page, name);
      await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    }
    await shoot(page, `workbench-${theme}`);
  });

  test.each([
    { width: 1024, height: 700 },
    { width: 390, height: 800 },
  ])("fits a window of $width by $height", async (viewport) => {
    const { page } = await openSystem(harness, "lander", { viewport });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await shoot(page, `workbench-${viewport.width}`);
  });
});

describe("run", () => {
  test("plays, pauses, steps, scrubs, resets", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    await page.getByTestId("play").click();
    await expect.poll(() => cursor(page), { timeout: 30_000 }).toBeGreaterThan(0.3);
    expect(await page.getByTestId("real-time-factor").textContent()).toMatch(/\d/);
    expect(await page.getByTestId("physics-share").textContent()).toMatch(/\d.*%/);
    await page.getByTestId("play").click();
    await expect.poll(() => page.getByTestId("run-state").textContent()).toBe("paused");
    const paused = await settledCursor(page);
    expect(paused).toBeGreaterThan(0);
    await page.getByTestId("step-forward").click();
    await expect.poll(() => cursor(page)).toBeGreaterThan(paused);
    await page.getByTestId("step-back").click();
    await page.getByTestId("step-back").click();
    await expect.poll(() => cursor(page)).toBeLessThan(paused);
    await page.getByTestId("timeline").focus();
    await page.keyboard.press("Home");
    await expect.poll(() => cursor(page)).toBe(0);
    await page.getByTestId("reset").click();
    expect(await cursor(page)).toBe(0);
  });

  test("the keyboard plays, steps and resets", async () => {
    const { page } = await openSystem(harness, "pendulum");
    await page.locator("#main").focus();
    await page.keyboard.press("Space");
    await expect.poll(() => cursor(page), { timeout: 30_000 }).toBeGreaterThan(0.1);
    await page.keyboard.press("Space");
    await expect.poll(() => page.getByTestId("run-state").textContent()).toBe("paused");
    const there = await settledCursor(page);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => cursor(page)).toBeLessThan(there);
    await page.keyboard.press("r");
    await expect.poll(() => cursor(page)).toBe(0);
  });

  test("slow motion is slow, as fast as possible is faster than real time", async () => {
    const { page } = await openSystem(harness, "pendulum");
    const factor = async (): Promise<number> =>
      Number(((await page.getByTestId("real-time-factor").textContent()) ?? "").replace(/[^\d.]/g, ""));
    await choose(page, "speed", /^0\.25/);
    await page.getByTestId("play").click();
    await expect.poll(() => cursor(page), { timeout: 30_000 }).toBeGreaterThan(0.1);
    await expect.poll(factor, { timeout: 30_000 }).toBeLessThan(0.6);
    await page.getByTestId("play").click();
    await choose(page, "speed", /fastest/);
    await page.getByTestId("play").click();
    await expect.poll(factor, { timeout: 30_000 }).toBeGreaterThan(1.5);
    await page.getByTestId("play").click();
  });

  test("a loop over what is recorded starts over", async () => {
    const { page } = await openSystem(harness, "pendulum");
    await runTo(page, 0.4);
    await page.getByTestId("loop").click();
    await page.getByTestId("play").click();
    const seen: number[] = [];
    await expect
      .poll(
        async () => {
          seen.push(await cursor(page));
          return seen.some((t, i) => i > 0 && t < seen[i - 1]);
        },
        { timeout: 30_000, interval: 40 },
      )
      .toBe(true);
    expect(Math.max(...seen)).toBeLessThanOrEqual(0.4 + 1e-6);
    await page.getByTestId("play").click();
  });

  test("every formulation and integrator can be chosen, and the motion is the same", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    await tab(page, "Run set-up");
    const body = "lower";
    const ends: (readonly number[] | null)[] = [];
    for (const [formulation, integrator] of [
      [/^articulated/, /^dormand-prince/],
      [/^mass-matrix/, /^dop853/],
      [/^mass-matrix/, /^rkf45/],
    ] as const) {
      await choose(page, "formulation", formulation);
      await choose(page, "integrator", integrator);
      await runTo(page, 0.5);
      ends.push(await bodyPosition(page, body));
      await page.getByTestId("reset").click();
      await expect.poll(() => cursor(page)).toBe(0);
    }
    for (const end of ends) expect(distance(end, ends[0])).toBeLessThan(1e-5);
    await choose(page, "integrator", /^rk4/);
    await page.getByTestId("step").waitFor();
  });

  test("a body that is pulled with the mouse moves another way", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    const body = "lower";
    await page.getByTestId("scene-drag").click();
    // At rest, where nothing swings away from under the pointer: the run begins with the pull.
    const [x, y] = await bodyOnScreen(page, body);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y - 60, { steps: 5 });
    await expect.poll(() => cursor(page), { timeout: 30_000 }).toBeGreaterThan(0.3);
    await shoot(page, "run-pulled");
    await page.mouse.up();
    await page.getByTestId("play").click();
    const t = await cursor(page);
    const pulled = await bodyPosition(page, body);
    await page.getByTestId("scene-drag").click();
    await page.getByTestId("reset").click();
    await expect.poll(() => cursor(page)).toBe(0);
    await runTo(page, t);
    expect(distance(await bodyPosition(page, body), pulled)).toBeGreaterThan(0.01);
  });

  test("contact forces and joint loads are arrows, points leave traces", async () => {
    const { page } = await openSystem(harness, "lander");
    await page.getByTestId("scene-display").click();
    await page.getByTestId("display-jointLoads").click();
    await page.keyboard.press("Escape");
    await page.locator('[data-testid^="tree-body:"]').first().click();
    await page.getByTestId("trace-com").click();
    expect(await page.getByTestId("trace").count()).toBe(1);
    await runTo(page, 2);
    const arrows = (): Promise<string> => page.evaluate("JSON.stringify(window.kinetreeStudio.scene.arrows())");
    await expect.poll(arrows, { timeout: 30_000 }).toMatch(/[1-9]/);
    await page.getByTestId("scene-legend").waitFor();
    await shoot(page, "run-arrows");
  });

  test("earlier positions of the run are drawn where they were recorded, as many as are asked for", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    const body = ((await page.locator('[data-testid^="tree-body:"]').last().getAttribute("data-testid")) ?? "").slice(
      10,
    );
    const earlier = (): Promise<readonly (readonly number[])[]> =>
      page.evaluate(`window.kinetreeStudio.scene.earlierPositions(${JSON.stringify(body)})`);
    await runTo(page, 0.3);
    const then = await bodyPosition(page, body);
    await runTo(page, 0.45);
    expect(await earlier()).toEqual([]);
    await page.getByTestId("scene-display").click();
    await page.getByTestId("display-trail").click();
    await expect.poll(async () => (await earlier()).length).toBe(5);
    expect(distance((await earlier())[1], then)).toBeLessThan(1e-6);
    await page.getByTestId("display-trail-count").fill("2");
    await expect.poll(async () => (await earlier()).length).toBe(2);
    await page.keyboard.press("Escape");
    await shoot(page, "trail");
  });

  test("what is recorded is exported as tables, as an animation and as pictures", async () => {
    const { page } = await openSystem(harness, "pendulum");
    await runTo(page, 0.3);
    for (const { item, ending, isRight } of [
      { item: "CSV", ending: ".csv", isRight: (bytes: Buffer) => bytes.toString("utf8").split("\n").length > 5 },
      { item: "Parquet", ending: ".parquet", isRight: (bytes: Buffer) => bytes.subarray(0, 4).toString() === "PAR1" },
      { item: "MCAP", ending: ".mcap", isRight: (bytes: Buffer) => bytes.subarray(1, 5).toString() === "MCAP" },
      {
        item: "glTF animation",
        ending: ".glb",
        isRight: (bytes: Buffer) => bytes.subarray(0, 4).toString() === "glTF",
      },
      { item: "WebM video", ending: ".webm", isRight: (bytes: Buffer) => bytes.readUInt32BE(0) === 0x1a45dfa3 },
      {
        item: "PNG sequence",
        ending: ".zip",
        isRight: (bytes: Buffer) => Object.keys(unzipSync(bytes)).filter((name) => name.endsWith(".png")).length > 2,
      },
    ]) {
      // Metadata come beside a CSV file, as a second one.
      const isWanted = (name: string): boolean => name.endsWith(ending);
      const { path } = await downloadOf(
        page,
        async () => {
          await page.getByRole("button", { name: "Export" }).last().click();
          await page.getByRole("menuitem", { name: item }).click();
        },
        isWanted,
      );
      expect(isRight(readFileSync(path)), `contents of ${ending}`).toBe(true);
    }
  });

  test("the lander with contact runs at real time on a small share of a core", async () => {
    const { page } = await openSystem(harness, "lander");
    await page.getByTestId("play").click();
    await expect.poll(() => cursor(page), { timeout: 60_000 }).toBeGreaterThan(2);
    const share = await page.getByTestId("physics-share").textContent();
    const factor = await page.getByTestId("real-time-factor").textContent();
    console.log(`lander: physics ${share ?? ""} of a core, ${factor ?? ""} of real time`);
    await page.getByTestId("play").click();
  });
});

describe("plots", () => {
  test("energy balance and closure error are one click away", async () => {
    const { page } = await openSystem(harness, "four-bar");
    await runTo(page, 0.5);
    await page.getByTestId("show-energy").click();
    await page.getByTestId("show-closure").click();
    await expect.poll(async () => (await diagrams(page)).length).toBe(2);
    const [energy, closure] = await diagrams(page);
    expect(energy.lines.some(({ unit }) => unit === "J")).toBe(true);
    expect(energy.rows).toBeGreaterThan(10);
    expect(closure.lines[0].last).toBeLessThan(1e-6);
    await shoot(page, "plots");
  });

  test("any channels on several axes, zoom, cursor linked with the picture, measure, table", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    await runTo(page, 1);
    await page.getByTestId("add-diagram").click();
    await page.getByRole("menuitem", { name: /Empty diagram/ }).click();
    const diagram = page.getByTestId("diagram").first();
    await diagram.getByTestId("choose-channels").click();
    await page.getByTestId("channel-list").waitFor();
    for (const name of ["q.shoulder", "v.elbow"])
      await page.getByTestId("channel-list").getByText(name, { exact: true }).first().click();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await diagrams(page))[0]?.lines.length).toBe(2);
    const [{ lines, x }] = await diagrams(page);
    expect(new Set(lines.map(({ axis }) => axis)).size).toBe(2);
    // Asked for each time: labels of the axes change the place of what they belong to.
    const place = async (part: number): Promise<readonly [number, number]> => {
      const box = await diagram.locator(".u-over").boundingBox();
      if (!box) throw new Error("the diagram has no place");
      return [box.x + part * box.width, box.y + box.height / 2];
    };
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(...(await place(from)));
      await page.mouse.down();
      await page.mouse.move(...(await place(to)), { steps: 5 });
      await page.mouse.up();
    };
    await drag(0.3, 0.6);
    await expect.poll(async () => JSON.stringify((await diagrams(page))[0].x)).not.toBe(JSON.stringify(x));
    await page.getByTestId("plot-show-all").click();
    await expect.poll(async () => JSON.stringify((await diagrams(page))[0].x)).toBe(JSON.stringify(x));
    // Again if the diagram found its new place only after it was asked for it.
    const clicked = async (): Promise<number> => {
      await page.mouse.click(...(await place(0.5)));
      return settledCursor(page);
    };
    await expect.poll(clicked, { interval: 1000, timeout: 20_000 }).toBeLessThan(0.7);
    expect(await cursor(page)).toBeGreaterThan(0.3);
    await page.getByTestId("plot-tool-measure").click();
    await drag(0.2, 0.7);
    await page.getByTestId("measurement").waitFor();
    expect(await page.getByTestId("measurement").textContent()).toMatch(/Δt/);
    await diagram.getByTestId("show-table").click();
    await page.getByRole("table").first().waitFor();
    await shoot(page, "plots-measure");
  });

  test("a diagram is exported as a picture, as a drawing and as a table", async () => {
    const { page } = await openSystem(harness, "pendulum");
    await runTo(page, 0.5);
    await page.getByTestId("show-energy").click();
    for (const { item, isRight } of [
      { item: /^PNG/, isRight: (bytes: Buffer) => bytes.subarray(1, 4).toString() === "PNG" },
      { item: /^SVG/, isRight: (bytes: Buffer) => bytes.toString("utf8").includes("<svg") && bytes.includes("<path") },
      { item: /^CSV/, isRight: (bytes: Buffer) => bytes.toString("utf8").split("\n").length > 10 },
    ]) {
      const { path } = await downloadOf(page, async () => {
        await page.getByTestId("export-diagram").first().click();
        await page.getByRole("menuitem", { name: item }).first().click();
      });
      expect(isRight(readFileSync(path)), `contents as ${item.source}`).toBe(true);
    }
  });
});

describe("share", () => {
  test("a link holds model, parameters, state and view, and gives the same run bit for bit", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    const field = page.getByTestId("pose-panel").locator('input[inputmode="decimal"]').first();
    await field.fill("75");
    await field.press("Enter");
    await runTo(page, 0.7);
    const hashOf = async (of: Page): Promise<{ readonly url: string; readonly hash: string }> => {
      await of.getByRole("button", { name: "Share" }).click();
      await of.getByTestId("share-hash").waitFor();
      const url = await of.getByTestId("share-link").inputValue();
      return { url, hash: (await of.getByTestId("share-hash").textContent()) ?? "" };
    };
    const shared = await hashOf(page);
    await shoot(page, "share");
    await page.getByTestId("share-copy").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shared.url);
    const other = await harness.open({ hash: new URL(shared.url).hash });
    await untilDrawn(other.page);
    await expect.poll(() => cursor(other.page), { timeout: 60_000 }).toBeCloseTo(0.7, 6);
    expect((await hashOf(other.page)).hash).toBe(shared.hash);
  });

  test("a reload keeps what is open", async () => {
    const { page } = await openSystem(harness, "four-bar");
    await runTo(page, 0.3);
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/system=four-bar/);
    await page.reload();
    await untilDrawn(page);
    expect(await page.getByTestId("open-name").textContent()).toBe("four-bar");
  });

  test("a link that was cut off is said to be damaged", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    await runTo(page, 0.2);
    await page.getByRole("button", { name: "Share" }).click();
    const url = await page.getByTestId("share-link").inputValue();
    const other = await harness.open({ hash: new URL(url).hash.slice(0, -12) });
    await expect.poll(() => other.page.getByText(/damaged|cut off|incomplete/i).count()).toBeGreaterThan(0);
  });
});

describe("bad input", () => {
  test("a model that diverges stops with the cause, and goes on from the last good state", async () => {
    const { page } = await harness.open();
    await page.getByTestId("card-pendulum").waitFor();
    await dropFiles(page, [{ name: "stiff.json", bytes: stiff }]);
    await untilDrawn(page);
    await tab(page, "Run set-up");
    await choose(page, "integrator", /^rk4/);
    await page.getByTestId("step").fill("0.01");
    await page.getByTestId("step").press("Enter");
    const field = page.getByTestId("pose-panel").locator('input[inputmode="decimal"]').first();
    await field.fill("0.1");
    await field.press("Enter");
    await page.getByTestId("play").click();
    await page.getByTestId("failure").waitFor();
    expect(await runState(page)).toMatch(/failed/);
    expect(await page.getByTestId("failure").textContent()).toMatch(/slide|block|t = /);
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    await shoot(page, "diverged");
    await page.getByTestId("last-good").click();
    await expect.poll(() => page.getByTestId("failure").count()).toBe(0);
  });

  test("a worker that dies is started again, and that is said", async () => {
    const { page } = await openSystem(harness, "pendulum", {
      before: `const Own = Worker; window.workers = [];
        window.Worker = class extends Own { constructor(...args) { super(...args); window.workers.push(this); } };`,
    });
    await runTo(page, 0.3);
    await page.evaluate(
      `for (const each of [...window.workers]) each.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }))`,
    );
    await page
      .getByTestId("notices")
      .getByText(/started again|restarted/i)
      .first()
      .waitFor();
    await shoot(page, "worker-died");
    await page.getByTestId("reset").click();
    await runTo(page, 0.2);
    expect(await runState(page)).not.toMatch(/failed/);
  });
});
