import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inverseNormalCdf } from "kinetree/random";
import { openStudy } from "../../src/store/open-study.js";
import { readResults } from "../../src/store/read-results.js";
import { beginStudy } from "../../src/store/run-study.js";
import { writeReport, type WrittenReport } from "../../src/report/write-report.js";
import { scratch } from "../store/support/scratch.js";
import { toyStudy } from "../store/support/toy-study.js";
import { parseCsv, parsePage, type ParsedPage } from "./support/page.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const place = scratch();

/** Numbers of a column, read back. */
async function columnOf(folder: string, name: string): Promise<number[]> {
  const { manifest, chunks } = await readResults(folder);
  const at = manifest.columns.findIndex((column) => column.name === name);
  const values: number[] = [];
  for await (const chunk of chunks()) values.push(...Array.from(chunk[at] as Float64Array));
  return values;
}

/** A number as the page shows it. */
const shown = (x: number): string => String(Number(x.toPrecision(4))).replace("-", "−");

describe("a small study of a pendulum", () => {
  const folder = place("pendulum.study");
  let written: WrittenReport;
  let html = "";
  let page: ParsedPage;
  const csv = (name: string): string[][] =>
    parseCsv(readFileSync(join(written.folder, "tables", `${name}.csv`), "utf8"));

  beforeAll(async () => {
    const origin = { named: "pendulum", samples: 40, options: { duration: 2 } };
    await beginStudy(folder, await openStudy(origin), origin, { workers: 0 });
    written = await writeReport(folder);
    html = readFileSync(written.page, "utf8");
    page = parsePage(html);
  });

  test("mean and standard deviation / those of the rows, computed by two sums", async () => {
    const values = await columnOf(folder, "peakLoad");
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    const std = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
    const row = page.tables.get("output-peakload")?.[1] ?? [];
    expect(row[0]).toBe("pendulum");
    expect(row[1]).toBe("40");
    expect(row[2].split(" ")[0]).toBe(shown(mean));
    expect(row[3].split(" ")[0]).toBe(shown(std));
    const inFile = csv("output-peakload")[1].map(Number);
    expect(inFile[2]).toBeCloseTo(mean, 10);
    // Student's 0.975 quantile of 39 degrees of freedom, from printed tables.
    expect(inFile[4] - inFile[2]).toBeCloseTo((2.0227 * std) / Math.sqrt(40), 4);
    expect(inFile[5]).toBeCloseTo(std, 10);
  });

  test("quantiles / those of the sorted rows", async () => {
    const rising = (await columnOf(folder, "period")).sort((a, b) => a - b);
    const row = page.tables.get("output-period")?.[1] ?? [];
    const median = (rising[19] + rising[20]) / 2;
    expect(row.slice(4)).toHaveLength(7);
    expect([row[4], row[7], row[10]]).toEqual([rising[0], median, rising[39]].map(shown));
  });

  test("a rate / Wilson's interval, written out", async () => {
    const flags = await columnOf(folder, "overloaded");
    const times = flags.filter((x) => x === 1).length;
    const [n, p, z] = [flags.length, times / flags.length, inverseNormalCdf(0.975)];
    const root = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
    const ends = [-1, 1].map((side) => (100 * (p + (z * z) / (2 * n) + side * root)) / (1 + (z * z) / n));
    const row = csv("rates")[1];
    expect(row.slice(0, 4)).toEqual(["overloaded", "pendulum", String(n), String(times)]);
    expect(Number(row[4])).toBeCloseTo(100 * p, 10);
    expect(Number(row[5])).toBeCloseTo(ends[0], 8);
    expect(Number(row[6])).toBeCloseTo(ends[1], 8);
  });

  test("the period goes with the angle most, and longer pendulums are slower", () => {
    const [head, ...rows] = csv("rank-correlations");
    const at = head.indexOf("period");
    const of = (parameter: string): number => Number(rows.find(([name]) => name === parameter)?.[at]);
    expect(of("angle")).toBeGreaterThan(0.5);
    expect(of("length")).toBeGreaterThan(0);
    expect(page.text).toContain("period against angle");
  });

  test("the facts of the manifest are on the page", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      hash: string;
      cases: { modelHash: string }[];
    };
    for (const fact of [
      manifest.hash,
      manifest.cases[0].modelHash,
      "seed 1",
      "latin-hypercube",
      "40 samples in 1 case",
    ])
      expect(page.text).toContain(fact);
    expect(page.text).toContain("None of the samples failed.");
    expect(page.tables.get("parameters")?.[1]).toEqual(["length", "normal: mean 1 m, std 2 cm", "all"]);
  });

  test("the page needs nothing but itself", () => {
    expect([...page.elements].filter((name) => /^(script|link|img|iframe|object|image|use|base)$/.test(name))).toEqual(
      [],
    );
    expect(page.links.filter((link) => !link.startsWith("#"))).toEqual([]);
    const names = html.replaceAll("http://www.w3.org/2000/svg", "").replaceAll("http://www.w3.org/1999/xhtml", "");
    expect(names).not.toMatch(/https?:|@import|url\(|@font-face/);
  });

  test("the page has a light and a dark look, and one for paper", () => {
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).toContain("@media print");
  });

  test("every table and picture has its file, and the pictures stand alone", () => {
    const names = (sub: string): string[] => readdirSync(join(written.folder, sub)).sort();
    expect(names("tables")).toEqual(written.tables.map((path) => path.split(/[\\/]/).at(-1)).sort());
    const stems = new Set(names("figures").map((name) => name.replace(/\.\w+$/, "")));
    expect(names("figures")).toHaveLength(2 * stems.size);
    for (const stem of stems) {
      expect(html).toContain(`id="figure-${stem}"`);
      const svg = readFileSync(join(written.folder, "figures", `${stem}.svg`), "utf8");
      expect(svg).not.toContain("var(");
      parsePage(svg);
      const png = readFileSync(join(written.folder, "figures", `${stem}.png`));
      expect(png.subarray(1, 4).toString()).toBe("PNG");
    }
  });

  test("a second report has the same bytes, and replaces the first", async () => {
    rmSync(join(written.folder, "tables", "rates.csv"));
    await writeReport(folder, { png: false });
    expect(readFileSync(written.page, "utf8")).toBe(html);
    expect(existsSync(join(written.folder, "tables", "rates.csv"))).toBe(true);
    expect(readdirSync(join(written.folder, "figures")).filter((name) => name.endsWith(".png"))).toEqual([]);
  });

  test("the same study beside itself / no difference, sample by sample", async () => {
    const { folder: out } = await writeReport(folder, { compare: [folder], out: place("beside"), png: false });
    const again = parsePage(readFileSync(join(out, "report.html"), "utf8"));
    expect(again.text).toContain("differences are taken sample by sample");
    const [, ...rows] = [...again.tables].find(([name]) => name.startsWith("compared-with-"))?.[1] ?? [];
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.slice(4)).toEqual(["0 0 to 0", "within"]);
  });
});

describe("a study with failures and two cases", () => {
  const folder = place("toy.study");

  test("failed samples are listed with their causes, and count in no statistic", async () => {
    await beginStudy(folder, toyStudy(), {}, { workers: 0 });
    const { page, missing } = await writeReport(folder, { png: false });
    const parsed = parsePage(readFileSync(page, "utf8"));
    // Samples 7, 30, 53, 76 and 99 of each of the two cases.
    expect(parsed.text).toContain("10 (step-too-small 10)");
    expect(parsed.tables.get("failures-shown")).toHaveLength(11);
    expect(parsed.tables.get("failures-shown")?.[6].slice(0, 4)).toEqual(["107", "soft", "7", "step-too-small"]);
    expect(
      parsed.tables
        .get("output-peak-load")
        ?.slice(1)
        .map((row) => row[1]),
    ).toEqual(["95", "95"]);
    expect(missing).toBe(0);
  });

  test("a study that is not finished / a report of what is there, which says so", async () => {
    const part = place("part.study");
    const stop = new AbortController();
    await beginStudy(
      part,
      toyStudy({ before: ({ caseIndex }) => caseIndex === 1 && stop.abort() }),
      {},
      {
        workers: 0,
        chunkSize: 50,
        signal: stop.signal,
      },
    );
    const { page, missing } = await writeReport(part, { png: false });
    expect(missing).toBeGreaterThan(0);
    expect(parsePage(readFileSync(page, "utf8")).text).toContain(`${missing} of the study are not done yet`);
  });

  test("another seed beside it / samples are taken as independent", async () => {
    const other = place("other.study");
    await beginStudy(other, toyStudy({ seed: 2 }), {}, { workers: 0 });
    const { page } = await writeReport(folder, { compare: [other], png: false });
    expect(parsePage(readFileSync(page, "utf8")).text).toContain("the samples are taken as independent");
  });

  test("a folder with other things in it / refused, nothing is touched", async () => {
    const out = place("mine");
    mkdirSync(out);
    writeFileSync(join(out, "thesis.txt"), "years of work");
    expect(await refusalOf(writeReport(folder, { out, png: false }))).toEqual({
      code: "folder-in-use",
      subject: `folder ${out}`,
      value: "thesis.txt",
    });
    expect(readdirSync(out)).toEqual(["thesis.txt"]);
  });

  test("a folder without a study / refused by name", async () => {
    const nowhere = place("nowhere");
    expect(await refusalOf(writeReport(nowhere))).toEqual({
      code: "not-a-study-folder",
      subject: `folder ${nowhere}`,
      value: nowhere,
    });
  });
});
