import { jointState } from "../lanes/lane-state.js";
import { RequestError, SimulationError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { State } from "../../state/state.js";
import type { Controller, Model } from "../../model/types.js";
import type { RunObserver } from "../lanes/lane-run.js";
import { LawActions } from "../lanes/law-actions.js";
import type { SimulateOptions } from "../options/options.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { partOf } from "../plan/state-layout.js";

export interface ControllerActions extends Pick<RunObserver, "nextAction" | "act"> {
  readonly snapshot: () => Float64Array;
  readonly restore: (counts: Float64Array) => void;
}

/** A controller computed by a function of the host. */
interface ControllerFunction extends Controller {
  readonly compute: ControllerFunctions[string];
  readonly commands: Float64Array;
  readonly indices: readonly number[];
  count: number;
}

type ControllerFunctions = NonNullable<SimulateOptions["controllers"]>;

/** Controllers as actions of a run: at each instant the due ones read the state and set their commands. */
export function controllerActions(
  model: Model,
  pair: LanePair,
  start: number,
  options: Pick<SimulateOptions, "controllers">,
): ControllerActions {
  const given = options.controllers ?? {};
  requireKnown(model, given);
  requireJointCoordinates(model, pair, given);
  // A given function replaces the law.
  const laws = new LawActions(
    pair,
    0,
    start,
    pair.plan.laws.filter(({ name }) => !given[name]),
  );
  const functions = functionsOf(model, given);
  if (functions.length + laws.counts.length === 0) return { snapshot: () => new Float64Array(0), restore: () => {} };
  const dueAt = ({ period, count }: ControllerFunction): number => start + count * period;
  return {
    snapshot: () => Float64Array.from([...functions.map(({ count }) => count), ...laws.counts]),
    restore: (counts) => {
      functions.forEach((controller, i) => (controller.count = counts[i]));
      laws.counts.set(counts.subarray(functions.length));
    },
    nextAction: () => Math.min(laws.next(), ...functions.map(dueAt)),
    act: (t) => {
      let isChanged = laws.counts.length > 0 && laws.act(t);
      if (functions.length === 0) return isChanged;
      const state: State = { ...jointState(pair, 0, "accepted"), t };
      for (const controller of functions) {
        // Instants of several controllers that differ by rounding are the same.
        if (dueAt(controller) > t + 1e-9 * controller.period) continue;
        actOn(pair, controller, state);
        isChanged = true;
      }
      return isChanged;
    },
  };
}

function requireKnown({ controllers }: Model, given: ControllerFunctions): void {
  const names = controllers.map(({ name }) => name);
  for (const name of Object.keys(given)) if (!names.includes(name)) throw unknownName("controller", name, names);
}

/** The functions for controllers of a run; required for controllers without a law. */
function functionsOf({ controllers, actuators }: Model, given: ControllerFunctions): ControllerFunction[] {
  return controllers
    .filter(({ name, law }) => given[name] || !law)
    .map((controller) => {
      const compute = given[controller.name];
      if (!compute) {
        const message = `the model has a controller "${controller.name}" and the run gives it no function. Pass controllers: { "${controller.name}": (state, commands) => … }.`;
        throw new RequestError({ code: "controller-missing", subject: `controller "${controller.name}"`, message });
      }
      return {
        ...controller,
        compute,
        count: 0,
        commands: new Float64Array(controller.actuators.length),
        indices: controller.actuators.map((name) => actuators.findIndex((actuator) => actuator.name === name)),
      };
    });
}

function actOn(pair: LanePair, controller: ControllerFunction, state: State): void {
  controller.count++;
  controller.compute(state, controller.commands);
  requireFiniteCommands(controller, state.t);
  controller.indices.forEach((index, k) => pair.write(partOf(pair.layout.u, index, 1), [controller.commands[k]], 0));
}

/** Laws are compiled for joint coordinates, which formulations in absolute coordinates do not integrate. */
function requireJointCoordinates({ controllers }: Model, { view, plan }: LanePair, given: ControllerFunctions): void {
  const withLaw = view ? controllers.find(({ name, law }) => law && !given[name]) : undefined;
  if (!withLaw) return;
  throw new RequestError({
    code: "law-absolute",
    subject: `controller "${withLaw.name}"`,
    value: plan.formulation,
    message:
      `controller "${withLaw.name}" has a law, which formulation "${plan.formulation}" cannot run: it integrates bodies, not joints. ` +
      `Choose a formulation in joint coordinates, or pass controllers: { "${withLaw.name}": (state, commands) => … }.`,
  });
}

function requireFiniteCommands(
  { name, actuators, commands }: Controller & { commands: Float64Array },
  t: number,
): void {
  const bad = commands.findIndex((command) => !Number.isFinite(command));
  if (bad < 0) return;
  throw new SimulationError({
    code: "command-not-finite",
    subject: `controller "${name}"`,
    value: commands[bad],
    message: `controller "${name}" commands ${commands[bad]} of actuator "${actuators[bad]}" at ${t} s, must be finite. Check what it computes.`,
  });
}
