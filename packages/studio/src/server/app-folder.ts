import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The folder of this package, wherever the program that runs has been bundled to. */
const packageFolder = (): string => dirname(createRequire(import.meta.url).resolve("@kinetree/studio/package.json"));

/** Where the built page lies. */
export const appFolder = (): string => join(packageFolder(), "app");

/**
 * Builds the page if this is a checkout whose page is missing or was made from other sources; a published package holds its page.
 * @param tell takes a line for whoever waits
 */
export async function ensureApp(tell: (line: string) => void): Promise<void> {
  const builder = join(packageFolder(), "build.mjs");
  if (!existsSync(builder)) return;
  const { buildPage } = (await import(pathToFileURL(builder).href)) as {
    readonly buildPage: (tell: (line: string) => void) => Promise<boolean>;
  };
  await buildPage(tell);
}
