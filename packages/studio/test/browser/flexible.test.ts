import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessibilityViolations } from "./support/axe.js";
import { shoot, startHarness, type Harness } from "./support/studio.js";
import { bodyPosition, openSystem, runTo } from "./support/workbench.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.settle());
afterAll(() => harness?.close());

const beamColours = (page: Page, beam: string): Promise<readonly (readonly number[])[] | null> =>
  page.evaluate(`window.kinetreeStudio.scene.beamColours(${JSON.stringify(beam)})`);
/** Where the middle between the frames of two bodies is in the window [px]: on a beam between them, as long as it bends little. */
const middleOnScreen = (page: Page, a: string, b: string): Promise<readonly [number, number]> =>
  page.evaluate(`(() => {
    const { bodyPosition, viewport } = window.kinetreeStudio.scene;
    const [from, to] = [bodyPosition(${JSON.stringify(a)}), bodyPosition(${JSON.stringify(b)})];
    const [x, y] = viewport.toScreen(from.map((at, i) => (at + to[i]) / 2));
    const { left, top } = viewport.canvas.getBoundingClientRect();
    return [left + x, top + y];
  })()`);
/** How far a body is from a place [m]. */
const away = async (page: Page, body: string, place: readonly number[] | null): Promise<number> => {
  const now = await bodyPosition(page, body);
  return now === null || place === null ? NaN : Math.hypot(...now.map((x, i) => x - place[i]));
};

describe("flexible bodies", () => {
  test("are drawn bent and in colours of stress, and their modes swing", async () => {
    const { page } = await openSystem(harness, "flexible-arm");
    await runTo(page, 0.1);
    const plain = await beamColours(page, "upper");
    const place = await bodyPosition(page, "payload");

    await page.getByTestId("scene-display").click();
    await page.getByTestId("display-stress").click();
    await expect.poll(() => page.getByTestId("colour-bar-top").textContent()).toMatch(/^\d+ [kMG]?Pa$/);
    await expect.poll(() => beamColours(page, "upper")).not.toEqual(plain);
    const [root, tip] = (await beamColours(page, "upper")) ?? [];
    expect(root).not.toEqual(tip);
    // Everything beyond the tubes sags with them, three times as far.
    await page.getByTestId("display-undeformed").click();
    await page.getByTestId("display-deformation").fill("0.5");
    await expect.poll(() => away(page, "payload", place)).toBeGreaterThan(1e-3);
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByTestId("scene-fit").click();
    await shoot(page, "flexible-light");
    await page.getByTestId("scene-display").click();
    await page.getByTestId("display-deformation").fill("0");
    await page.keyboard.press("Escape");

    await expect.poll(() => away(page, "payload", place)).toBeLessThan(1e-9);
    const [x, y] = await middleOnScreen(page, "upper", "upper_tip");
    await page.mouse.click(x, y);
    const inspector = page.getByTestId("inspector");
    await inspector.getByText("flexible beam").waitFor();
    expect(await inspector.textContent()).toMatch(/maximum stress[\s\u2007]*[\d.]+\s*MPa/);
    expect(await page.getByTestId("tree-body:upper_tip").textContent()).toContain("station");

    await page.getByRole("tab", { name: "Modes" }).click();
    const rows = page.getByTestId("modes-table").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(8);
    await rows.nth(0).click();
    await page.getByTestId("mode-swing").waitFor();
    // Nobody who asked for less motion is shown any unasked: it stands at its largest until it is set in motion.
    await expect.poll(() => away(page, "payload", place)).toBeGreaterThan(0.05);
    const still = await bodyPosition(page, "payload");
    expect(await bodyPosition(page, "payload")).toEqual(still);
    await page.getByTestId("mode-play").click();
    await expect.poll(() => bodyPosition(page, "payload")).not.toEqual(still);
    await shoot(page, "modes-light");
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitem", { name: "Dark" }).click();
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    await shoot(page, "modes-dark");

    // A run takes the picture back.
    await page.getByTestId("play").click();
    await page.getByTestId("find-modes").waitFor();
    await page.getByTestId("play").click();
  });
});
