import type { Download, Page } from "playwright-core";
import { expect } from "vitest";
import type { Harness, OpenOptions, OpenPage } from "./studio.js";

/** Opens a named system on the workbench, and waits until its picture is there. */
export async function openSystem(harness: Harness, name: string, options: OpenOptions = {}): Promise<OpenPage> {
  const opened = await harness.open({ ...options, hash: `#/model?system=${name}` });
  await untilDrawn(opened.page);
  return opened;
}

/** Waits for the workbench with its picture. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.getByTestId("workbench").waitFor();
  await page.getByTestId("model-tree").waitFor();
  await expect.poll(() => frames(page), { timeout: 30_000 }).toBeGreaterThan(0);
}

/** Frames that the picture has drawn; 0 as long as there is none. */
export const frames = (page: Page): Promise<number> =>
  page.evaluate<number>("window.kinetreeStudio?.scene?.frames() ?? 0");

/** Where a body is drawn [m], once the picture has caught up with the page. */
export async function bodyPosition(page: Page, body: string): Promise<readonly number[] | null> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return page.evaluate<readonly number[] | null>(`window.kinetreeStudio.scene.bodyPosition(${JSON.stringify(body)})`);
}

/** Where a body's mass centre is in the window [px]. */
export async function bodyOnScreen(page: Page, body: string): Promise<readonly [number, number]> {
  const place = await page.evaluate<readonly [number, number] | null>(
    `window.kinetreeStudio.scene.bodyOnScreen(${JSON.stringify(body)})`,
  );
  if (place === null) throw new Error(`body "${body}" is not in the picture`);
  return place;
}

/** A diagram as the page tells of it. */
export interface TestDiagram {
  readonly title: string;
  readonly x: readonly [number, number] | { readonly from: number; readonly to: number } | null;
  readonly rows: number;
  readonly points: number;
  readonly lines: readonly {
    readonly name: string;
    readonly axis: number;
    readonly unit: string;
    readonly last: number;
  }[];
}

/** All diagrams of the dock. */
export const diagrams = (page: Page): Promise<readonly TestDiagram[]> =>
  page.evaluate<readonly TestDiagram[]>("window.kinetreeStudio?.plots?.() ?? []");

/** Time of the cursor [s]. */
export const cursor = async (page: Page): Promise<number> => Number(await page.getByTestId("time").inputValue());

/** The same once the field, which follows a few times a second, shows the time of the timeline, which follows at once. */
export async function settledCursor(page: Page): Promise<number> {
  const timeline = async (): Promise<number> =>
    Number.parseFloat((await page.getByTestId("timeline").getAttribute("aria-valuetext")) ?? "");
  await expect.poll(async () => Math.abs((await cursor(page)) - (await timeline()))).toBeLessThan(1e-3);
  return cursor(page);
}

/** Word for what the run does: "running", "paused", "failed". */
export const runState = async (page: Page): Promise<string> =>
  ((await page.getByTestId("run-state").textContent()) ?? "").trim();

/** Computes up to a time as a user would: the time is typed. */
export async function runTo(page: Page, t: number): Promise<void> {
  await page.getByTestId("time").fill(String(t));
  await page.getByTestId("time").press("Enter");
  await expect.poll(() => cursor(page), { timeout: 60_000 }).toBeCloseTo(t, 5);
}

/** Takes one of the choices of a list field. */
export async function choose(page: Page, testId: string, option: string | RegExp): Promise<void> {
  await page.getByTestId(testId).click();
  await page.getByRole("option", { name: option }).first().click();
}

/** What a press of a button gives to save; of several files the first whose name is wanted. */
export async function downloadOf(
  page: Page,
  press: () => Promise<void>,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ readonly name: string; readonly path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download", {
      timeout: 90_000,
      predicate: (each) => isWanted(each.suggestedFilename()),
    }) as Promise<Download>,
    press(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

export const tab = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("tab", { name }).click();

export const distance = (a: readonly number[] | null, b: readonly number[] | null): number =>
  a === null || b === null ? NaN : Math.hypot(...a.map((x, i) => x - b[i]));
