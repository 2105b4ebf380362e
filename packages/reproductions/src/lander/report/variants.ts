import { inPercent, type Block, type Cell, type Estimate, type ReportTable } from "@kinetree/study/report";
import { bars, demandsOf, meanOff, rolloverOff, stdOff } from "./acceptance.js";
import type { Landings, LanderStudy } from "./landings.js";

/** Variants of the lander compared with each other and with the published numbers. */
export function variantBlocks(studies: readonly LanderStudy[]): readonly Block[] {
  const labels = uniqueLabels(studies);
  const head = (unit: string): ReportTable["columns"] => {
    const style = unit === "%" ? ({ style: "tenths" } as const) : {};
    return [
      { name: "ground" },
      { name: "legs" },
      { name: "published", unit, ...style },
      ...labels.map((name) => ({ name, unit, ...style })),
    ];
  };
  const rows = (published: (each: Landings) => number, ours: (each: Landings) => Estimate): Cell[][] =>
    studies[0].landings.map((each): Cell[] => [
      each.ground,
      each.legs,
      published(each),
      ...studies.map(({ landings }) => {
        const found = landings.find(({ legs, ground }) => legs === each.legs && ground === each.ground);
        return found === undefined ? null : ours(found);
      }),
    ]);
  const table = (name: string, title: string, unit: string, cells: Cell[][]): Block => ({
    kind: "table",
    table: { name, title, columns: head(unit), rows: cells },
  });
  return [
    {
      kind: "text",
      text:
        '"fitted" is the default, and a fit; "literal" takes the tables by their words; "documented-sizes" keeps the sizes that the text gives. ' +
        "Each is a study of its own.",
    },
    { kind: "table", table: scoreTable(studies, labels) },
    table(
      "variants-mean",
      "Mean peak acceleration",
      "m/s²",
      rows(
        ({ published }) => published.mean,
        ({ peak }) => peak.mean,
      ),
    ),
    table(
      "variants-std",
      "Standard deviation of the peak acceleration",
      "m/s²",
      rows(
        ({ published }) => published.std,
        ({ peak }) => peak.deviation,
      ),
    ),
    table(
      "variants-rollover",
      "Rollover rate",
      "%",
      rows(
        ({ published }) => 100 * published.rollover,
        ({ rollover }) => inPercent(rollover.rate),
      ),
    ),
  ];
}

function scoreTable(studies: readonly LanderStudy[], labels: readonly string[]): ReportTable {
  const near = (landings: readonly Landings[], off: (each: Landings) => number, bar: number): string =>
    `${landings.filter((each) => Math.abs(off(each)) <= bar).length} of ${landings.length}`;
  return {
    name: "variants",
    title: "How near each variant comes",
    columns: [
      { name: "variant" },
      { name: "landings a case" },
      { name: `means within ${bars.mean} %` },
      { name: `standard deviations within ${bars.std} %` },
      { name: `rollover within ${bars.rollover} points` },
      { name: "demands met" },
    ],
    rows: studies.map((study, i): readonly Cell[] => {
      const demands = demandsOf(study);
      return [
        labels[i],
        study.data.manifest.samples,
        near(study.landings, meanOff, bars.mean),
        near(study.landings, stdOff, bars.std),
        near(study.landings, rolloverOff, bars.rollover),
        `${demands.filter(({ verdict }) => verdict.holds).length} of ${demands.length}`,
      ];
    }),
  };
}

/** The label of a study, with its folder where two have the same. */
const uniqueLabels = (studies: readonly LanderStudy[]): readonly string[] =>
  studies.map(({ label, data }) =>
    studies.filter((other) => other.label === label).length > 1 ? `${label} (${data.label})` : label,
  );
