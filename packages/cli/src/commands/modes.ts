import { buildModel, jointsFromState, KinetreeError, loadFacts, type Model } from "kinetree";
import { equilibrium, modes, type Mode, type Modes } from "kinetree/analysis";
import type { CommandAction } from "../command-spec.js";
import { usage } from "../failure/errors.js";
import { modelFile, requireDistinct, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { readPins } from "../input/pins.js";
import { requireCount } from "../input/quantities.js";
import { readState } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import { speedNames } from "../output/joint-names.js";
import { brief } from "../output/number-text.js";
import { print, printJson, tell } from "../output/streams.js";
import { table } from "../output/table.js";

interface Options extends ModelOptions {
  readonly state?: string;
  readonly settle?: boolean;
  readonly undamped?: boolean;
  readonly count?: string;
  readonly unloaded?: boolean;
  readonly pin?: readonly string[];
  readonly json?: boolean;
}

/** `kinetree modes` */
export const findModes: CommandAction = async ([source], options: Options) => {
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], []);
  const most = options.count === undefined ? Infinity : requireCount("--count", options.count, "10");
  const { model: loaded } = await loadModel(source, options);
  const model = options.unloaded === true ? withoutSignals(loaded) : loaded;
  announceCompiling(model.bodies.length, options.quiet);
  const given = readState(model, options.state);
  const pinned = readPins(model, options.pin);
  const point = options.settle === true ? equilibrium(model, given, { pinned }).point : given;
  const found = balanced(() => modes(model, point, { pinned }));
  // Without dampers the symmetric problem gives the same modes, without rounding in their damping.
  const hasDampers = found.damping.data.some((x) => x !== 0) || found.states.length > 0;
  const isUndamped = options.undamped === true || (!hasDampers && found.warnings.length === 0);
  const all = isUndamped ? found.undamped : rigidOnce(found);
  const chosen = all.slice(0, most);
  if (options.quiet !== true) for (const warning of found.warnings) tell(`kinetree: warning: ${warning}`);
  if (options.json === true) {
    const { q } = jointsFromState(model, point);
    printJson({
      model: model.name,
      q,
      speeds: speedNames(model),
      states: found.states,
      modes: chosen.map(describe),
      warnings: found.warnings,
    });
  } else print(asText(model, chosen, found.states));
  return 0;
};

/** What is missing to an equilibrium, in words of the command line. */
function balanced(find: () => Modes): Modes {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof KinetreeError) || error.code !== "modes-without-equilibrium") throw error;
    const { code, subject, value } = error;
    throw usage(
      code,
      subject,
      value,
      `${subject}: a force of ${brief(Number(value), 4)} (N or N m) is not balanced in this state. ` +
        "Add --settle to find an equilibrium first, hold joints with --pin, or give another state with --state.",
    );
  }
}

/** Damped modes, but a motion that nothing resists, a double eigenvalue, once as it is among the undamped ones. */
function rigidOnce({ undamped, damped }: Modes): readonly Mode[] {
  const rigid = undamped.filter(({ isRigid }) => isRigid);
  const others = damped.filter(({ isRigid }) => !isRigid);
  return damped.length - others.length === 2 * rigid.length ? [...rigid, ...others] : damped;
}

/** The model without the loads that are given over time: its own frequencies in a pose, whatever drives it there. */
const withoutSignals = (model: Model): Model =>
  buildModel({
    ...model,
    loads: model.loads.filter((load) =>
      loadFacts(load).fields.every(({ type }) => type !== "signal" && type !== "signals"),
    ),
  });

const describe = (mode: Mode): Record<string, unknown> => ({
  frequency: mode.frequency,
  angularFrequency: mode.angularFrequency,
  dampingRatio: mode.dampingRatio,
  eigenvalue: mode.eigenvalue,
  isRigid: mode.isRigid,
  isUnstable: mode.isUnstable,
  shape: mode.shape,
  shapeIm: mode.shapeIm,
  timeConstant: mode.timeConstant,
  states: mode.states,
  statesIm: mode.statesIm,
});

/** So many joints of a shape are shown, those that move most. */
const SHOWN = 4;

function asText(model: Model, found: readonly Mode[], states: readonly string[]): string {
  const names = speedNames(model);
  const remembers = states.length > 0;
  const rows = found.map((mode, i) => [
    String(i + 1),
    brief(mode.frequency),
    mode.frequency === 0 ? "" : brief(1 / mode.frequency, 4),
    brief(mode.dampingRatio, 4),
    ...(remembers ? [mode.timeConstant === null ? "" : brief(mode.timeConstant, 4)] : []),
    mode.isRigid ? "rigid" : mode.isUnstable ? "grows" : "",
    shapeText(mode, names, states),
  ]);
  const timeConstant = remembers ? ["time constant [s]"] : [];
  const head = ["", "frequency [Hz]", "period [s]", "damping ratio", ...timeConstant, "", "shape, largest first"];
  const numbers = head.slice(0, -2).map(() => "right" as const);
  return `${model.name}\n${table([head, ...rows], numbers)}`;
}

function shapeText(mode: Mode, speeds: readonly string[], states: readonly string[]): string {
  // Where nothing moves, internal states change.
  const isStill = mode.shape.every((x) => x === 0) && mode.shapeIm.every((x) => x === 0);
  const [shape, shapeIm, names] = isStill ? [mode.states, mode.statesIm, states] : [mode.shape, mode.shapeIm, speeds];
  const size = (i: number): number => Math.sqrt(shape[i] * shape[i] + shapeIm[i] * shapeIm[i]);
  const order = [...shape.keys()].sort((a, b) => size(b) - size(a));
  const largest = size(order[0]);
  const shown = order.filter((i) => size(i) > 1e-3 * largest).slice(0, SHOWN);
  const parts = shown.map((i) => `${names[i]} ${brief((shape[i] < 0 ? -1 : 1) * (size(i) / largest), 3)}`);
  const rest = order.filter((i) => size(i) > 1e-3 * largest).length - shown.length;
  return parts.join(", ") + (rest > 0 ? `, and ${rest} more` : "");
}
