import { useToken } from "../../src/api/ask-server.js";
import { VERSION } from "kinetree";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeColumns } from "../../src/api/columns.js";
import type { StudyInfo } from "../../src/api/types.js";
import { hashRow } from "../../src/engine/study/study-hash.js";
import type { ReplayedSample } from "../../src/engine/protocol.js";
import { startJob } from "../../src/study/data/api-client.js";
import { replayRow, verdictOf } from "../../src/study/data/replay-actions.js";
import { openServedStudy, refreshRows, setFilter, versionRemark } from "../../src/study/data/study-actions.js";
import { studyDefaults, useStudy } from "../../src/study/data/study-store.js";
import { cellsOf, isNumeric } from "../../src/study/data/study-table.js";
import { syntheticTable } from "./support/synthetic.js";

const table = syntheticTable(400);
const info: StudyInfo = {
  id: "0/legs.study",
  name: "legs.study",
  done: 400,
  rows: 400,
  hash: "",
  seed: 1,
  version: VERSION,
  samples: 100,
  cases: ["soft-ice", "soft-rock", "stiff-ice", "stiff-rock"].map((name) => ({ name, modelHash: "" })),
  columns: table.columns,
  recipe: { kind: "unavailable", reason: "its file is gone." },
  job: null,
};

/** The first rows of the study, as the server sends them. */
function rowsMessage(rows: number): Blob {
  const columns = table.columns.map((column) =>
    isNumeric(column)
      ? { ...column, values: column.values.slice(0, rows) }
      : { ...column, indices: column.indices.slice(0, rows) },
  );
  return new Blob(encodeColumns({ rows, columns }));
}

let served = 300;
let answer: (path: string) => Response;
beforeEach(() => {
  useToken("token");
  answer = (path) => (path.endsWith("/rows") ? new Response(rowsMessage(served)) : Response.json(info));
  vi.stubGlobal("fetch", (path: string) => Promise.resolve().then(() => answer(path)));
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => setTimeout(act));
  useStudy.setState(studyDefaults);
});
afterEach(() => vi.unstubAllGlobals());

test("rows that come later leave filters and choices as they are", async () => {
  served = 300;
  await openServedStudy(info.id);
  setFilter("p0", { kind: "range", column: "p0", low: 0, high: 0.5 });
  const before = useStudy.getState();
  served = 400;
  await refreshRows();
  const { filters, mask, table: after, axes, distributions } = useStudy.getState();
  expect([before.table?.rows, after?.rows]).toEqual([300, 400]);
  expect([filters, axes, distributions]).toEqual([before.filters, before.axes, before.distributions]);
  expect(mask?.passing).toBeGreaterThan(before.mask?.passing ?? 0);
});

test("a server that is gone, and one that refuses, are said; the rows that are there stay", async () => {
  served = 300;
  await openServedStudy(info.id);
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  await refreshRows();
  expect(useStudy.getState().jobTrouble).toMatch(/^the server does not answer/);
  expect(useStudy.getState().table?.rows).toBe(300);
  answer = () => Response.json({ code: "not-found", message: "there is no such study." }, { status: 404 });
  await openServedStudy("0/other.study");
  expect(useStudy.getState().trouble).toEqual({
    title: '"other.study" cannot be opened',
    message: "there is no such study.",
  });
});

test("without a token nothing is started, and the reader is told how to have one", async () => {
  useToken(null);
  await expect(startJob({ study: { named: "pendulum" } })).rejects.toThrow(
    /Open the address that kinetree studio printed/,
  );
});

test("a study that cannot be made again says so where the sample would be", async () => {
  await openServedStudy(info.id);
  replayRow(5, false);
  const [replay] = useStudy.getState().replays;
  expect(replay.state).toBe("failed");
  expect(replay.trouble).toBe("its file is gone. Plots and tables still work.");
});

test("Shift adds a sample with a colour of its own and takes it away again; a plain click replaces all", async () => {
  await openServedStudy(info.id);
  replayRow(5, false);
  replayRow(6, true);
  replayRow(7, true);
  expect(useStudy.getState().replays.map(({ row, colour }) => [row, colour])).toEqual([
    [5, 0],
    [6, 1],
    [7, 2],
  ]);
  replayRow(6, true);
  replayRow(8, true);
  expect(useStudy.getState().replays.map(({ row, colour }) => [row, colour])).toEqual([
    [5, 0],
    [7, 2],
    [8, 1],
  ]);
  replayRow(9, false);
  expect(useStudy.getState().replays.map(({ row }) => row)).toEqual([9]);
});

test("a replay is the same only if every bit is", () => {
  const cells = [...cellsOf(table, 17)];
  const sample = (given: typeof cells): ReplayedSample =>
    ({ row: 17, cells: given, hash: hashRow(given) }) as unknown as ReplayedSample;
  expect(verdictOf(table, sample(cells))?.isSame).toBe(true);
  const at = table.columns.findIndex(({ name }) => name === "share");
  const other = cells.map((cell, i) => (i === at ? Number(cells[at]) * (1 + Number.EPSILON) : cell));
  expect(verdictOf(table, sample(other))).toMatchObject({ isSame: false, differing: ["share"] });
  const zero = cells.map((cell, i) => (i === at ? -0 : cell));
  expect(verdictOf(table, sample(zero))?.differing).toEqual(["share"]);
  expect(verdictOf(table, { ...sample(cells), row: 4000 })).toBe(null);
});

test("a study of another version is remarked on", () => {
  expect(versionRemark(info)).toBe(null);
  expect(versionRemark({ ...info, version: "9.9.9" })).toMatch(/^made with kinetree 9\.9\.9; this page runs/);
});
