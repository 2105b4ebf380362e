import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { Problem } from "./problem.js";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

/** Types worth compressing. */
const shrinks = /^\.(html|m?js|css|json|svg|wasm|txt)$/;
/** Smaller files fit into one packet anyway [bytes]. */
const WORTH_IT = 1400;

interface Kept {
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
}

const packers: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>> = {
  br: async (bytes) =>
    new Uint8Array(await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 6 })),
};

/** Serves the built page, whose files are few: each is read and packed once, until it changes. */
export function createPage(folder: string): (c: Context, segments: readonly string[]) => Promise<Response> {
  const kept = new Map<string, Kept>();
  return async (c, segments) => {
    const path = (await fileIn(folder, segments)) ?? (await pageFor(folder, segments));
    const { etag, plain, packed } = await contentOf(kept, path);
    const headers: Record<string, string> = {
      "content-type": types[extname(path)] ?? "application/octet-stream",
      // The names of these change with their contents.
      "cache-control": segments[0] === "assets" ? "public, max-age=31536000, immutable" : "no-cache",
      etag,
    };
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
    let body = plain;
    if (shrinks.test(extname(path)) && plain.length > WORTH_IT) {
      headers["vary"] = "accept-encoding";
      const coding = codingFor(c.req.header("accept-encoding"));
      if (coding !== null) {
        let bytes = packed.get(coding);
        if (bytes === undefined) packed.set(coding, (bytes = packers[coding](plain)));
        body = await bytes;
        headers["content-encoding"] = coding;
      }
    }
    headers["content-length"] = String(body.length);
    return new Response(c.req.method === "HEAD" ? null : body, { headers });
  };
}

function codingFor(accepted: string | undefined): "br" | "gzip" | null {
  const names = (accepted ?? "").split(",").map((each) => each.split(";")[0].trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : null;
}

/** Null if the page has no such file. */
async function fileIn(folder: string, segments: readonly string[]): Promise<string | null> {
  if (segments.length === 0) return null;
  try {
    const home = await realpath(folder);
    const path = await realpath(join(home, ...segments));
    return path.startsWith(home + sep) && (await stat(path)).isFile() ? path : null;
  } catch {
    return null;
  }
}

/** The page itself, whatever place in it the address names; names that end like files of a page would be there. */
async function pageFor(folder: string, segments: readonly string[]): Promise<string> {
  if (segments[0] === "assets" || extname(segments.at(-1) ?? "") in types)
    throw new Problem(404, "not-found", `the studio has no "${segments.join("/")}".`);
  const path = join(folder, "index.html");
  if ((await stat(path).catch(() => null))?.isFile() === true) return path;
  throw new Problem(503, "page-not-built", `the studio's page is not built. Run "npm run build" in the checkout.`);
}

async function contentOf(kept: Map<string, Kept>, path: string): Promise<Kept> {
  const { size, mtimeMs } = await stat(path);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const before = kept.get(path);
  if (before?.etag === etag) return before;
  const fresh: Kept = { etag, plain: new Uint8Array(await readFile(path)), packed: new Map() };
  kept.set(path, fresh);
  return fresh;
}

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
