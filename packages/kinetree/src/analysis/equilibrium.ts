import {
  aNumber,
  anything,
  checkOptions,
  listOf,
  numbers,
  recordOf,
  withDefaults,
  type OptionTypes,
} from "../errors/option-types.js";
import { SimulationError } from "../errors/kinetree-error.js";
import { normMax } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import type { LeastSquares } from "../linalg/least-squares.js";
import { createBalanceForces, weightOf } from "./balance-forces.js";
import type { Tangent } from "./balance-tangent.js";
import {
  alongNewton,
  descentOf,
  alongYielding,
  driftOf,
  hasNoNegative,
  isUnresisted,
  newtonStep,
  sizeOf,
  yieldingStep,
  type Balance,
  type Place,
} from "./equilibrium-search.js";
import { requirePoint, type OperatingPoint } from "../evaluate/operating-point.js";
import { requireChoice, requireCount, requirePositive } from "../evaluate/option-checks.js";
import type { Pin } from "./free-directions.js";
import { internalStateCount } from "../formulation/joints/cut-turns.js";
import type { Topology } from "../topology/types.js";
import { elementStates } from "../elements/states/element-states.js";
import { searchHolding } from "./rest-holding.js";
import { speedName } from "../state/speed-name.js";
import { neutralState } from "../state/state.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";

/** Which equilibrium to look for, and how; `equilibriumDefaults` holds the defaults. */
export interface EquilibriumOptions {
  /**
   * "stable": where the mechanism would settle, down the potential of its loads. "nearest": by Newton's method alone, as long
   * as that converges, which finds any equilibrium near the start: for the upright pendulum of a controller.
   */
  readonly find?: "nearest" | "stable";
  /** Joints, or single coordinates, held where the start has them. */
  readonly pinned?: readonly Pin[];
  /** Largest force that may be left over, as a part of the mechanism's weight and stiffness (per rad or m). */
  readonly tolerance?: number;
  /** Steps before giving up. Distant starts of long chains take tens of steps. */
  readonly maxIterations?: number;
  /** Values of named parameters; the model's own if left out. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** Defaults of `equilibrium`. */
export const equilibriumDefaults = Object.freeze({ find: "stable", tolerance: 1e-10, maxIterations: 200 } as const);

/** A state at rest with its inputs; z only where elements remember. */
export type RestingPoint = OperatingPoint & { readonly tau: Float64Array; readonly u: Float64Array };

/** An equilibrium and its properties. */
export interface Equilibrium {
  /** The state found, at rest, with the inputs of the start. */
  readonly point: RestingPoint;
  readonly iterations: number;
  /** Largest generalised force left over along a speed that is not pinned [N or N m]. */
  readonly residual: number;
  /** Forces that hold the pinned coordinates, nv entries, zero for the others. */
  readonly holding: Float64Array;
  /** Independent directions in which the mechanism may move and stay in equilibrium, to first order. */
  readonly neutralDirections: number;
  /**
   * No small motion releases energy: the stiffness, as far as symmetric, has no negative eigenvalue. Internal states count as settled, and
   * those that nothing changes at rest, such as bristles, as the springs that they are.
   */
  readonly isStable: boolean;
}

const optionTypes: OptionTypes<EquilibriumOptions> = {
  find: anything,
  pinned: listOf(anything),
  tolerance: aNumber,
  maxIterations: aNumber,
  parameters: recordOf(aNumber),
};

const startTypes: OptionTypes<EquilibriumStart & Pick<OperatingPoint, "v">> = {
  t: aNumber,
  q: numbers,
  v: numbers,
  z: numbers,
  tau: numbers,
  u: numbers,
};

/** Where to start: zero, or the neutral position, where left out. */
export type EquilibriumStart = Partial<Omit<OperatingPoint, "v">>;

/** Smallest step [rad or m] that counts as progress. */
const SMALLEST_STEP = 1e-10;

/**
 * A position of rest: q with v = v̇ = 0 in which no generalised force is missing. Newton's method on the forces of inverse
 * dynamics with their exact stiffness. To settle, directions of negative stiffness are walked down instead of up; for the
 * nearest balance, steps are of least norm where the stiffness is singular and shortened until the forces fall, and where
 * that is stuck (a pendulum held level), the mechanism yields to its loads after all. An unstable balance is left only if the
 * start is not right in it; `isStable` tells.
 *
 * Internal states settle with it. Those that stay as they are where nothing slips, such as bristles, hold what the mechanism needs from
 * the start on, bent from the start's just enough. Elements that cannot hold that much slip, and hold nothing.
 */
export const equilibrium = (
  model: Model,
  start: EquilibriumStart = {},
  options: EquilibriumOptions = {},
): Equilibrium => createEquilibrium(model, options)(start);

/** The same, compiled once for many starts. */
export function createEquilibrium(
  model: Model,
  options: EquilibriumOptions = {},
): (start?: EquilibriumStart) => Equilibrium {
  checkOptions(options, optionTypes);
  const { find, tolerance, maxIterations, pinned = [], parameters = {} } = withDefaults(equilibriumDefaults, options);
  requireChoice("find", find, ["nearest", "stable"]);
  requirePositive("tolerance", tolerance);
  requireCount("maxIterations", maxIterations, undefined, 0);
  const balanced = createBalanceForces(model, pinned, parameters);
  const { skeleton, free } = balanced;
  const isFree = new Set(free);
  const weight = weightOf(model, parameters);

  const search = (point: RestingPoint): Equilibrium => {
    const forces = (at: Float64Array): Float64Array => balanced.at({ ...point, q: at });
    const balance: Balance = { skeleton, free, forces, follow: (at) => balanced.follow(at, point.t) };

    let here: Place = { q: point.q, r: forces(point.q) };
    requireFiniteResult(skeleton, "generalised force", balanced.all());
    let best = here;
    let isYielding = find === "stable";
    for (let iterations = 0; ; iterations++) {
      const tangent = balanced.tangent({ ...point, q: here.q });
      const { K, whole } = tangent;
      // What internal states hold has been chosen anew.
      if (balanced.states) here = { q: here.q, r: forces(here.q) };
      const scale = Math.max(weight + sizeOf(point.tau), normMax(K));
      const allowed = tolerance * scale;
      const isBalanced = sizeOf(here.r) <= allowed;
      const r = tangent.reduce(here.r);
      const newton = newtonStep(K, r, scale);
      let next: Place | null = null;
      if (!isYielding && !(isBalanced && sizeOf(newton.x) <= SMALLEST_STEP)) {
        next = alongNewton(balance, here, descentOf(balance, tangent, r, newton));
        isYielding = !next && !isBalanced;
      }
      if (isYielding) next = yieldFrom(balance, here, { tangent, r, newton, scale, allowed, isBalanced });
      if (next && iterations < maxIterations) {
        here = next;
        if (sizeOf(here.r) < sizeOf(best.r)) best = here;
        continue;
      }
      if (!isBalanced) throw notFound(balance, best.r, next ? stepLimitReached(iterations) : NO_SMALLER);
      forces(here.q);
      const rank = whole === K ? newton.rank : newtonStep(whole, new Float64Array(whole.rows), scale).rank;
      return {
        point: balanced.settled({ ...point, q: here.q }),
        iterations,
        residual: sizeOf(here.r),
        holding: balanced.all().map((x, i) => (isFree.has(i) ? 0 : x)),
        neutralDirections: whole.rows - rank,
        isStable: hasNoNegative(whole, scale),
      };
    }
  };

  return (start = {}) => {
    checkOptions(start, startTypes, "start");
    const given = completePoint(model, skeleton.topology, start, parameters);
    requirePoint(model, skeleton.topology, given);
    const point = { ...given, q: balanced.begin(given) };
    return balanced.states ? searchHolding(balanced.states, point, search) : search(point);
  };
}

const stepLimitReached = (iterations: number): string =>
  `after ${iterations} steps, the limit maxIterations. Start nearer to the equilibrium.`;
const NO_SMALLER = "and no small motion makes it smaller. Start elsewhere.";

function completePoint(
  model: Model,
  topology: Topology,
  { t = 0, q, z, tau, u }: EquilibriumStart,
  parameters: Readonly<Record<string, number>>,
): RestingPoint {
  const neutral = neutralState(model, parameters);
  return {
    t,
    q: Float64Array.from(q ?? neutral.q),
    v: neutral.v,
    ...(elementStates(model).length > 0
      ? { z: Float64Array.from(z ?? new Float64Array(internalStateCount(model, topology))) }
      : {}),
    tau: Float64Array.from(tau ?? neutral.v),
    u: Float64Array.from(u ?? new Float64Array(model.actuators.length)),
  };
}

/** The position to which the mechanism yields under its loads; null where it is at rest. */
function yieldFrom(
  balance: Balance,
  here: Place,
  {
    tangent,
    r,
    newton,
    scale,
    allowed,
    isBalanced,
  }: {
    readonly tangent: Tangent;
    readonly r: Float64Array;
    readonly newton: LeastSquares;
    readonly scale: number;
    /** Forces below this count as zero. */
    readonly allowed: number;
    readonly isBalanced: boolean;
  },
): Place | null {
  const { K, expand } = tangent;
  const drift = expand(driftOf(K, r, scale));
  if (sizeOf(drift) > allowed && isUnresisted(balance, here, drift))
    throw unresisted(balance, drift, K.rows - newton.rank, K.rows);
  const step = expand(yieldingStep(K, r, newton, allowed));
  return isBalanced && sizeOf(step) <= SMALLEST_STEP ? null : alongYielding(balance, here, step);
}

function unresisted(
  { skeleton, free }: Balance,
  drift: Float64Array,
  slack: number,
  directions: number,
): SimulationError {
  const worst = largest(drift);
  const force = -drift[worst];
  const name = speedName(skeleton.model, skeleton.topology, free[worst]);
  return new SimulationError({
    code: "equilibrium-unresisted",
    subject: name,
    value: force,
    message:
      `${name}: a force of ${force} (N or N m) drives it and nothing resists: ${slack} of ${directions} ` +
      `directions are without stiffness. Add a spring or a stop, or pin the joint.`,
  });
}

function notFound({ skeleton, free }: Balance, r: Float64Array, rest: string): SimulationError {
  const worst = largest(r);
  const force = -r[worst];
  const name = speedName(skeleton.model, skeleton.topology, free[worst]);
  return new SimulationError({
    code: "equilibrium-not-found",
    subject: name,
    value: force,
    message: `${name}: no equilibrium found; a force of ${force} (N or N m) is left over there ${rest}`,
  });
}

const largest = (values: Float64Array): number =>
  values.reduce((best, x, i) => (Math.abs(x) > Math.abs(values[best]) ? i : best), 0);
