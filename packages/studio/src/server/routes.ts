import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { VERSION } from "kinetree";
import type { HomeListing } from "../api/types.js";
import { readFile, saveFile } from "./files.js";
import { jobEvents } from "./job-events.js";
import type { Jobs } from "./jobs.js";
import { listingOf } from "./listing.js";
import { createPage } from "./page.js";
import { pathSegments } from "./path-segments.js";
import { bodyOf, Problem, problemOf } from "./problem.js";
import type { Root } from "./roots.js";
import { securityHeaders } from "./security-headers.js";
import { resumeFolder, startJob } from "./start-job.js";
import { createRowSender, makeReport, studyInfo, studyModule, studyReport } from "./studies.js";
import { studyPlace, type StudyPlace } from "./study-place.js";
import { isToken, keyOf, requireToken, withKey } from "./token.js";
import { KEY_PARAMETER, TOKEN_HEADER } from "../api/paths.js";

export interface Served {
  /** Folders that were given, then the one for new studies if it is another. */
  readonly roots: readonly Root[];
  readonly given: readonly string[];
  /** Id of the file or study to open at once. */
  readonly open: string | null;
  readonly writable: Root;
  readonly appFolder: string;
  readonly maxUpload: number;
  readonly jobs: Jobs;
  readonly token: string;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

type Env = { Bindings: HttpBindings };

/** The answers to all requests; those that have come this far are from us. */
export function createRoutes(served: Served): Hono<Env> {
  const { roots, jobs, token, closing } = served;
  const app = new Hono<Env>();
  const page = createPage(served.appFolder);
  const rows = createRowSender();

  app.use("*", async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.onError((error, c) => {
    const problem = problemOf(error);
    return c.json(bodyOf(problem), problem.status as ContentfulStatusCode);
  });
  app.notFound((c) => c.json(bodyOf(notFound(c.req.path)), 404));

  // Other users of the machine reach this address as well, so nothing of the folders is told without the token.
  app.use("/api/*", async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const key = isRead ? c.req.query(KEY_PARAMETER) : undefined;
    const path = `/${segmentsOf(c, 0).join("/")}`;
    if (key === undefined || !isToken(key, keyOf(token, path))) requireToken(c.req.header(TOKEN_HEADER), token);
    await next();
  });

  app.get("/api/home", async (c) => c.json(await home(served)));
  app.get("/api/files/*", (c) => readFile(c, roots, segmentsOf(c, 2)));
  app.put("/api/files/*", (c) => saveFile(c, roots, segmentsOf(c, 2), served));

  app.get("/api/studies/*", async (c) => {
    const { place, action } = await studyRequest(roots, segmentsOf(c, 2), ["rows", "report", "code"]);
    switch (action) {
      case "rows":
        return rows.send(c, place);
      case "report":
        return studyReport(c, roots, place);
      case "code":
        return studyModule(roots, place);
      default: {
        const info = await studyInfo(roots, jobs, place, (path) => withKey(token, path));
        if (info.job?.state !== "running") rows.prepare(place);
        return c.json(info);
      }
    }
  });
  app.post("/api/studies/*", async (c) => {
    const { place, action } = await studyRequest(roots, segmentsOf(c, 2), ["resume", "report"]);
    if (action === "resume") return c.json(await resumeFolder(jobs, roots, place));
    if (action !== "report") throw notFound(c.req.path);
    await makeReport(place);
    return c.json({ url: withKey(token, `/api/studies/${encodeURIComponent(place.id)}/report`) }, 201);
  });

  app.get("/api/jobs", (c) => c.json(jobs.list()));
  app.post("/api/jobs", async (c) => c.json(await startJob(jobs, roots, served.writable, await jsonBody(c)), 201));
  app.get("/api/jobs/:id", (c) => c.json(jobs.get(c.req.param("id"))));
  app.get("/api/jobs/:id/events", (c) => jobEvents(c, jobs, c.req.param("id"), closing));
  app.post("/api/jobs/:id/pause", async (c) => c.json(await jobs.pause(c.req.param("id"))));
  app.post("/api/jobs/:id/resume", (c) => c.json(jobs.resume(c.req.param("id"))));
  app.get("/api/*", (c) => c.notFound());
  app.get("*", (c) => page(c, segmentsOf(c, 0)));
  return app;
}

/** Parts of the path behind the first few, as they stand in the request. */
const segmentsOf = (c: Context<Env>, skip: number): readonly string[] =>
  pathSegments(c.env.incoming.url ?? "/").slice(skip);

const notFound = (path: string): Problem => new Problem(404, "not-found", `there is nothing at "${path}".`);

/** Splits the path into the study and the resource: a study's folder may itself be called "rows". */
async function studyRequest(
  roots: readonly Root[],
  segments: readonly string[],
  actions: readonly string[],
): Promise<{ readonly place: StudyPlace; readonly action: string | null }> {
  const last = segments.at(-1) ?? "";
  const isAction = segments.length > 1 && actions.includes(last);
  if (!isAction) return { place: await studyPlace(roots, segments), action: null };
  try {
    return { place: await studyPlace(roots, segments.slice(0, -1)), action: last };
  } catch (reason) {
    const place = await studyPlace(roots, segments).catch(() => null);
    if (place === null) throw reason;
    return { place, action: null };
  }
}

async function home({ roots, given, open, writable, jobs }: Served): Promise<HomeListing> {
  const { files, studies, remarks } = await listingOf(roots);
  return {
    version: VERSION,
    folders: given,
    files,
    studies,
    jobs: jobs.list(),
    open: [...files, ...studies].find(({ id }) => id === open) ?? null,
    remarks,
    writable: { id: writable.id, name: writable.shown },
  };
}

/** More than any request of the page takes [bytes]. */
const MOST = 1 << 16;

/** The JSON that was sent. Other types are refused: forms of other sites can send those without being asked. */
async function jsonBody(c: Context): Promise<unknown> {
  const type = (c.req.header("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (type !== "application/json")
    throw new Problem(415, "not-json", `the body is "${type}", must be application/json.`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length;
    if (size > MOST) throw new Problem(413, "too-large", `the body is larger than ${MOST / 1024} KB.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(400, "not-json", `the body is not valid JSON: ${reason}.`);
  }
}
