import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessibilityViolations } from "./support/axe.js";
import { MANY, putBigStudy } from "./support/big-study.js";
import { putStudies, SAMPLES, temporaryFolder } from "./support/fixtures.js";
import { shoot, startHarness, type Harness, type OpenOptions } from "./support/studio.js";
import { downloadOf, openSystem } from "./support/workbench.js";

const folder = temporaryFolder();
let harness: Harness;
beforeAll(async () => {
  putStudies(folder.path);
  await putBigStudy(folder.path, "swing.study");
  harness = await startHarness({ paths: [folder.path] });
});
afterEach(() => harness.settle());
afterAll(async () => {
  await harness?.close();
  folder.remove();
});

const openStudy = async (name: string, options: OpenOptions = {}): Promise<Page> => {
  const { page } = await harness.open({ ...options, hash: `#/study/${encodeURIComponent(`0/${name}`)}` });
  await page.getByTestId("study-page").waitFor();
  await page.getByTestId("scatter").waitFor();
  return page;
};
/** How many samples pass the filters. */
const passing = async (page: Page): Promise<number> =>
  Number(/[\d,  ]+/.exec((await page.getByTestId("passing").textContent()) ?? "")?.[0].replace(/\D/g, ""));
/** Drags across the middle of something, from one part of its width to another. */
async function dragAcross(page: Page, testId: string, from: number, to: number): Promise<void> {
  const box = await page.getByTestId(testId).first().boundingBox();
  if (!box) throw new Error(`${testId} has no place`);
  await page.mouse.move(box.x + from * box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

describe("compare", () => {
  test("runs the model by every formulation: table, verdict, overlay, differences, CSV", async () => {
    const { page } = await openSystem(harness, "double-pendulum");
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByTestId("compare-page").waitFor();
    await page.getByTestId("compare-start").click();
    await page.getByTestId("compare-verdict").waitFor({ timeout: 110_000 });
    expect(await page.getByTestId("compare-verdict").textContent()).toMatch(/agree/i);
    const rows = page.getByTestId("compare-table").locator("tbody tr");
    const outcomes = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset["outcome"]));
    expect(outcomes.filter((outcome) => outcome === "ran").length).toBeGreaterThan(1);
    expect(await page.getByTestId("compare-page").locator("canvas").count()).toBeGreaterThan(1);
    await page.getByTestId("compare-play").click();
    await shoot(page, "compare");
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    const { path } = await downloadOf(page, () => page.getByTestId("compare-csv").click());
    const csv = readFileSync(path, "utf8");
    expect(csv).toContain("articulated");
    expect(csv).toContain("mass-matrix");
  });

  test("can be ended while it runs", async () => {
    const { page } = await openSystem(harness, "suspended-vehicle", { theme: "dark" });
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByTestId("compare-start").click();
    await page.getByTestId("compare-cancel").click();
    await page.getByTestId("compare-start").waitFor();
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
  });
});

describe("study", () => {
  test("shows distributions, scatter, and tables with confidence intervals", async () => {
    const page = await openStudy("swing.study");
    expect(await passing(page)).toBe(SAMPLES);
    expect(await page.locator('[data-testid^="histogram-"]').count()).toBeGreaterThan(1);
    await page.getByRole("tab", { name: "Statistics" }).click();
    await page.getByTestId("case-numbers").waitFor();
    expect(await page.getByTestId("case-rates").textContent()).toMatch(/\d+\.\d %\s*\d+\.\d/);
    await page.getByRole("tab", { name: "Drivers" }).click();
    await page.getByTestId("drivers").waitFor();
    await shoot(page, "study");
  });

  test("a brush in a distribution filters everything, and can be taken away", async () => {
    const page = await openStudy("swing.study");
    const histogram = await page
      .locator('[data-testid^="histogram-"]:not([data-testid="histogram-style"])')
      .first()
      .getAttribute("data-testid");
    await dragAcross(page, histogram ?? "", 0.3, 0.6);
    await expect.poll(() => passing(page)).toBeLessThan(SAMPLES);
    expect(await passing(page)).toBeGreaterThan(0);
    const { path } = await downloadOf(page, () => page.getByTestId("save-rows").click());
    expect(readFileSync(path, "utf8").trim().split("\n").length - 1).toBe(await passing(page));
    await page.getByTestId("clear-filters").click();
    await expect.poll(() => passing(page)).toBe(SAMPLES);
  });

  test("a dot that is clicked is replayed at once, bit for bit", async () => {
    const page = await openStudy("swing.study");
    // Somewhere in the cloud: whichever dot is nearest.
    const box = await page.getByTestId("scatter-box").boundingBox();
    if (!box) throw new Error("the scatter plot has no place");
    const replay = page.getByTestId("replay-verdict");
    for (let i = 1; i < 60 && (await replay.count()) === 0; i++) {
      const [x, y] = [((i * 37) % 100) / 100, ((i * 61) % 100) / 100];
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
      if ((await page.locator(".replay-chip").count()) > 0) await replay.waitFor();
    }
    expect(await replay.textContent()).toMatch(/bit-identical, hash \w+/);
    expect(await page.getByTestId("replay-took").textContent()).toMatch(/\d/);
    await page.getByTestId("replay-play").click();
    await shoot(page, "study-replay");
    await page.getByTestId("open-in-workbench").click();
    await page.getByTestId("workbench").waitFor();
  });

  test("several samples are laid over one another, from the rows with the keyboard", async () => {
    const page = await openStudy("swing.study");
    await page.getByTestId("find-sample").fill("17");
    await page.getByTestId("find-sample").press("Enter");
    // The search leads to the row; Enter on the row replays it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TR");
    await page.keyboard.press("Enter");
    await page.getByTestId("replay-verdict").waitFor();
    expect(await page.getByTestId("replay-verdict").textContent()).toMatch(/bit-identical/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => page.locator(".replay-chip").count()).toBe(2);
    await shoot(page, "study-overlay");
  });

  test.each(["light", "dark"] as const)("keeps nobody out, %s", async (theme) => {
    const page = await openStudy("swing.study", { theme });
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    await shoot(page, `study-${theme}`);
  });

  test(`${MANY} samples: filters answer, every plot follows`, async () => {
    const page = await openStudy("big.study");
    await expect.poll(() => passing(page), { timeout: 30_000 }).toBe(MANY);
    const histogram = await page
      .locator('[data-testid^="histogram-"]:not([data-testid="histogram-style"])')
      .first()
      .getAttribute("data-testid");
    await dragAcross(page, histogram ?? "", 0.2, 0.5);
    await expect.poll(() => passing(page)).toBeLessThan(MANY);
    console.log(
      `filter of ${MANY} samples answered in ${(await page.getByTestId("filter-time").getAttribute("data-ms")) ?? "?"} ms`,
    );
    await shoot(page, "study-big");
  });

  test("an unfinished study goes on, is paused and resumed, with live progress", async () => {
    const page = await openStudy("half.study");
    const job = page.getByTestId("job");
    await job.waitFor();
    await page.getByTestId("job-resume").click();
    await expect.poll(() => passing(page), { timeout: 60_000 }).toBe(SAMPLES);
  });

  test("a study is started from the home page, paused and resumed", async () => {
    const { page } = await harness.open();
    await page.getByTestId("card-study-pendulum").click();
    await page.getByTestId("start-dialog").waitFor();
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    await page.getByTestId("start-samples").fill("3000");
    await page.getByTestId("start-samples").press("Enter");
    await page.getByTestId("start-folder").fill("started.study");
    await page.getByTestId("start-study").click();
    await page.getByTestId("job").waitFor();
    await page.getByTestId("job-pause").click();
    await page.getByTestId("job-resume").waitFor();
    await shoot(page, "study-paused");
    await page.getByTestId("job-resume").click();
    await page.getByTestId("job-pause").waitFor();
    await page.getByTestId("job-pause").click();
    await page.getByTestId("job-resume").waitFor();
  });

  test("a study that is not there is said, with what to do", async () => {
    const { page, complaints } = await harness.open({ hash: `#/study/${encodeURIComponent("0/none.study")}` });
    await page.getByTestId("study-trouble").waitFor();
    await page.waitForLoadState("networkidle");
    // Both requests about the study are meant to be refused.
    const heard = complaints.take();
    expect(heard.filter((text) => !text.includes("404"))).toEqual([]);
  });
});
