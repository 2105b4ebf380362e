import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { beginStudy, openStudy, readManifest, readOrigin, readResults, studyFolder } from "@kinetree/study/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeManifest } from "../../../study/src/store/manifest.js";
import { decodeColumns, isText, textAt } from "../../src/api/columns.js";
import type { HomeListing, Job, StudyInfo } from "../../src/api/types.js";
import type { Studio } from "../../src/server/index.js";
import { createRate } from "../../src/server/jobs.js";
import { damages } from "./damages.js";
import { ask, call, get, scratch, studioOn } from "./support.js";

const folder = scratch();
const work = join(folder.path, "work");
const examples = fileURLToPath(new URL("../../../../examples", import.meta.url));
let studio: Studio;

beforeAll(async () => {
  mkdirSync(join(work, "studies"), { recursive: true });
  for (const name of ["studies/quarter-car.json", "studies/spring.ts", "models/quarter-car.json"])
    cpSync(join(examples, name), join(work, name));
  studio = await studioOn(folder, [work]);
});

afterAll(async () => {
  await studio.close();
  folder.remove();
});

const start = (json: unknown): ReturnType<typeof call<Job>> => call(studio, "POST", "/api/jobs", { json });

/** Events of a job until it ends or one of them is as wanted. */
async function follow(id: string, until: (job: Job) => boolean): Promise<Job> {
  const response = await get(studio, `/api/jobs/${id}/events`);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    const jobs = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data) as Job);
    const found = jobs.find(until) ?? jobs.find(({ state }) => state === "finished" || state === "failed");
    if (found !== undefined) return found;
  }
  throw new Error("the events ended early");
}

const isOver = ({ state }: Job): boolean => state !== "running";

const rowsOf = async (id: string): Promise<ReturnType<typeof decodeColumns>> => {
  const response = await get(studio, `/api/studies/${encodeURIComponent(id)}/rows`);
  expect(response.status).toBe(200);
  return decodeColumns(await response.arrayBuffer());
};

describe("a job", () => {
  test("is started, paused, resumed and finished, with the rows of a run that was not interrupted", async () => {
    const samples = 160;
    const begun = await start({ study: { named: "pendulum" }, samples, seed: 3 });
    expect(begun).toMatchObject({
      status: 201,
      body: { study: "0/pendulum.study", name: "pendulum", state: "running", rows: samples, error: null },
    });
    const { id } = begun.body;
    const under = await follow(id, ({ done }) => done > 0);
    expect(under.state).toBe("running");
    expect(under.rate).toBeGreaterThan(0);

    const paused = await call<Job>(studio, "POST", `/api/jobs/${id}/pause`);
    expect(paused.body).toMatchObject({ state: "paused", remaining: null });
    expect(paused.body.done).toBeLessThan(samples);
    const kept = await rowsOf("0/pendulum.study");
    expect(kept.rows).toBe(paused.body.done);
    expect((await call<StudyInfo>(studio, "GET", "/api/studies/0/pendulum.study")).body).toMatchObject({
      done: kept.rows,
      job: { id, state: "paused" },
    });

    expect((await call<Job>(studio, "POST", `/api/jobs/${id}/resume`)).body.state).toBe("running");
    expect(await follow(id, isOver)).toMatchObject({ state: "finished", done: samples, failed: 0, error: null });

    const origin = readOrigin("pendulum", { samples, seed: 3 });
    const whole = join(folder.path, "whole");
    await beginStudy(whole, await openStudy(origin), origin, { workers: 1 });
    const bytes = (path: string): Buffer => readFileSync(join(path, "results.parquet"));
    expect(bytes(join(work, "pendulum.study")).equals(bytes(whole))).toBe(true);
  });

  test("that is over tells a page that comes back not to come again", async () => {
    const [{ id }] = (await call<Job[]>(studio, "GET", "/api/jobs")).body;
    expect((await ask(studio, `GET /api/jobs/${id}/events`, { "Last-Event-ID": "end" })).status).toBe(204);
    expect((await call<Job>(studio, "POST", `/api/jobs/${id}/resume`)).body.state).toBe("finished");
  });

  test("of the same study gets a folder of its own", async () => {
    const { body } = await start({ study: { named: "pendulum" }, samples: 2 });
    expect(body.study).toBe("0/pendulum-2.study");
    expect((await follow(body.id, isOver)).state).toBe("finished");
  });

  test("of a JSON file runs with the model that it names, and can be had again", async () => {
    const { body } = await start({ study: { file: "0/studies/quarter-car.json" }, samples: 4, folder: "cars" });
    expect(body).toMatchObject({ study: "0/cars", name: "quarter-car", rows: 4 });
    expect(await follow(body.id, isOver)).toMatchObject({ state: "finished", done: 4 });
    const { recipe } = (await call<StudyInfo>(studio, "GET", "/api/studies/0/cars")).body;
    expect(recipe).toEqual({
      kind: "json",
      file: "quarter-car.json",
      text: readFileSync(join(work, "studies/quarter-car.json"), "utf8"),
      files: { "../models/quarter-car.json": readFileSync(join(work, "models/quarter-car.json"), "utf8") },
      changes: { samples: 4 },
    });
  });

  test("of a file in TypeScript runs, and its code is sent as a module whose hash the study knows", async () => {
    const { body } = await start({ study: { file: "0/studies/spring.ts" }, samples: 3 });
    expect(await follow(body.id, isOver)).toMatchObject({ state: "finished", done: 3 });
    const { recipe } = (await call<StudyInfo>(studio, "GET", `/api/studies/${encodeURIComponent(body.study)}`)).body;
    expect(recipe).toMatchObject({ kind: "code", changes: { samples: 3 } });
    // As a worker imports it: without headers.
    const response = await fetch(new URL(recipe.kind === "code" ? recipe.url : "", studio.address));
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const code = await response.text();
    const manifest = JSON.parse(readFileSync(join(work, "spring.study/manifest.json"), "utf8")) as {
      readonly study: { readonly code: string };
    };
    expect(code).not.toContain('import "');
    const asRun = `import "node:module";\n${code}`;
    expect(createHash("sha256").update(asRun).digest("hex")).toBe(manifest.study.code);
  });

  test("in code that needs Node is refused for the page, with the reason", async () => {
    const text = readFileSync(join(work, "studies/spring.ts"), "utf8");
    writeFileSync(
      join(work, "studies/with-node.ts"),
      `import { cpus } from "node:os";\n${text}\nexport const cores = cpus().length;`,
    );
    const { body } = await start({ study: { file: "0/studies/with-node.ts" }, samples: 2, folder: "with-node" });
    expect(await follow(body.id, isOver)).toMatchObject({ state: "finished" });
    expect(await call(studio, "GET", "/api/studies/0/with-node/code")).toMatchObject({
      status: 422,
      body: { code: "needs-node", message: expect.stringContaining('imports "node:os"') as string },
    });
  });

  test("in code that imports from outside of the folders is not sent", async () => {
    const text = readFileSync(join(work, "studies/spring.ts"), "utf8");
    writeFileSync(join(work, "studies/far.ts"), `export { secret } from "../../outside/helper.js";\n${text}`);
    folder.write("outside/helper.js", 'export const secret = "1234";');
    const { body } = await start({ study: { file: "0/studies/far.ts" }, samples: 2, folder: "far" });
    expect(await follow(body.id, isOver)).toMatchObject({ state: "finished" });
    const sent = await call(studio, "GET", "/api/studies/0/far/code");
    expect(sent).toMatchObject({ status: 422, body: { message: expect.stringContaining("outside") as string } });
    expect(JSON.stringify(sent.body)).not.toContain("1234");
  });

  test.each([
    [{}, "bad-request"],
    [null, "bad-request"],
    [{ study: { named: "pendulum", file: "0/x" } }, "bad-request"],
    [{ study: { named: "pendulum" }, samples: 0 }, "bad-request"],
    [{ study: { named: "pendulum" }, samples: 1.5 }, "bad-request"],
    [{ study: { named: "pendulum" }, seed: -1 }, "bad-request"],
    [{ study: { named: "pendulum" }, folder: "../out" }, "bad-request"],
    [{ study: { named: "pendulum" }, folder: ".hidden" }, "bad-request"],
    [{ study: { named: "pendulum" }, folder: "cars" }, "already-there"],
    [{ study: { named: "pendulom" } }, "unknown-study"],
    [{ study: { file: "0/../secret.json" } }, "bad-path"],
    [{ study: { file: "0/missing.json" } }, "not-found"],
    [{ study: { file: "0/models/quarter-car.json" } }, "unknown-key"],
  ])("%j is refused", async (json, code) => {
    const { status, body } = await start(json);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.message).toBeTypeOf("string");
    expect(body.code).toBe(code);
  });

  test("a body that is no JSON, of another type or too large is refused", async () => {
    const post = (body: string, type: string): Promise<Response> =>
      fetch(new URL("/api/jobs", studio.address), {
        method: "POST",
        body,
        headers: { "x-kinetree-token": studio.token, "content-type": type },
      });
    expect((await post("{", "application/json")).status).toBe(400);
    expect((await post("{}", "text/plain")).status).toBe(415);
    expect((await post(`"${"x".repeat(70_000)}"`, "application/json")).status).toBe(413);
  });

  test("that there is not is refused", async () => {
    expect(await call(studio, "GET", "/api/jobs/job-99")).toMatchObject({ status: 404, body: { code: "no-such-job" } });
    expect((await call(studio, "GET", "/api/jobs/job-99/events")).status).toBe(404);
  });
});

describe("rows", () => {
  test("are those of the study, bit by bit", async () => {
    const { rows, columns } = await rowsOf("0/pendulum.study");
    const results = await readResults(join(work, "pendulum.study"));
    expect(columns.map(({ name, role }) => [name, role])).toEqual(
      results.manifest.columns.map(({ name, role }) => [name, role]),
    );
    let at = 0;
    for await (const chunk of results.chunks()) {
      const count = chunk[0].length;
      chunk.forEach((values, c) => {
        const column = columns[c];
        const sent = isText(column)
          ? Array.from({ length: count }, (_, i) => textAt(column, at + i))
          : [...column.values.subarray(at, at + count)];
        expect(sent).toEqual([...values]);
      });
      at += count;
    }
    expect(rows).toBe(at);
  });

  test("are not sent again if there is nothing new", async () => {
    const url = "/api/studies/0/pendulum.study/rows";
    const etag = (await get(studio, url)).headers.get("etag") ?? "";
    expect((await get(studio, url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("of chunks come without the damaged ones, and of a damaged file from the chunks", async () => {
    const copy = join(work, "copy.study");
    cpSync(join(work, "pendulum.study"), copy, { recursive: true });
    writeFileSync(join(copy, "results.parquet"), "damaged");
    expect((await rowsOf("0/copy.study")).rows).toBe(160);
    const [first] = readdirSync(join(copy, "chunks")).sort();
    writeFileSync(join(copy, "chunks", first), "damaged");
    rmSync(join(copy, "results.parquet"));
    writeFileSync(join(copy, "chunks/0000000144-0000000159.parquet.part"), "x");
    expect((await rowsOf("0/pendulum-2.study")).rows).toBe(2);
    expect((await rowsOf("0/copy.study")).rows).toBe(144);
  });
});

describe("a damaged folder", () => {
  const chunkOf = (path: string, i: number): string =>
    join(path, "chunks", readdirSync(join(path, "chunks")).sort()[i]);
  test.each(damages.map((damage, i) => [i, damage] as const))(
    "is answered, and resumed, and the server goes on / damage %i",
    async (i, damage) => {
      const id = `spoilt-${i}.study`;
      const path = join(work, id);
      cpSync(join(work, "pendulum.study"), path, { recursive: true });
      for (const file of [chunkOf(path, 1), join(path, "results.parquet")])
        writeFileSync(file, damage(readFileSync(file)));
      expect((await rowsOf(`0/${id}`)).rows).toBe(144);
      expect((await call(studio, "GET", `/api/studies/0/${id}`)).status).toBe(200);
      const { status, body } = await call<Job>(studio, "POST", `/api/studies/0/${id}/resume`);
      expect(status).toBe(200);
      expect(await follow(body.id, isOver)).toMatchObject({ state: "finished", done: 160 });
      expect(readFileSync(join(path, "results.parquet"))).toEqual(
        readFileSync(join(work, "pendulum.study/results.parquet")),
      );
      expect((await call(studio, "GET", "/api/home")).status).toBe(200);
    },
  );

  test("with a chunk copied over another lacks the rows of both but one", async () => {
    const path = join(work, "twice.study");
    cpSync(join(work, "pendulum.study"), path, { recursive: true });
    rmSync(join(path, "results.parquet"));
    cpSync(chunkOf(path, 0), chunkOf(path, 1));
    expect((await rowsOf("0/twice.study")).rows).toBe(144);
  });

  test("whose manifest was edited is refused", async () => {
    const path = join(work, "edited.study");
    cpSync(join(work, "pendulum.study"), path, { recursive: true });
    const manifest = join(path, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"unit": "s"', '"unit": "ms"'));
    for (const url of ["/api/studies/0/edited.study", "/api/studies/0/edited.study/rows"])
      expect(await call(studio, "GET", url)).toMatchObject({ status: 404, body: { code: "not-a-study-folder" } });
    expect((await call(studio, "GET", "/api/home")).status).toBe(200);
  });
});

describe("studies of others", () => {
  test("left unfinished go on", async () => {
    const path = join(work, "left.study");
    cpSync(join(work, "pendulum.study"), path, { recursive: true });
    rmSync(join(path, "results.parquet"));
    for (const name of readdirSync(join(path, "chunks")).sort().slice(-2)) rmSync(join(path, "chunks", name));
    const listed = (await call<HomeListing>(studio, "GET", "/api/home")).body.studies;
    expect(listed.find(({ id }) => id === "0/left.study")).toMatchObject({ name: "left.study", done: 128, rows: 160 });
    const { status, body } = await call<Job>(studio, "POST", "/api/studies/0/left.study/resume");
    expect(status).toBe(200);
    expect(await follow(body.id, isOver)).toMatchObject({ state: "finished", done: 160 });
    expect(existsSync(join(path, "results.parquet"))).toBe(true);
  });

  test("whose file lies elsewhere are shown, but their file is not read", async () => {
    const secret = folder.write("elsewhere/secret.json", '{"password": "1234"}');
    const path = join(work, "foreign.study");
    cpSync(join(work, "pendulum.study"), path, { recursive: true });
    const manifest = readManifest(studyFolder(path));
    for (const file of [secret, "../../elsewhere/secret.json", "/etc/passwd"]) {
      writeManifest(studyFolder(path), { ...manifest, source: { file } });
      const { body } = await call<StudyInfo>(studio, "GET", "/api/studies/0/foreign.study");
      expect(body.recipe).toMatchObject({
        kind: "unavailable",
        reason: expect.stringContaining("outside") as string,
      });
      expect(JSON.stringify(body)).not.toContain("1234");
      expect((await call(studio, "GET", "/api/studies/0/foreign.study/code")).status).toBe(404);
      expect((await call(studio, "POST", "/api/studies/0/foreign.study/resume")).status).toBe(422);
    }
  });

  test("a folder that is none is refused", async () => {
    expect((await call(studio, "GET", "/api/studies/0/models")).status).toBe(404);
    expect((await call(studio, "GET", "/api/studies/0/models/rows")).status).toBe(404);
    expect((await call(studio, "GET", "/api/studies/0/nowhere")).status).toBe(404);
  });

  test("a folder of results that is given alone is opened", async () => {
    const alone = await studioOn(folder, [join(work, "pendulum.study")]);
    const { body } = await call<HomeListing>(alone, "GET", "/api/home");
    const rows = await call(alone, "GET", "/api/studies/0/rows");
    await alone.close();
    expect(body.open).toMatchObject({ id: "0", name: "pendulum.study", rows: 160 });
    expect(body.writable.id).toBe("1");
    expect(rows.status).toBe(200);
  });
});

describe("reports", () => {
  test("are made with the token, and run nothing", async () => {
    const path = "/api/studies/0/cars/report";
    expect(await call(studio, "GET", path, { token: null })).toMatchObject({
      status: 401,
      body: { code: "token-missing" },
    });
    const made = await call<{ readonly url: string }>(studio, "POST", path);
    expect(made.status).toBe(201);
    const { status, headers, body } = await call<{ readonly text: string }>(studio, "GET", made.body.url, {
      token: null,
    });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(body.text).toContain("quarter-car");
  });
});

test("a server that ends pauses its jobs; nothing that was finished is lost, and another goes on", async () => {
  const first = await studioOn(folder, []);
  const { body } = await call<Job>(first, "POST", "/api/jobs", {
    json: { study: { named: "pendulum" }, samples: 128 },
  });
  await expect
    .poll(async () => (await call<Job>(first, "GET", `/api/jobs/${body.id}`)).body.done, {
      timeout: 30_000,
      interval: 20,
    })
    .toBeGreaterThan(0);
  const paused = await first.close();
  expect(paused).toEqual([join(folder.path, "kinetree-studies/pendulum.study")]);
  await expect(fetch(first.address)).rejects.toThrow("fetch failed");

  const second = await studioOn(folder, []);
  try {
    const [entry] = (await call<HomeListing>(second, "GET", "/api/home")).body.studies;
    expect(entry.done).toBeGreaterThan(0);
    expect(entry.done).toBeLessThan(128);
    const resumed = await call<Job>(second, "POST", `/api/studies/${entry.id}/resume`);
    expect(resumed.body).toMatchObject({ state: "running", done: entry.done });
    await expect
      .poll(async () => (await call<Job>(second, "GET", `/api/jobs/${resumed.body.id}`)).body, { timeout: 30_000 })
      .toMatchObject({ state: "finished", done: 128 });
  } finally {
    await second.close();
  }
});

test("the rate is that of the last seconds", () => {
  let now = 0;
  const rate = createRate(() => now);
  rate.restart(0);
  expect(rate.value()).toBe(0);
  now = 1000;
  rate.add(50);
  expect(rate.value()).toBe(50);
  for (let i = 1; i <= 30; i++) {
    now += 1000;
    rate.add(50 + 10 * i);
  }
  expect(rate.value()).toBeCloseTo(10, 5);
});
