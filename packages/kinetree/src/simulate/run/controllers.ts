import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { requireCount } from "../../evaluate/option-checks.js";
import type { Model } from "../../model/types.js";
import { parametersByName } from "../../state/parameter-values.js";
import type { RunController } from "../clock/controllers.js";
import type { ControllerClock } from "../lanes/controller-clock.js";
import { clockOnLane, controllerSet } from "../lanes/controller-set.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { plannedControllers } from "../plan/planned-controllers.js";

type Given = Readonly<Record<string, RunController>>;

/** The controllers of a single run; null if its model has none. */
export function controllersOfRun(
  model: Model,
  pair: LanePair,
  { t, parameters }: { readonly t: number; readonly parameters: ArrayLike<number> },
  given: Given,
  tick: number | null,
): ControllerClock | null {
  requireControllers(model, given);
  requireJointCoordinates(model, pair, given);
  const lawless = model.controllers.find(({ name, law }) => !law && !given[name]);
  if (lawless) throw missing(lawless.name);
  const set = controllerSet(plannedControllers(model), pair.plan.laws, given, tick);
  return set && clockOnLane(set, pair, 0, t, parametersByName(model, parameters));
}

/** Refuses what is given for controllers that the model has not, and latencies that are no count. */
export function requireControllers({ controllers }: Model, given: Given): void {
  const names = controllers.map(({ name }) => name);
  for (const [name, own] of Object.entries(given)) {
    if (!names.includes(name)) throw unknownName("controller", name, names);
    if (typeof own === "object" && own.latency !== undefined)
      requireCount(`controllers.${name}.latency`, own.latency, "Give the delay in ticks, or leave it out.", 0);
  }
}

const missing = (name: string): RequestError =>
  new RequestError({
    code: "controller-missing",
    subject: `controller "${name}"`,
    message: `the model has a controller "${name}" and the run gives it no function. Pass controllers: { "${name}": (state, commands) => … }.`,
  });

/** Laws are compiled for joint coordinates, which formulations in absolute coordinates do not integrate. */
function requireJointCoordinates({ controllers }: Model, { view, plan }: LanePair, given: Given): void {
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
