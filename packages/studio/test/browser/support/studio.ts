import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page, type ViewportSize } from "playwright-core";
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
/**
 * WebGL drawn by the processor: there is no graphics card where tests run. The page around it is painted without the detour over
 * WebGL, which made a frame take six times as long.
 */
const SOFTWARE_GL = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-gpu-compositing",
];
const NO_GL = ["--disable-gpu", "--disable-3d-apis"];
const VIEWPORT = { width: 1120, height: 720 };

/** How pages are tried. */
export interface HarnessOptions {
  /** Files and folders that the server is given. */
  readonly paths?: readonly string[];
  /** False takes WebGL away. */
  readonly webgl?: boolean;
  /** Where studies of a server go that was given no folder. */
  readonly studiesFolder?: string;
}

type Theme = "light" | "dark";

/** How one page is opened. */
export interface OpenOptions {
  /** Fragment of the address. Default the home page. */
  readonly hash?: string;
  readonly theme?: Theme;
  readonly viewport?: ViewportSize;
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
  /** Leaves all pages, and forgets what they kept; throws if anything went wrong in them that nobody had asked for. */
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
  /** `lent` is null for pages that are made for one test. */
  let opened: (OpenPage & { readonly lent: Theme | null })[] = [];
  /** Pages that go from test to test: loading and compiling the program afresh took most of the time. */
  const spare = new Map<Theme, OpenPage>();

  async function newPage(theme: Theme, token: boolean, before: string | undefined): Promise<OpenPage> {
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: "reduce",
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    if (token) await context.addInitScript(`sessionStorage.setItem("kinetree-token", ${JSON.stringify(studio.token)})`);
    if (before !== undefined) await context.addInitScript(before);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return { page, complaints: listenTo(page) };
  }

  return {
    studio,
    open: async ({ hash = "#/", theme = "light", viewport = VIEWPORT, before, token = true } = {}) => {
      const isPlain = before === undefined && token;
      const made = (isPlain ? spare.get(theme) : undefined) ?? (await newPage(theme, token, before));
      if (isPlain) spare.delete(theme);
      opened.push({ ...made, lent: isPlain ? theme : null });
      await made.page.setViewportSize(viewport);
      await made.page.goto(`${studio.address}${hash}`);
      return made;
    },
    settle: async () => {
      const heard: string[] = [];
      const left = opened;
      opened = [];
      for (const { page, complaints, lent } of left) {
        const [url] = page.url().split("?");
        if (lent === null || spare.has(lent)) await page.context().close();
        else {
          await leave(page, studio.address);
          spare.set(lent, { page, complaints });
        }
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

/** Goes to a picture of the same server, where no program runs, and forgets all that the program kept. */
async function leave(page: Page, address: string): Promise<void> {
  await page.goto(`${address}logo.svg`);
  await page.mouse.move(0, 0);
  await page.evaluate("sessionStorage.clear()");
  const session = await page.context().newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,file_systems";
  await session.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes });
  await session.detach();
}

/** Keeps a picture of the page for people to look at, if KINETREE_SCREENSHOTS is set; nothing is compared with it. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env["KINETREE_SCREENSHOTS"]) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
}
