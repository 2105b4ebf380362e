import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { machine, type Machine } from "./machine.js";
import { align } from "./table.js";

/** Figures of the studio in a real browser, each beside what is asked of it. */
export interface StudioResult {
  readonly machine: Machine;
  readonly rows: readonly { readonly figure: string; readonly value: number; readonly bar: number | null }[];
}

const LOADS = 5;
const FILTERS = 12;
/** Samples of the study that is filtered. */
const SAMPLES = 50_000;
const bin = fileURLToPath(new URL("../../packages/cli/bin/kinetree.mjs", import.meta.url));
const app = fileURLToPath(new URL("../../packages/studio/app", import.meta.url));

/** Measures with an installed Chromium; WebGL is drawn by the processor, on another core than the engine's. */
export async function studio(progress: (text: string) => void): Promise<StudioResult> {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-studio-"));
  const where = machine(); // before anything runs: the load is part of it
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  let server: ChildProcess | null = null;
  try {
    progress(`a study of ${SAMPLES} samples`);
    const made = spawnSync(
      process.execPath,
      [bin, "study", "run", "pendulum", "--samples", String(SAMPLES), "--out", "swing.study", "--quiet"],
      { cwd: folder, encoding: "utf8" },
    );
    if (made.status !== 0) throw new Error(`the study ended with ${made.status}: ${made.stderr}`);
    const started = await serve(folder);
    ({ server } = started);
    progress("the first page");
    const first = await firstPage(browser, started.url);
    progress("the lander at real time");
    const lander = await landing(browser, started.url);
    progress("filters");
    const filter = await filters(browser, started.url);
    return {
      machine: where,
      rows: [
        { figure: "first page, kB gzipped", value: first.kilobytes, bar: 600 },
        { figure: "first view, median [ms]", value: first.ms, bar: 2000 },
        { figure: "Europa lander at real time: real-time factor", value: lander.factor, bar: null },
        { figure: "Europa lander at real time: share of a core, mean", value: lander.mean, bar: 0.2 },
        { figure: "Europa lander at real time: share of a core, most in half a second", value: lander.most, bar: null },
        { figure: `filter of ${SAMPLES} samples, median [ms]`, value: filter.median, bar: 150 },
        { figure: `filter of ${SAMPLES} samples, longest [ms]`, value: filter.longest, bar: 150 },
      ],
    };
  } finally {
    server?.kill("SIGTERM");
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const flags = [
  "--no-sandbox",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

function chromiumPath(): string {
  const known = [
    process.env["CHROMIUM_PATH"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error("no Chromium was found. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.");
}

/** The command, as a user starts it. */
async function serve(folder: string): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [bin, "studio", folder, "--no-open", "--port", "0"], { cwd: folder });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    const look = (part: Buffer): void => {
      text += part.toString();
      const found = /http:\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    };
    server.stdout.on("data", look);
    server.stderr.on("data", look);
    server.on("exit", (code) => reject(new Error(`kinetree studio ended with ${code}: ${text}`)));
  });
  return { server, url };
}

/** From the address to a gallery that can be clicked, without a cache; and what is loaded until then. */
async function firstPage(browser: Browser, url: string): Promise<{ ms: number; kilobytes: number }> {
  const times: number[] = [];
  let kilobytes = 0;
  for (let i = 0; i < LOADS; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const loaded = new Set<string>();
    page.on("response", (response) => loaded.add(new URL(response.url()).pathname));
    const start = performance.now();
    await page.goto(url);
    await page.getByTestId("card-europa-lander").waitFor();
    times.push(performance.now() - start);
    await page.waitForTimeout(500);
    const files = [...loaded]
      .map((path) => join(app, path === "/" ? "index.html" : path))
      .filter((path) => existsSync(path));
    kilobytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0) / 1000;
    await context.close();
  }
  return { ms: median(times), kilobytes };
}

/** Ten seconds at real time, from the impact on: what the page itself shows of it, twice a second. */
async function landing(browser: Browser, url: string): Promise<{ factor: number; mean: number; most: number }> {
  const page = await opened(browser, url, "#/model?system=europa-lander");
  await page.getByTestId("play").click();
  const number = async (id: string): Promise<number> =>
    Number.parseFloat((await page.getByTestId(id).textContent())?.replace(/[^\d.]/g, "") ?? "");
  const shares: number[] = [];
  const factors: number[] = [];
  await page.waitForTimeout(1500); // until WebAssembly has its final form
  for (let i = 0; i < 16; i++) {
    await page.waitForTimeout(500);
    shares.push((await number("physics-share")) / 100);
    factors.push(await number("real-time-factor"));
  }
  await page.context().close();
  const known = shares.filter(Number.isFinite);
  return {
    factor: median(factors.filter(Number.isFinite)),
    mean: known.reduce((sum, share) => sum + share, 0) / known.length,
    most: Math.max(...known),
  };
}

/** From the key that changes a filter to views that are drawn again, by the page's own clock. */
async function filters(browser: Browser, url: string): Promise<{ median: number; longest: number }> {
  const page = await opened(browser, url, "");
  await page.getByText("swing", { exact: false }).first().click();
  await page.getByTestId("scatter").waitFor();
  await page.waitForTimeout(2000);
  const box = await page
    .locator('canvas[data-testid^="histogram-"], [data-testid^="histogram-"] canvas')
    .first()
    .boundingBox();
  if (!box) throw new Error("the page of the study shows no histogram");
  const times: number[] = [];
  for (let i = 0; i < FILTERS; i++) {
    const from = box.x + box.width * (0.2 + 0.02 * i);
    await page.mouse.move(from, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(from + box.width * 0.3, box.y + box.height / 2, { steps: 2 });
    await page.mouse.up();
    await page.waitForTimeout(700);
    const ms = await page.getByTestId("filter-time").getAttribute("data-ms");
    if (ms !== null && i > 1) times.push(Number.parseFloat(ms)); // the first ones warm up
  }
  await page.context().close();
  if (times.length === 0) throw new Error("no filter was answered");
  return { median: median(times), longest: Math.max(...times) };
}

async function opened(browser: Browser, url: string, hash: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByTestId("card-europa-lander").waitFor();
  if (hash !== "") {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.getByTestId("play").waitFor();
  }
  return page;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The figures as a table. */
export function studioText({ machine: { cpu, node, load, commit }, rows }: StudioResult): string {
  const text = (value: number): string => (value < 10 ? value.toFixed(3) : value.toFixed(0));
  const lines = rows.map(({ figure, value, bar }) => [
    figure,
    text(value),
    bar === null ? "" : `at most ${bar}: ${value <= bar ? "met" : "not met"}`,
  ]);
  const table = align(["figure", "value", "asked for"], lines, new Set([1]));
  return `${table}\n${cpu}, Node ${node}, load ${load.toFixed(1)}, commit ${commit}`;
}
