import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulation, modelHash } from "kinetree";
import { fourBar } from "kinetree/systems";
import { openResult } from "@kinetree/results/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headerOf, summaryOf } from "../../../cli/src/run/describe-run.js";
import { encodeResult, framesIn } from "../../src/engine/encode-result.js";
import { readResultFile } from "../../src/engine/read-result.js";

const folder = mkdtempSync(join(tmpdir(), "kinetree-studio-results-"));
afterAll(() => rmSync(folder, { recursive: true }));

const simulation = createSimulation(fourBar(), { channels: ["pos", "quat", "energy"] });
const settings = {
  source: "four-bar",
  tEnd: 0.5,
  sampleEvery: 0.01,
  formulation: null,
  integrator: null,
  tolerance: null,
  step: null,
  channels: [],
  out: null,
  checkpointEvery: 10,
};
const header = headerOf(simulation, settings);
const t: number[] = [];
const rows: number[] = [];
let summary: Record<string, string> = {};

beforeAll(() => {
  const run = simulation.begin(settings.tEnd, {
    sampleEvery: settings.sampleEvery,
    onRow: (time, row) => {
      t.push(time);
      rows.push(...row);
    },
  });
  while (run.advance(1000));
  summary = summaryOf(run.finish(), t.length);
});

const recorded = (): { t: Float64Array; values: Float64Array } => ({
  t: Float64Array.from(t),
  values: Float64Array.from(rows),
});

describe.each(["csv", "parquet", "mcap"] as const)("%s", (format) => {
  test("has the bytes that the command line writes", () => {
    const path = join(folder, `run.${format}`);
    const writer = openResult(path, header);
    const width = header.names.length;
    t.forEach((time, i) => writer.append(time, Float64Array.from(rows.slice(i * width, (i + 1) * width))));
    writer.close(summary);
    const made = encodeResult(format, "run", header, recorded(), header.metadata, summary);
    expect(made.name).toBe(`run.${format}`);
    expect(Buffer.from(made.bytes).equals(readFileSync(path))).toBe(true);
    const beside = made.beside === undefined ? null : [made.beside.name, new TextDecoder().decode(made.beside.bytes)];
    expect(beside).toStrictEqual(format === "csv" ? ["run.csv.json", readFileSync(`${path}.json`, "utf8")] : null);
  });

  test("is read back with the same bits, units and metadata", async () => {
    const { name, bytes, beside } = encodeResult(format, "run", header, recorded(), header.metadata, summary);
    const sidecar = beside === undefined ? null : new TextDecoder().decode(beside.bytes);
    const read = await readResultFile(name, bytes, sidecar);
    expect(read.names).toStrictEqual(header.names);
    expect(read.units).toStrictEqual(header.units);
    expect(read.t).toStrictEqual(Float64Array.from(t));
    expect(read.values).toStrictEqual(Float64Array.from(rows));
    expect(JSON.parse(read.metadata["modelHash"])).toBe(modelHash(simulation.model));
    expect(read.warnings).toStrictEqual([]);
  });

  test("that nobody closed is read as far as it goes, with a warning", async () => {
    const path = join(folder, `cut.${format}`);
    const writer = openResult(path, header);
    const row = new Float64Array(header.names.length);
    for (let i = 0; i < 4000; i++) writer.append(i / 100, row);
    writer.flush();
    const bytes = new Uint8Array(readFileSync(path));
    const sidecar = format === "csv" ? readFileSync(`${path}.json`, "utf8") : null;
    const { t: times, warnings } = await readResultFile(`cut.${format}`, bytes, sidecar);
    expect(times.length).toBeGreaterThan(0);
    expect(warnings[0]).toMatch(new RegExp(`cut.${format} was not finished: its \\d+ complete rows reach t = `));
    writer.close({});
  });

  test.each([
    ["nothing", new Uint8Array(0)],
    ["rubbish", Uint8Array.from({ length: 3000 }, (_, i) => (i * 137 + (i >> 3)) % 256)],
  ])("of %s is refused with its name", async (_what, bytes) => {
    await expect(readResultFile(`x.${format}`, bytes)).rejects.toThrow(/^x\./);
  });
});

test("a CSV file that is no longer what was written is refused by name", async () => {
  const { bytes, beside } = encodeResult("csv", "run", header, recorded(), header.metadata, summary);
  const sidecar = new TextDecoder().decode(beside?.bytes);
  const edited = new TextEncoder().encode(`${new TextDecoder().decode(bytes)}9${",0".repeat(header.names.length)}\n`);
  await expect(readResultFile("run.csv", edited, sidecar)).rejects.toThrow(
    /^run\.csv: has changed .* delete run\.csv\.json/,
  );
});

test("a CSV file alone is read with the remark that its units are elsewhere", async () => {
  const { bytes } = encodeResult("csv", "run", header, recorded(), {});
  expect((await readResultFile("run.csv", bytes)).warnings).toStrictEqual([
    "run.csv came without run.csv.json, which holds its units and metadata. Drop both files together.",
  ]);
});

test("times that fall are said", async () => {
  const bytes = new TextEncoder().encode("time,a\n0,1\n2,1\n1,1\n");
  expect((await readResultFile("a.csv", bytes)).warnings.join(" ")).toMatch(/times of a\.csv do not increase/);
});

test("frames are the bodies whose pose is whole, whatever dots their names have", () => {
  const pose = (body: string): string[] => [
    ...["x", "y", "z"].map((part) => `pos.${body}.${part}`),
    ...["w", "x", "y", "z"].map((part) => `quat.${body}.${part}`),
  ];
  const names = ["q.a", ...pose("leg.1"), "pos.half.x", "pos.half.y", "pos.half.z", ...pose("arm")];
  expect(framesIn(names).map(({ body }) => body)).toStrictEqual(["leg.1", "arm"]);
});
