import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beginStudy, openStudy, readResults } from "@kinetree/study/node";
import type { WrittenReport } from "@kinetree/study/report";
import { beforeAll, describe, expect, test } from "vitest";
import { parseCsv, parsePage, type ParsedPage } from "../../../study/test/report/support/page.js";
import { scratch } from "../../../study/test/store/support/scratch.js";
import { publishedLandings } from "../../src/lander/published.js";
import { writeReport } from "../../src/report.js";

const place = scratch();

/* Twelve cases of a few landings, cut off long before they come to rest: enough for every table and picture to be made. */
const SAMPLES = 6;

describe("a tiny study of the lander", () => {
  const folder = place("lander.study");
  let written: WrittenReport;
  let page: ParsedPage;
  let rows: ReadonlyMap<string, readonly (string | number | null)[]>;
  const csv = (name: string): string[][] =>
    parseCsv(readFileSync(join(written.folder, "tables", `${name}.csv`), "utf8"));
  const of = (column: string, legs: string, ground: string): number[] => {
    const [ofLegs, ofGround] = [rows.get("legs") ?? [], rows.get("ground") ?? []];
    return (rows.get(column) ?? []).filter((_, i) => ofLegs[i] === legs && ofGround[i] === ground).map(Number);
  };

  beforeAll(async () => {
    const origin = { named: "europa-lander-quick", samples: SAMPLES, options: { duration: 0.4 } };
    await beginStudy(folder, await openStudy(origin), origin, { workers: 0 });
    // Beside itself, as if it were another variant.
    written = await writeReport(folder, { compare: [folder], png: false });
    page = parsePage(readFileSync(written.page, "utf8"));
    const { manifest, chunks } = await readResults(folder);
    const values = manifest.columns.map((): (string | number | null)[] => []);
    for await (const chunk of chunks()) chunk.forEach((column, c) => values[c].push(...column));
    rows = new Map(manifest.columns.map(({ name }, c) => [name, values[c]]));
  });

  test.each(publishedLandings)(
    "table $table, $legs: the published numbers, ours, and their difference",
    (published) => {
      const { legs, ground, table, mean, std } = published;
      const peaks = of("peakAcceleration", legs, ground);
      expect(peaks).toHaveLength(SAMPLES);
      const ours = peaks.reduce((sum, x) => sum + x, 0) / SAMPLES;
      const spread = Math.sqrt(peaks.reduce((sum, x) => sum + (x - ours) ** 2, 0) / (SAMPLES - 1));
      const [head, ...body] = csv(`table-${table}-${ground}`);
      const row = body.find(([name]) => name === legs) ?? [];
      const cell = (name: string): number => Number(row[head.indexOf(name)]);
      expect(cell("mean, published [m/s²]")).toBe(mean);
      expect(cell("mean, ours [m/s²]")).toBeCloseTo(ours, 9);
      expect(cell("difference [%]")).toBeCloseTo(100 * (ours / mean - 1), 9);
      expect(cell("std, published [m/s²]")).toBe(std);
      expect(cell("std, ours [m/s²]")).toBeCloseTo(spread, 9);
      expect(row[head.indexOf("within 15 %")]).toBe(Math.abs(ours / mean - 1) <= 0.15 ? "met" : "not met");
      const onPage = page.tables.get(`table-${table}-${ground}`)?.find(([name]) => name === legs) ?? [];
      expect(onPage[2]).toBe(mean.toFixed(1));
      expect(onPage[3].split(" ")[0]).toBe(String(Number(ours.toPrecision(4))));
    },
  );

  test("rollover / counts of the rows, beside the published rates", () => {
    for (const row of page.tables.get("rollover")?.slice(1) ?? []) {
      const [ground, legs] = row;
      const times = of("rolledOver", legs, ground).filter((x) => x === 1).length;
      const published = publishedLandings.find((each) => each.legs === legs && each.ground === ground)?.rollover ?? NaN;
      expect(row[4].split(" ")[0]).toBe(((100 * times) / SAMPLES).toFixed(1));
      expect(Math.abs(Number(row[3]) - 100 * published)).toBeLessThan(0.0501);
    }
    expect(page.tables.get("rollover")).toHaveLength(13);
  });

  test("the figures of the source are all there", () => {
    const figures = written.figures.map((path) => /figure-([\d.]+)-/.exec(path)?.[1]).filter((n) => n !== undefined);
    const wanted = "6.7 6.8 6.9 6.10 6.11 6.12 6.14 6.15 6.16 6.18 6.19 6.20 6.21 6.22".split(" ");
    expect(figures.sort()).toEqual(wanted.sort());
  });

  test("acceptance / all seven demands, met or not", () => {
    const [, ...demands] = page.tables.get("acceptance") ?? [];
    expect(demands).toHaveLength(7);
    for (const demand of demands) expect(["met", "not met"]).toContain(demand[2]);
    const near = publishedLandings.filter(({ legs, ground, mean }) => {
      const peaks = of("peakAcceleration", legs, ground);
      return Math.abs(peaks.reduce((sum, x) => sum + x, 0) / SAMPLES / mean - 1) <= 0.15;
    });
    expect(demands[0][1]).toMatch(new RegExp(`^${near.length} of 12;`));
  });

  test("which choices are fits is said, and variants stand side by side", () => {
    expect(page.text).toContain("is a fit to the published tables; nothing in the text supports it");
    expect(page.tables.get("variants")).toHaveLength(3);
    for (const row of page.tables.get("variants-mean")?.slice(1) ?? []) expect(row[3]).toBe(row[4]);
  });

  test("forces / the largest of the table is the largest of all twelve columns", () => {
    const columns = [...rows.keys()].filter((name) => /^(hip|knee)\dForce$/.test(name));
    expect(columns).toHaveLength(12);
    const most = Math.max(...columns.flatMap((name) => of(name, "stiff", "ice")));
    const [head, ...body] = csv("joint-forces");
    const row = body.find(([ground, legs]) => ground === "ice" && legs === "stiff") ?? [];
    expect(Number(row[head.indexOf("max")])).toBe(most);
  });
});
