import type { Evaluator } from "../../evaluate/evaluator-types.js";
import { evaluateReal, parameterDefaults } from "../../model/evaluate-real.js";
import type { Model } from "../../model/types.js";
import type { State } from "../../state/state.js";
import type { CompareOptions } from "./compare-types.js";
import {
  LEAST_ACCELERATION,
  stateAnswers,
  unlessRefused,
  type LoadSizes,
  type StateAnswers,
} from "./compare-states.js";
import { ACCELERATIONS, LOADS } from "./compare-verdict.js";

/*
 * What differences of loads are measured by. Joints may carry next to nothing, because everything that acts cancels: the
 * joints of a mechanism in free fall, or between two springs that pull against each other. What they carry then is the rounding
 * of the terms that cancel, and that is different in every formulation.
 */

/** The largest load of a joint, weight or force of inertia; a torque also counts as such a force over the size of the mechanism [m]. */
export function loadScales(
  model: Model,
  parameters: Readonly<Record<string, number>>,
  evaluator: Evaluator,
  states: readonly State[],
  loads: StateAnswers["loads"],
  size: number,
): LoadSizes {
  const values = new Map([...parameterDefaults(model), ...Object.entries(parameters)]);
  const real = (x: Parameters<typeof evaluateReal>[0]): number => evaluateReal(x, values);
  const bodies = model.bodies.map(({ mass, inertia }) => ({
    mass: real(mass),
    inertia: Math.max(...inertia.slice(0, 3).map(real)),
  }));
  const total = bodies.reduce((sum, { mass }) => sum + mass, 0);
  let force = Math.max(Number.MIN_VALUE, total * Math.max(LEAST_ACCELERATION, lengthOf(model.gravity.map(real))));
  let torque = 0;
  for (const state of states) {
    const motion = evaluator.bodies(state);
    const accelerations = unlessRefused(() => evaluator.bodyAccelerations(state)) ?? [];
    accelerations.forEach(({ linear, angular }, i) => {
      const { mass, inertia } = bodies[i];
      const spin = lengthOf(motion[i].angularVelocity);
      force = larger(force, mass * lengthOf(linear));
      torque = larger(torque, inertia * (lengthOf(angular) + spin * spin));
    });
  }
  for (const each of loads?.flat() ?? []) {
    force = larger(force, each.force.reduce(larger, 0));
    torque = larger(torque, each.torque.reduce(larger, 0));
  }
  return { force, torque: Math.max(torque, force * size) };
}

/** Loads and accelerations divided by what is allowed of them: scales at which rounding alone is just allowed. */
interface Rounding {
  readonly vdot: number;
  readonly loads: readonly LoadSizes[] | null;
}

/** Of the state, in units in the last place: what a few operations on it make of its own rounding. */
const ROUNDED = 16 * Number.EPSILON;

/**
 * How far loads and accelerations move when the state does by rounding: forces of stiff springs and constraints multiply it, and
 * no formulation can be asked for more.
 */
export function roundingOf(
  evaluator: Evaluator,
  start: State,
  states: readonly State[],
  own: StateAnswers,
  options: CompareOptions,
): Rounding {
  const near = unlessRefused(() => stateAnswers(evaluator, rounded(start), states.map(rounded), options));
  const other = near?.loads ?? null;
  return {
    vdot: apart(own.vdot ?? [], near?.vdot ?? own.vdot ?? []) / ACCELERATIONS,
    loads:
      own.loads === null || other === null
        ? null
        : own.loads.map((loads, row): LoadSizes => {
            const most = (part: "force" | "torque"): number =>
              Math.max(0, ...loads.map((load, joint) => apart(load[part], other[row][joint][part]))) / LOADS;
            return { force: most("force"), torque: most("torque") };
          }),
  };
}

/** A neighbour of a state, by rounding: coordinates move up and down in turn, so that they do not move as one. */
function rounded({ t, q, v }: State): State {
  const moved = q.map((q_i, i) => q_i + (i % 2 === 0 ? ROUNDED : -ROUNDED) * Math.max(1, Math.abs(q_i)));
  return { t, q: moved, v: v.map((v_i, i) => v_i * (i % 2 === 0 ? 1 + ROUNDED : 1 - ROUNDED)) };
}

/** Largest difference of finite numbers. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = larger(most, a[i] - b[i]);
  return most;
}

/** Of the sizes of two numbers; NaN and infinity say nothing. */
const larger = (most: number, x: number): number => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most);

const lengthOf = (x: ArrayLike<number>): number => Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
