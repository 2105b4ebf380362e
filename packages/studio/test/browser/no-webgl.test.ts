import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accessibilityViolations } from "./support/axe.js";
import { shoot, startHarness, type Harness } from "./support/studio.js";
import { cursor, diagrams } from "./support/workbench.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ webgl: false });
});
afterEach(() => harness.settle());
afterAll(() => harness?.close());

test("without WebGL / said in its place, and everything else works", async () => {
  const { page } = await harness.open({ hash: "#/model?system=four-bar" });
  await page.getByTestId("model-tree").waitFor();
  await page.locator('[data-testid="scene"][data-state="no-webgl"]').waitFor();
  expect(await page.getByTestId("scene").textContent()).toMatch(/WebGL/);
  await page.getByTestId("play").click();
  await expect.poll(() => cursor(page), { timeout: 30_000 }).toBeGreaterThan(0.1);
  await page.getByTestId("play").click();
  await page.getByTestId("show-energy").click();
  await expect.poll(async () => (await diagrams(page))[0]?.rows ?? 0).toBeGreaterThan(2);
  await expect.poll(() => accessibilityViolations(page)).toEqual([]);
  await shoot(page, "no-webgl");
});
