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
  /** How often each controller has acted. */
  readonly snapshot: () => Float64Array;
  readonly restore: (counts: Float64Array) => void;
}

/** Controllers as actions of a run: at each instant the one that is due reads the state and sets its commands. */
export function controllerActions(
  model: Model,
  pair: LanePair,
  start: number,
  options: Pick<SimulateOptions, "controllers">,
): ControllerActions {
  const given = options.controllers ?? {};
  for (const name of Object.keys(given)) {
    if (model.controllers.some((controller) => controller.name === name)) continue;
    throw unknownName(
      "controller",
      name,
      model.controllers.map((c) => c.name),
    );
  }
  requireJointCoordinates(model, pair, given);
  // A function that is given takes the place of the law.
  const laws = new LawActions(
    pair,
    0,
    start,
    pair.plan.laws.filter(({ name }) => !given[name]),
  );
  const functions = model.controllers.filter(({ name, law }) => given[name] || !law);
  const due = functions.map((controller) => {
    const compute = given[controller.name];
    if (!compute) {
      throw new RequestError({
        code: "controller-missing",
        subject: `controller "${controller.name}"`,
        message: `the model has a controller "${controller.name}" and the run gives it no function. Pass controllers: { "${controller.name}": (state, commands) => … }.`,
      });
    }
    return {
      ...controller,
      compute,
      count: 0,
      commands: new Float64Array(controller.actuators.length),
      indices: controller.actuators.map((name) => model.actuators.findIndex((actuator) => actuator.name === name)),
    };
  });
  if (due.length + laws.counts.length === 0) return { snapshot: () => new Float64Array(0), restore: () => {} };
  return {
    snapshot: () => Float64Array.from([...due.map(({ count }) => count), ...laws.counts]),
    restore: (counts) => {
      due.forEach((controller, i) => (controller.count = counts[i]));
      laws.counts.set(counts.subarray(due.length));
    },
    nextAction: () => Math.min(laws.next(), ...due.map(({ period, count }) => start + count * period)),
    act: (t) => {
      let isChanged = laws.counts.length > 0 && laws.act(t);
      if (due.length === 0) return isChanged;
      const state: State = { ...pair.stateOf(0, "accepted"), t };
      const { layout } = pair;
      for (const controller of due) {
        // Instants of several controllers that differ by rounding are one.
        if (start + controller.count * controller.period > t + 1e-9 * controller.period) continue;
        controller.count++;
        controller.compute(state, controller.commands);
        requireFiniteCommands(controller, t);
        controller.indices.forEach((index, k) => pair.write(partOf(layout.u, index, 1), [controller.commands[k]], 0));
        isChanged = true;
      }
      return isChanged;
    },
  };
}

/** Laws are compiled for the joints' coordinates, which a formulation in absolute coordinates does not integrate. */
function requireJointCoordinates(
  { controllers }: Model,
  { view, plan }: LanePair,
  given: NonNullable<SimulateOptions["controllers"]>,
): void {
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
