import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { startStudio, type Studio } from "../../../src/server/index.js";
import { listenTo, type Complaints } from "./complaints.js";

const studioFolder = fileURLToPath(new URL("../../../", import.meta.url));
/** A page that was built elsewhere can be tried without touching the one of the package. */
const appFolder = process.env["KINETREE_STUDIO_APP"] ?? join(studioFolder, "app");
const screenshots = join(studioFolder, "test/screenshots");

const FLAGS = [
  "--no-sandbox",
  "--no-first-run",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** WebGL drawn by the processor: there is no graphics card where tests run. */
const SOFTWARE_GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const NO_GL = ["--disable-gpu", "--disable-3d-apis"];

/** How pages are tried. */
export interface HarnessOptions {
  /** Files and folders that the server is given. */
  readonly paths?: readonly string[];
  /** False takes WebGL away. */
  readonly webgl?: boolean;
  /** Where studies of a server go that was given no folder. */
  readonly studiesFolder?: string;
}

/** How one page is opened. */
export interface OpenOptions {
  /** Fragment of the address. Default the home page. */
  readonly hash?: string;
  readonly theme?: "light" | "dark";
  readonly context?: BrowserContextOptions;
  /** Runs in the page before its own scripts. */
  readonly before?: string;
  /** The server's token goes with the address. Default true. */
  readonly token?: boolean;
}

/** A page with what went wrong in it. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: Complaints;
}

/** A server and a browser for the tests of one file. */
export interface Harness {
  readonly studio: Studio;
  readonly open: (options?: OpenOptions) => Promise<OpenPage>;
  /** Closes all pages; throws if anything went wrong in them that nobody had asked for. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts both; refuses to begin without a built page. */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  if (!existsSync(join(appFolder, "index.html")))
    throw new Error(
      `there is no built page in ${appFolder}. Run "npm run build" before these tests, as "npm test" does.`,
    );
  const { paths = [], webgl = true, studiesFolder } = options;
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const studio = await startStudio({
    paths,
    port: 0,
    appFolder,
    workers: 1,
    ...(studiesFolder === undefined ? {} : { studiesFolder }),
  });
  const args = [...FLAGS, ...(webgl ? SOFTWARE_GL : NO_GL)];
  const browser: Browser = await chromium
    .launch({ executablePath, headless: true, args })
    .catch(async (error: unknown) => {
      await studio.close();
      throw error;
    });
  const opened: OpenPage[] = [];

  return {
    studio,
    open: async ({ hash = "#/", theme = "light", context = {}, before, token = true } = {}) => {
      const own = await browser.newContext({
        viewport: { width: 1120, height: 720 },
        colorScheme: theme,
        reducedMotion: "reduce",
        acceptDownloads: true,
        permissions: ["clipboard-read", "clipboard-write"],
        ...context,
      });
      if (token) await own.addInitScript(`sessionStorage.setItem("kinetree-token", ${JSON.stringify(studio.token)})`);
      if (before !== undefined) await own.addInitScript(before);
      const page = await own.newPage();
      page.setDefaultTimeout(30_000);
      const complaints = listenTo(page);
      opened.push({ page, complaints });
      await page.goto(`${studio.address}${hash}`);
      return { page, complaints };
    },
    settle: async () => {
      const heard: string[] = [];
      for (const { page, complaints } of opened.splice(0)) {
        const [url] = page.url().split("?");
        await page.context().close();
        heard.push(...new Set(complaints.take().map((text) => `${url}: ${text}`)));
      }
      if (heard.length > 0) throw new Error(`the pages complained:\n${heard.join("\n")}`);
    },
    close: async () => {
      await browser.close();
      await studio.close();
    },
  };
}

/** Keeps a picture of the page for people to look at; nothing is compared with it. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
}
