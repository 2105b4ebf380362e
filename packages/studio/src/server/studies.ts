import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import { studyCode } from "@kinetree/study/node";
import type { StudyInfo } from "../api/types.js";
import type { Jobs } from "./jobs.js";
import { Problem } from "./problem.js";
import { isCode, recipeOf, studyFileOf } from "./recipe.js";
import { isGiven, placeOf, type Root } from "./roots.js";
import { reportHeaders } from "./security-headers.js";
import { servedFile } from "./served-file.js";
import { chunkNames, studyEntry, type StudyPlace } from "./study-place.js";
import { etagOf, studyRows, type SentRows } from "./study-rows.js";

export async function studyInfo(
  roots: readonly Root[],
  jobs: Jobs,
  place: StudyPlace,
  withKey: (path: string) => string,
): Promise<StudyInfo> {
  const { manifest } = place;
  return {
    ...studyEntry(place),
    hash: manifest.hash,
    seed: manifest.seed,
    version: manifest.versions.kinetree,
    samples: manifest.samples,
    cases: manifest.cases.map(({ name, modelHash }) => ({ name, modelHash })),
    columns: manifest.columns.map(({ name, kind, unit, role }) => ({ name, kind, unit, role })),
    recipe: await recipeOf(roots, place, withKey),
    job: jobs.ofStudy(place.id),
  };
}

export interface RowSender {
  readonly send: (c: Context, place: StudyPlace) => Promise<Response>;
  /** Reads them in advance: a page that looks at a study will ask for its rows next. */
  readonly prepare: (place: StudyPlace) => void;
}

/** Keeps the rows that were read last: a page asks again when it is loaded again. */
export function createRowSender(): RowSender {
  let kept: { readonly path: string; readonly etag: string; readonly rows: Promise<SentRows> } | null = null;
  const rowsOf = (place: StudyPlace, etag: string): Promise<SentRows> => {
    if (kept?.path === place.path && kept.etag === etag) return kept.rows;
    const rows = studyRows(place);
    kept = { path: place.path, etag, rows };
    rows.catch(() => {
      kept = null;
    });
    return rows;
  };
  return {
    prepare: (place) => void rowsOf(place, etagOf(place.manifest, chunkNames(place.path))),
    send: async (c, place) => {
      const etag = etagOf(place.manifest, chunkNames(place.path));
      if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
      const { pieces, etag: now } = await rowsOf(place, etag);
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      const left = [...pieces];
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const piece = left.shift();
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      });
      return new Response(c.req.method === "HEAD" ? null : body, {
        headers: {
          "content-type": "application/octet-stream",
          "content-length": String(size),
          "cache-control": "no-cache",
          etag: now,
        },
      });
    },
  };
}

/** `GET /api/studies/<id>/code`: a study in code as one module, to be run by the page. */
export async function studyModule(roots: readonly Root[], place: StudyPlace): Promise<Response> {
  const found = studyFileOf(roots, place);
  const file = "file" in found ? found.file : null;
  if (file === null || !isCode(file))
    throw new Problem(
      404,
      "no-code",
      `"${place.manifest.name}" is not a study defined in code${"reason" in found ? `: ${found.reason}` : ""}.`,
    );
  const code = await studyCode(file, (path) => {
    const real = existsSync(path) ? realpathSync(path) : path;
    // Packages lie wherever Node looks for them.
    return isGiven(roots, real) || /[\\/]node_modules[\\/]/.test(real);
  });
  return new Response(forPage(code, place.manifest.name), {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}

/** The module without the bundler's helpers for Node; throws if it needs Node itself. */
function forPage(code: string, study: string): string {
  const bare = code.replace(/^import "node:module";\n/, "");
  const needed = /^import\b[^;]*["'](node:[\w/]+)["']/m.exec(bare)?.[1];
  if (needed === undefined) return bare;
  throw new Problem(
    422,
    "needs-node",
    `the code of "${study}" imports "${needed}", which browsers do not provide. Replay its samples with kinetree study replay.`,
  );
}

/** `GET /api/studies/<id>/report`: the page of the report, which runs nothing. */
export async function studyReport(c: Context, roots: readonly Root[], place: StudyPlace): Promise<Response> {
  if (!existsSync(pageIn(place))) await makeReport(place);
  const { path } = await placeOf(roots, [...place.id.split("/"), "report", "report.html"]);
  return servedFile(c, path, { ...reportHeaders, "content-type": "text/html; charset=utf-8" });
}

export async function makeReport(place: StudyPlace): Promise<void> {
  const { writeReport } = await import("@kinetree/reproductions/report");
  await writeReport(place.path, { png: false });
}

const pageIn = ({ path }: StudyPlace): string => join(path, "report", "report.html");
