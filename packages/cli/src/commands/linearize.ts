import { jointsFromSpeeds, type Model } from "kinetree";
import {
  eigenGeneral,
  linearize,
  linearizeDescriptor,
  type DescriptorSystem,
  type Linearization,
} from "kinetree/analysis";
import { requireChoice } from "../input/choices.js";
import { modelFile, optionFile, requireDistinct, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { readState } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import { csvLine } from "../output/csv-line.js";
import { speedNames } from "../output/joint-names.js";
import { rowsOf } from "../output/matrix.js";
import { print, printJson, tell } from "../output/streams.js";
import { table } from "../output/table.js";
import { brief } from "../output/number-text.js";
import { refuseToReplace, writeWhole } from "../output/write-text.js";
import { usage } from "../failure/errors.js";
import type { CommandAction } from "../command-spec.js";

interface Options extends ModelOptions {
  readonly state?: string;
  readonly inputs?: string;
  readonly descriptor?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `kinetree linearize` */
export const linearizeModel: CommandAction = async ([source], options: Options) => {
  const { out } = options;
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], optionFile("--out", out));
  const { model } = await loadModel(source, options);
  const state = readState(model, options.state);
  if (out !== undefined) {
    if (!/\.(json|csv)$/i.test(out))
      throw usage(
        "unknown-format",
        "--out",
        out,
        `--out "${out}" has no format that is known. End it in .json or .csv.`,
      );
    refuseToReplace(out, options.force);
  }
  announceCompiling(model.bodies.length, options.quiet);
  const inputs =
    options.inputs === undefined ? {} : { inputs: requireChoice("--inputs", options.inputs, ["actuators", "forces"]) };
  const found =
    options.descriptor === true
      ? describeDescriptor(model, linearizeDescriptor(model, state, inputs), options.inputs)
      : describe(model, linearize(model, state, inputs), options.inputs);
  if (out !== undefined) writeWhole(out, /\.csv$/i.test(out) ? asCsv(found) : `${JSON.stringify(found, null, 2)}\n`);
  if (!isAtRest(found, state.v) && options.quiet !== true)
    tell(
      "kinetree: warning: this state is no equilibrium; A and B describe departures from a motion. kinetree equilibrium finds one.",
    );
  if (options.json === true) printJson(found);
  else print(asText(model, found, out));
  return 0;
};

interface Described {
  readonly model: string;
  /** Of a descriptor system. */
  readonly E?: number[][];
  readonly A: number[][];
  readonly B: number[][];
  /** Rows and columns of A: departures of position, then of speed; then of internal states; of a descriptor system, then of the forces of closures. */
  readonly states: readonly string[];
  readonly inputs: readonly string[];
  readonly vdot: unknown;
  /** Rates of the internal states; not of a descriptor system. */
  readonly zdot?: readonly number[];
  readonly eigenvalues?: readonly { readonly re: number; readonly im: number }[];
}

function describe(
  model: Model,
  { A, B, inputs, independent, states, vdot, zdot }: Linearization,
  asked: string | undefined,
): Described {
  const names = speedNames(model);
  // What couplers drive follows the others, and has no row of its own.
  const rows = Array.from(independent, (i) => names[i]);
  const { re, im } = eigenGeneral(A);
  return {
    model: model.name,
    A: rowsOf(A),
    B: rowsOf(B),
    states: [...rows.map((name) => `q.${name}`), ...rows.map((name) => `v.${name}`), ...states.slice(2 * rows.length)],
    inputs: inputColumns(model, inputs, asked),
    vdot: jointsFromSpeeds(model, vdot),
    zdot: Array.from(zdot),
    eigenvalues: Array.from(re, (value, i) => ({ re: value, im: im[i] })),
  };
}

function describeDescriptor(
  model: Model,
  { E, A, B, inputs, states, vdot }: DescriptorSystem,
  asked: string | undefined,
): Described {
  const names = speedNames(model);
  const others = states.slice(2 * names.length);
  return {
    model: model.name,
    E: rowsOf(E),
    A: rowsOf(A),
    B: rowsOf(B),
    states: [...names.map((name) => `q.${name}`), ...names.map((name) => `v.${name}`), ...others],
    inputs: inputColumns(model, inputs, asked),
    vdot: jointsFromSpeeds(model, vdot),
  };
}

function inputColumns(model: Model, inputs: readonly string[], asked: string | undefined): readonly string[] {
  const byForces = asked === "forces" || (asked === undefined && model.actuators.length === 0);
  return byForces ? speedNames(model).map((name) => `tau.${name}`) : inputs.map((name) => `u.${name}`);
}

/** What rounding leaves of a balance is no motion. */
const isAtRest = ({ vdot, zdot = [] }: Described, v: Float64Array): boolean =>
  v.every((x) => x === 0) &&
  [...Object.values(vdot as Record<string, number | number[]>).flat(), ...zdot].every((x) => Math.abs(x) < 1e-6);

/** Columns of E, where there is one, then of A and B. */
const columnsOf = ({ E, states, inputs }: Described): readonly string[] => [
  ...(E ? states.map((state) => `E ${state}`) : []),
  ...states,
  ...inputs,
];

const rowOf = ({ E, A, B }: Described, i: number): readonly number[] => [...(E?.[i] ?? []), ...A[i], ...B[i]];

function asCsv(found: Described): string {
  const { states } = found;
  const lines = [["row", ...columnsOf(found)], ...states.map((state, i) => [state, ...rowOf(found, i).map(String)])];
  return lines.map(csvLine).join("");
}

const LARGEST_MATRIX = 16;

function asText(model: Model, found: Described, out: string | undefined): string {
  const { E, states, inputs, eigenvalues } = found;
  const columns = columnsOf(found);
  const size = `${states.length} × ${states.length}`;
  const matrices =
    columns.length <= LARGEST_MATRIX
      ? table(
          [["", ...columns], ...states.map((state, i) => [state, ...rowOf(found, i).map((x) => brief(x, 5))])],
          ["left", ...columns.map(() => "right" as const)],
        )
      : `${E ? `E and A are ${size}` : `A is ${size}`}, B ${states.length} × ${inputs.length}; see --json or --out`;
  const roots = eigenvalues?.map(({ re, im }) => [
    brief(re),
    im === 0 ? "" : `${im < 0 ? "-" : "+"} ${brief(Math.abs(im))} i`,
  ]);
  return [
    E
      ? `${model.name}: E x' = A x + B w, columns of E, then of A and B`
      : `${model.name}: x' = A x + B w, columns of A then of B`,
    matrices,
    ...(roots ? [`\neigenvalues of A [1/s]\n${table(roots, ["right", "left"])}`] : []),
    ...(out === undefined ? [] : [`\nwritten to ${out}`]),
  ].join("\n");
}
