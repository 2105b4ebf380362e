import type { ComparedFormulation, Comparison } from "kinetree/formulations";
import { brief, briefCell, withExponent } from "../../output/number-text.js";
import { table } from "../../output/table.js";
import type { RunSettings } from "../../run/run-settings.js";

const heads = [
  "formulation",
  "steps",
  "rejected",
  "compile [ms]",
  "run [ms]",
  "accelerations [1]",
  "coordinates [rad, m]",
  "positions [m]",
  "loads [1]",
  "closure [m, rad]",
  "energy [1]",
];

/** The comparison for a reader: table, who did not run, the verdict. */
export function comparisonText(found: Comparison, settings: RunSettings): string {
  const { formulations, verdict, reference } = found;
  const accuracy =
    settings.step === null ? `tolerance ${settings.tolerance ?? 1e-8}` : `steps of ${brief(settings.step)} s`;
  const [from, to] = [found.t.at(0), found.t.at(-1)];
  const span = from === undefined || to === undefined ? "" : ` from ${brief(from)} s to ${brief(to)} s`;
  const against = reference === null ? "" : `, differences from ${reference}`;
  const ran = formulations.flatMap((each) => (each.outcome === "ran" ? [rowOf(each)] : []));
  const notes = formulations.flatMap(noteOn);
  return [
    `${found.model}${span}, ${accuracy}${against}`,
    ...(ran.length > 0 ? ["", table([heads, ...ran], ["left", ...heads.slice(1).map(() => "right" as const)])] : []),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    `${verdictWords[verdict.outcome]}: ${verdict.message}`,
    ...verdict.remarks.map((remark) => `note: ${remark}`),
  ].join("\n");
}

const verdictWords = {
  agree: "agree",
  disagree: "DISAGREE",
  failed: "FAILED",
  "nothing-to-compare": "nothing to compare",
} as const;

function rowOf(run: ComparedFormulation & { readonly outcome: "ran" }): string[] {
  const numbers = [
    run.compileMs,
    run.runMs,
    run.accelerations,
    run.coordinates.value,
    run.positions.value,
    run.loads?.value,
    run.closure?.value,
    run.energy,
  ];
  return [run.name, String(run.steps.accepted), String(run.steps.rejected), ...numbers.map(cell)];
}

/** What is not there is a dash; two or three digits are enough of what is. */
const cell = (x: number | null | undefined): string =>
  typeof x === "number" && x !== 0 && Math.abs(x) < 1e-3 ? withExponent(x) : briefCell(x);

function noteOn(each: ComparedFormulation): string[] {
  if (each.outcome === "refused") return [`${each.name} does not take it: ${each.reason}`];
  if (each.outcome === "failed") return [`${each.name} failed: ${each.error.message}`];
  return [];
}
