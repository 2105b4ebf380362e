import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { shoot, startHarness, type Harness } from "./support/studio.js";
import {
  bodyOnScreen,
  bodyPosition,
  choose,
  cursor,
  diagrams,
  downloadOf,
  openSystem,
  runTo,
  settledCursor,
  tab,
  distance,
} from "./support/workbench.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.settle());
afterAll(() => harness?.close());

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
