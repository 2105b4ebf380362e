import type { ComparedFormulation, ComparedRun, Comparison, LargestDifference } from "kinetree/formulations";
import { briefNumber } from "../ui/behaviour/number-text.js";

/** Where and when a difference is largest; "" where nothing differs. */
export const placeText = (difference: LargestDifference | null): string =>
  difference === null || difference.of === "" ? "" : `${difference.of}, ${briefNumber(difference.t)} s`;

/** How many times longer than the fastest a run took; null without times. */
export function ratioToFastest(found: Comparison, run: ComparedRun): number | null {
  const times = found.formulations.flatMap((each) =>
    each.outcome === "ran" && each.runMs !== null ? [each.runMs] : [],
  );
  const fastest = Math.min(...times);
  return run.runMs === null || !(fastest > 0) ? null : run.runMs / fastest;
}

const heads = [
  "formulation",
  "outcome",
  "reference",
  "compile [ms]",
  "run [ms]",
  "ratio to the fastest",
  "steps",
  "rejected steps",
  "closure drift [m or rad]",
  "closure drift of",
  "closure drift at [s]",
  "energy drift [1]",
  "accelerations [1]",
  "coordinates [rad or m]",
  "coordinates of",
  "coordinates at [s]",
  "positions [m]",
  "positions of",
  "positions at [s]",
  "loads [1]",
  "loads of",
  "loads at [s]",
  "remark",
];

export function comparisonCsv(found: Comparison): string {
  const rows = found.formulations.map((each) => rowOf(found, each));
  return [heads, ...rows].map((row) => row.map(field).join(",")).join("\n") + "\n";
}

function rowOf(found: Comparison, each: ComparedFormulation): (string | number | null)[] {
  const blank = heads.slice(2, -1).map(() => null);
  if (each.outcome === "refused") return [each.name, "refused", ...blank, each.reason];
  if (each.outcome === "failed") return [each.name, "failed", ...blank, each.error.message];
  const difference = (of: LargestDifference | null): (string | number | null)[] =>
    of === null ? [null, null, null] : [of.value, of.of, of.t];
  return [
    each.name,
    "ran",
    each.name === found.reference ? "yes" : "no",
    each.compileMs,
    each.runMs,
    ratioToFastest(found, each),
    each.steps.accepted,
    each.steps.rejected,
    ...difference(each.closure),
    each.energy,
    each.accelerations,
    ...difference(each.coordinates),
    ...difference(each.positions),
    ...difference(each.loads),
    null,
  ];
}

const field = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
