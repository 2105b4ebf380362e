import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { Context } from "hono";
import { placeOf, placeToBe, type Placed, type Root } from "./roots.js";
import { Problem } from "./problem.js";
import { fileHeaders } from "./security-headers.js";
import { servedFile } from "./served-file.js";

/** Types that are safe to name; everything else is bytes. */
const types: Readonly<Record<string, string>> = {
  ".json": "application/json",
  ".csv": "text/csv; charset=utf-8",
  ".urdf": "text/plain; charset=utf-8",
  ".mjcf": "text/plain; charset=utf-8",
  ".xml": "text/plain; charset=utf-8",
  ".obj": "text/plain; charset=utf-8",
  ".mtl": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** Extensions that may be saved: data, never programs. */
const saved =
  /\.(json|csv|parquet|mcap|glb|gltf|webm|mp4|png|jpe?g|svg|zip|urdf|mjcf|xml|stl|obj|mtl|dae|ply|bin|msh|txt|md)$/i;

/** `GET /api/files/<id>`: the bytes, to be kept or read, never to be shown as a page of ours. */
export async function readFile(c: Context, roots: readonly Root[], segments: readonly string[]): Promise<Response> {
  const { path } = await placeOf(roots, segments);
  return servedFile(c, path, {
    ...fileHeaders,
    "content-type": types[extname(path).toLowerCase()] ?? "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(basename(path)).replace(/['()*]/g, percent)}`,
  });
}

const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

interface Saved {
  readonly id: string;
  readonly name: string;
  /** [bytes] */
  readonly size: number;
}

/** `PUT /api/files/<id>`: a file as a whole or not at all. */
export async function saveFile(
  c: Context,
  roots: readonly Root[],
  segments: readonly string[],
  { writable, maxUpload: maxBytes }: { readonly writable: Root; readonly maxUpload: number },
): Promise<Response> {
  const announced = Number(c.req.header("content-length") ?? "0");
  if (announced > maxBytes) throw tooLarge(maxBytes);
  // The folder of the studio's own is made when there is something to keep.
  if (segments[0] === writable.id) await mkdir(writable.path, { recursive: true });
  const asked = await placeToBe(roots, segments);
  const replace = c.req.query("replace") === "1";
  const to = c.req.query("free") === "1" ? freePlace(asked) : asked;
  const name = basename(to.path);
  if (!saved.test(name))
    throw new Problem(
      415,
      "kind-not-saved",
      `"${name}" is not a type of file that can be saved here. Use the extension of a model, result, image or video, such as .json, .csv or .png.`,
    );
  refuseStudyFolders(to);
  // Before the body is read, so that a large upload is refused early.
  if (!replace && existsSync(to.path)) throw alreadyThere(name);
  const size = await write(c, to.path, maxBytes, replace);
  const answer: Saved = { id: to.id, name, size };
  return c.json(answer, 201);
}

/** The path itself, or the first free variant: "run.csv", "run (2).csv"; all extensions stay after the number. */
function freePlace(asked: Placed): Placed {
  const numbered = (text: string, copy: number): string =>
    copy === 1 ? text : text.replace(/[^/]*$/, (name) => name.replace(/^[^.]*/, (stem) => `${stem} (${copy})`));
  let copy = 1;
  while (existsSync(join(dirname(asked.path), numbered(basename(asked.path), copy)))) copy++;
  const path = join(dirname(asked.path), numbered(basename(asked.path), copy));
  return { ...asked, path, id: numbered(asked.id, copy) };
}

async function write(c: Context, path: string, maxBytes: number, replace: boolean): Promise<number> {
  // The dot keeps it out of listings while it is incomplete.
  const fresh = join(dirname(path), `.${randomUUID()}.part`);
  const file = await open(fresh, "wx", 0o644);
  try {
    let size = 0;
    try {
      for await (const piece of c.req.raw.body ?? []) {
        size += piece.length;
        if (size > maxBytes) throw tooLarge(maxBytes);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (replace) await rename(fresh, path);
    else await giveFreeName(fresh, path);
    return size;
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Unlike renaming, linking never replaces a file created meanwhile; some file systems have no links. */
async function giveFreeName(fresh: string, path: string): Promise<void> {
  try {
    await link(fresh, path);
  } catch {
    if (existsSync(path)) throw alreadyThere(basename(path));
    await rename(fresh, path);
  }
}

/** A study whose folder contains other files can no longer be resumed. */
function refuseStudyFolders({ root, path }: Placed): void {
  for (let folder = dirname(path); folder.length >= root.path.length; folder = dirname(folder)) {
    if (existsSync(join(folder, "manifest.json")) && existsSync(join(folder, "chunks")))
      throw new Problem(409, "study-folder", "the folder contains the results of a study. Save outside of it.");
    if (folder === dirname(folder)) return;
  }
}

const tooLarge = (maxBytes: number): Problem =>
  new Problem(
    413,
    "too-large",
    `the file is larger than ${sizeText(maxBytes)}. Start kinetree studio with a larger --max-upload, or copy the file into its folder.`,
  );

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${bytes} bytes` : `${Number((bytes / 1e6).toPrecision(3))} MB`;

const alreadyThere = (name: string): Problem =>
  new Problem(409, "already-there", `"${name}" already exists. Choose another name, or replace it.`);
