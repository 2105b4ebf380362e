import { KinetreeError, type Model, type State } from "kinetree";
import { stiffnessOf, type Stiffness } from "kinetree/analysis";
import {
  explainFormulations,
  type ExplainedCompound,
  type ExplainedFormulation,
  type Explanation,
} from "kinetree/formulations";
import type { CommandAction } from "../command-spec.js";
import { modelFile, requireDistinct, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { requireTime } from "../input/quantities.js";
import { readState } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import { briefCell, count, withExponent } from "../output/number-text.js";
import { PartBar } from "../output/part-bar.js";
import { print, printJson } from "../output/streams.js";
import { table } from "../output/table.js";

interface Options extends ModelOptions {
  readonly state?: string;
  readonly seconds?: string;
  readonly progress?: boolean;
  readonly json?: boolean;
}

/** For each measurement [s]. */
const DEFAULT_SECONDS = 0.2;

/** `kinetree explain` */
export const explain: CommandAction = async ([source], options: Options) => {
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], []);
  const seconds = options.seconds === undefined ? DEFAULT_SECONDS : requireTime("--seconds", options.seconds);
  const { model, start: usual } = await loadModel(source, options);
  const { t, q, v } = readState(model, options.state, usual ?? {});
  announceCompiling(model.bodies.length, options.quiet);
  const bar = new PartBar(options.progress !== false && options.quiet !== true, performance.now());
  const found = explainFormulations(model, {
    state: { t, q, v },
    now: () => performance.now(),
    measureFor: 1000 * seconds,
    onProgress: (part, formulation) => bar.show(performance.now(), part, formulation),
  });
  bar.clear();
  const stiffness = estimateOf(model, { t, q, v });
  if (options.json === true) printJson({ ...found, stiffness });
  else print(`${asText(found)}\n${"advice" in stiffness ? stiffness.advice : `stiffness: ${stiffness.problem}`}`);
  return 0;
};

/** How stiff the model is at a state, or why that cannot be told. */
function estimateOf(model: Model, state: State): Stiffness | { readonly problem: string } {
  try {
    return stiffnessOf(model, { state });
  } catch (error) {
    if (error instanceof KinetreeError) return { problem: error.message };
    throw error;
  }
}

/** A list longer than this is cut. */
const LONGEST = 12;

function asText({ model, sizes, compounds, formulations, chosen }: Explanation): string {
  const { redundant } = sizes;
  const named = redundant.slice(0, LONGEST).map(({ closure, direction }) => `${closure}: ${direction}`);
  const more = redundant.length - named.length;
  const facts = [
    ["model", model],
    ["bodies, joints", `${sizes.bodies}, ${sizes.joints}`],
    ["tree", `${count(sizes.coordinates, "coordinate")}, ${count(sizes.speeds, "speed")}`],
    ["loops", String(sizes.loops)],
    ["closure rows", `${sizes.closureRows}, ${redundant.length} of them redundant`],
    ...named.map((row) => ["", row]),
    ...(more > 0 ? [["", `and ${more} more`]] : []),
    ["degrees of freedom", String(sizes.degreesOfFreedom)],
    ...compounds.slice(0, LONGEST).map((each, i) => [i === 0 ? "compounds" : "", compoundText(each)]),
    ...(compounds.length > LONGEST ? [["", `and ${compounds.length - LONGEST} more`]] : []),
  ];
  const notes = formulations.flatMap(({ name, refusal, problem }) => [
    ...(refusal === null ? [] : [`${name} does not take it: ${refusal}`]),
    ...(problem === null ? [] : [`${name} had trouble: ${problem}`]),
  ]);
  return [
    table(facts),
    "",
    table([heads, ...formulations.map((each) => rowOf(each, chosen.name))], sides),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    chosen.name === null
      ? `none is taken unless it is named: ${chosen.reason}`
      : `taken (*): ${chosen.name}, ${chosen.reason}`,
  ].join("\n");
}

const compoundText = ({ bodies, closures, independent }: ExplainedCompound): string =>
  `${listText(bodies)}; closed by ${listText(closures)}; moved by ${independent.length === 0 ? "nothing" : listText(independent)}`;

/** Some names, and how many more. */
const listText = (names: readonly string[]): string => {
  const shown = names.slice(0, SHOWN_NAMES).join(", ");
  return names.length > SHOWN_NAMES ? `${shown}, and ${names.length - SHOWN_NAMES} more` : shown;
};
const SHOWN_NAMES = 6;

const heads = [
  "formulation",
  "takes it",
  "size of the equations",
  "predicted [multiply-adds]",
  "measured [us]",
  "closure error [m, rad]",
  "after [s]",
];
const sides = ["left", "left", "left", "right", "right", "right", "right"] as const;

const rowOf = (each: ExplainedFormulation, chosen: string | null): string[] => [
  `${each.name}${each.name === chosen ? " *" : ""}`,
  each.refusal === null ? "yes" : "no",
  each.size ?? "-",
  each.predicted === null ? "-" : String(Math.round(each.predicted)),
  briefCell(each.measuredUs),
  each.drift === null ? "-" : withExponent(each.drift.closure),
  briefCell(each.drift?.duration),
];
