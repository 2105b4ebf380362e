import { fileURLToPath } from "node:url";
import * as main from "kinetree";
import * as arithmetic from "kinetree/graph";
import { nodeWorkers } from "kinetree/node";
import * as random from "kinetree/random";
import * as systems from "kinetree/systems";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computeBatch, computeHashes } from "./scenarios.js";
import { serve } from "./serve.js";

/* Both sides run what was built: run `npm run build` before this file alone, as `npm test` does. */

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await serve(dist);
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  page = await browser.newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(request.url()));
  await page.goto(server.origin);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const kinetree = { ...main, ...arithmetic, ...random, ...systems };

/** Runs an expression in the page, where `kinetree` and `web` are the built modules. */
const inPage = <T>(expression: string): Promise<T> =>
  page.evaluate<T>(`(async () => {
    const [web, ...parts] = await Promise.all(
      ["/web.js", "/index.js", "/graph.js", "/random.js", "/systems.js"].map((path) => import(path)),
    );
    const kinetree = Object.assign({}, ...parts);
    return (${expression});
  })()`);

describe("Chromium / Node, bit for bit", () => {
  it("simulations and elementary functions", async () => {
    const here = computeHashes(kinetree);
    const there = await inPage<Record<string, string>>(`(${computeHashes.toString()})(kinetree)`);
    expect(Object.keys(here).length).toBeGreaterThan(20);
    expect(there).toEqual(here);
  });

  it("a batch on this thread, on worker threads, on the page's thread and on web workers", async () => {
    const here = await computeBatch(kinetree, undefined);
    expect(await computeBatch(kinetree, nodeWorkers(2))).toBe(here);
    for (const pool of ["undefined", "web.webWorkers(1)", "web.webWorkers(2)"]) {
      expect(await inPage<string>(`(${computeBatch.toString()})(kinetree, ${pool})`)).toBe(here);
    }
  });

  it("the page / had no errors and missed no file on the way", () => {
    expect(complaints).toEqual([]);
  });
});

it("web workers that cannot be loaded / an error in the page, not an endless wait", async () => {
  await page.route("**/batch-worker-web.js", (route) => route.fulfill({ status: 404 }));
  const options = `{ tEnd: 1, samples: 2, sample: () => ({}), workers: web.webWorkers(1) }`;
  const code = await inPage<string>(
    `kinetree.runBatch(kinetree.pendulum(), ${options}).then(() => "finished", (error) => error.code)`,
  );
  expect(code).toBe("worker-failed");
});
