import type { Block, ReportTable } from "../document.js";
import { studyField, type StudyData } from "../study-data.js";

/** "1 sample", "4,800 samples". */
const counted = (n: number, one: string): string => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

/** What a reader asks first: what was run, how much of it, and whether it went well. */
export function overviewFacts(data: StudyData): Extract<Block, { kind: "facts" }> {
  const { manifest, rows, failures, cases } = data;
  const missing = manifest.rows - rows;
  return {
    kind: "facts",
    facts: [
      ["Study", manifest.name],
      [
        "Samples",
        `${counted(rows, "sample")} in ${counted(cases.length, "case")}` +
          (missing === 0 ? "" : `; ${missing.toLocaleString("en")} of the study are not done yet`),
      ],
      ["Failed", failures.length === 0 ? "none" : `${failures.length} (${causes(data)})`],
      ["Sampler", `${String(studyField(manifest, "sampler") ?? "")}, seed ${manifest.seed}`],
      ["Made by", `kinetree ${manifest.versions.kinetree}`],
    ],
  };
}

function causes({ failures }: StudyData): string {
  const counts = new Map<string, number>();
  for (const { cause } of failures) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, n]) => `${cause} ${n}`).join(", ");
}

/** Failed samples in the page; those beyond are in the file. */
const MOST_FAILURES = 40;

/** Every failed sample with its cause. */
export function failureBlocks({ failures, manifest, folder }: StudyData): readonly Block[] {
  if (failures.length === 0) return [{ kind: "text", text: `None of the samples failed.` }];
  const columns = [{ name: "row" }, { name: "case" }, { name: "sample" }, { name: "cause" }, { name: "t", unit: "s" }];
  const rowOf = (name: string, sample: number): number =>
    manifest.cases.findIndex((each) => each.name === name) * manifest.samples + sample;
  const rows = failures.map(({ case: name, sample, cause, t }) => [rowOf(name, sample), name, sample, cause, t]);
  const all: ReportTable = {
    name: "failures",
    title: "Failed samples",
    columns: [...columns, { name: "last state or reason" }],
    rows: failures.map(({ state }, i) => [...rows[i], state]),
  };
  return [
    {
      kind: "text",
      text: `Failed samples have no outputs, and count in no statistic. kinetree study replay ${folder} ROW runs one again.`,
    },
    {
      kind: "table",
      table: { ...all, name: "failures-shown", columns, rows: rows.slice(0, MOST_FAILURES) },
    },
    { kind: "files", tables: [all], text: "All of them, with the state in which each stood last:" },
  ];
}

/** How the study can be made again: everything that its results depend on. */
export function originBlocks({ manifest }: StudyData): readonly Block[] {
  const models = new Map<string, string[]>();
  for (const { name, modelHash } of manifest.cases) models.set(modelHash, [...(models.get(modelHash) ?? []), name]);
  return [
    {
      kind: "facts",
      facts: [
        ["Hash of the study", manifest.hash],
        ...[...models].map(([hash, names]): [string, string] => [
          "Model",
          `${hash} (${names.length === manifest.cases.length ? "all cases" : shortList(names)})`,
        ]),
        ["Version", `kinetree ${manifest.versions.kinetree}, format ${manifest.format}`],
        ["Seed", String(manifest.seed)],
        ["Source", JSON.stringify(manifest.source ?? null)],
        ["Scenario", JSON.stringify(studyField(manifest, "scenario") ?? null)],
      ],
    },
    { kind: "table", table: distributionTable(manifest) },
  ];
}

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** What varies, as the study says it; where cases differ, each of them. */
function distributionTable(manifest: StudyData["manifest"]): ReportTable {
  const listOf = (value: unknown): [string, unknown][] => Object.entries((value ?? {}) as Record<string, unknown>);
  const found = new Map<string, string[]>();
  const add = (name: string, distribution: unknown, where: string): void => {
    const key = JSON.stringify([name, text(distribution)]);
    found.set(key, [...(found.get(key) ?? []), where]);
  };
  for (const [name, distribution] of listOf(studyField(manifest, "parameters"))) add(name, distribution, "");
  const cases = studyField(manifest, "cases");
  for (const each of Array.isArray(cases) ? (cases as Record<string, unknown>[]) : [])
    for (const [name, distribution] of listOf(each["parameters"])) add(name, distribution, String(each["name"]));
  return {
    name: "parameters",
    title: "Varied parameters",
    columns: ["parameter", "distribution", "cases"].map((name) => ({ name })),
    rows: [...found].map(([key, where]) => {
      const [name, distribution] = JSON.parse(key) as [string, string];
      return [name, distribution, where.includes("") ? "all" : shortList(where)];
    }),
  };
}

/** "normal: mean 1 m, std 2 cm". */
function text(distribution: unknown): string {
  if (typeof distribution !== "object" || distribution === null) return String(distribution);
  return Object.entries(distribution)
    .map(([kind, fields]) => {
      if (typeof fields !== "object" || fields === null) return `${kind} ${String(fields)}`;
      const parts = Object.entries(fields as object).map(
        ([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : String(value)}`,
      );
      return `${kind}: ${parts.join(", ")}`;
    })
    .join("; ");
}

/** What the numbers of the report mean. */
export const methodBlocks: readonly Block[] = Object.freeze([
  {
    kind: "list",
    items: [
      "Intervals hold the true number 19 times of 20 (95 %). Of a mean: Student's. Of a standard deviation: Bonett's of 2006, which holds for skewed numbers too. Of a rate: Wilson's.",
      "Quantiles are straight lines between neighbours (type 7 of Hyndman and Fan).",
      "A difference exceeds sampling error where its 95 % interval does not hold zero: Welch's for means, Bonett's for standard deviations, Newcombe's for rates; sample by sample where two cases have the same draws. One of twenty such comparisons does so by chance.",
      "Latin hypercubes and Sobol's sequence spread samples evenly. Their means vary less than the intervals here say, which take samples as independent.",
      "Tables are in the folder tables as CSV with all digits, pictures in the folder figures as SVG and PNG.",
    ],
  } as const,
]);
