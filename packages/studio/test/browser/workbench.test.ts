import { systems } from "kinetree/systems";
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
  frames,
  openSystem,
  runState,
  runTo,
  untilDrawn,
  tab,
  distance,
} from "./support/workbench.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.settle());
afterAll(() => harness?.close());

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
