import { SimulationError } from "../errors/kinetree-error.js";
import { eigenSymmetric } from "../linalg/eigen-symmetric.js";
import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { matVec, newMatrix, norm2, normMax, type Matrix } from "../linalg/matrix.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Model } from "../model/types.js";
import { createInverseDerivatives } from "./derivatives.js";
import { homePoint, slotName, speedSlots, type OperatingPoint } from "./operating-point.js";
import { freePart, freeSpeeds, type Pin } from "./pinned.js";
import { retractInto } from "./retract.js";
import type { Skeleton } from "./skeleton.js";
import { requireFiniteResult, type ParameterValues } from "./tree-instance.js";

export interface EquilibriumOptions {
  /** Joints, or single coordinates, held where the start has them. */
  readonly pinned?: readonly Pin[];
  /** Largest force that may be left over, as a part of the mechanism's weight and stiffness (per rad or m). */
  readonly tolerance?: number;
  /** Newton steps before giving up. Far starts of long chains take some tens. */
  readonly maxIterations?: number;
  readonly parameters?: ParameterValues;
}

export const equilibriumDefaults = Object.freeze({ tolerance: 1e-10, maxIterations: 200 });

export interface Equilibrium {
  /** The state found, at rest, with the inputs of the start. */
  readonly point: OperatingPoint & { readonly tau: Float64Array; readonly u: Float64Array };
  readonly iterations: number;
  /** Largest generalised force left over along a speed that is not pinned [N or N m]. */
  readonly residual: number;
  /** Forces that hold the pinned coordinates, nv entries, zero for the others. */
  readonly holding: Float64Array;
  /** Independent directions in which the mechanism may move and stay in balance, to first order. */
  readonly neutralDirections: number;
  /** No small motion releases energy: the stiffness, as far as symmetric, has no negative eigenvalue. */
  readonly isStable: boolean;
}

/** Where to start: what is left out is zero, or the home position. */
export type EquilibriumStart = Partial<Omit<OperatingPoint, "v">>;

/** No turn beyond this in one step [rad]: past it, the tangent says nothing about the loads. */
const LARGEST_TURN = 0.5;
/** A stiffness below this part of the largest one is rounding. */
const RANK_TOLERANCE = 1e-12;
/** A step below this, in rad or m, changes nothing that anyone would measure. */
const SMALLEST_STEP = 1e-10;
/** Halvings of a step before the search gives up. */
const MOST_HALVINGS = 30;
/** Part of the decrease that the tangent predicts and a step has to bring (Nocedal, Wright, Numerical Optimization, 2006, 3.1). */
const SUFFICIENT_DECREASE = 1e-4;

/**
 * A position of rest: q with v = v̇ = 0 in which no generalised force is missing. Newton's method on the forces of inverse
 * dynamics, with the exact stiffness; steps are of least norm where the stiffness is singular, and shortened until the forces
 * fall. It finds a balance near the start, stable or not.
 */
export function equilibrium(model: Model, start: EquilibriumStart = {}, options: EquilibriumOptions = {}): Equilibrium {
  const { tolerance, maxIterations, pinned = [], parameters = {} } = { ...equilibriumDefaults, ...options };
  const derivatives = createInverseDerivatives(model, ["q"]);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv } = skeleton;
  const home = homePoint(skeleton);
  const point = {
    t: start.t ?? 0,
    q: Float64Array.from(start.q ?? home.q),
    v: home.v,
    tau: Float64Array.from(start.tau ?? home.v),
    u: Float64Array.from(start.u ?? new Float64Array(model.actuators.length)),
  };
  const free = freeSpeeds(skeleton, pinned);
  const all = new Float64Array(nv);
  const forces = (q: Float64Array): Float64Array => {
    derivatives.at({ ...point, q });
    derivatives.rawValueInto(all);
    return Float64Array.from(free, (i) => all[i]);
  };
  const stiffness = newMatrix(nv, nv);
  const load = weightOf(model, parameters) + point.tau.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

  let r = forces(point.q);
  requireFiniteResult(skeleton, "generalised force", all);
  for (let iterations = 0; ; iterations++) {
    derivatives.at(point);
    derivatives.jacobianInto(stiffness, "q");
    requireFiniteResult(skeleton, "stiffness", stiffness.data, nv);
    const K = freePart(stiffness, free);
    const step = leastSquaresMinimumNorm(
      K,
      r.map((x) => -x),
      RANK_TOLERANCE,
    );
    const isBalanced = sizeOf(r) <= tolerance * Math.max(load, normMax(K));
    const next =
      isBalanced && sizeOf(step.x) <= SMALLEST_STEP ? null : advance(skeleton, point.q, free, r, step, forces);
    if (next) {
      if (iterations >= maxIterations)
        throw notFound(skeleton, free, r, `after ${iterations} steps, the most allowed. Start nearer to the balance.`);
      point.q = next.q;
      r = next.r;
      continue;
    }
    if (!isBalanced) throw stuck(skeleton, free, K, r, step, tolerance * Math.max(load, normMax(K)));
    forces(point.q);
    const isFree = new Set(free);
    return {
      point,
      iterations,
      residual: sizeOf(r),
      holding: all.map((x, i) => (isFree.has(i) ? 0 : x)),
      neutralDirections: free.length - step.rank,
      isStable: hasNoNegative(K),
    };
  }
}

interface Trial {
  readonly q: Float64Array;
  readonly r: Float64Array;
}

/** The next position, with smaller forces; null if there is none along the step, or along the forces themselves. */
function advance(
  skeleton: Skeleton,
  q: Float64Array,
  free: Int32Array,
  r: Float64Array,
  step: { readonly x: Float64Array; readonly residualNorm: number },
  forces: (q: Float64Array) => Float64Array,
): Trial | null {
  const before = squareOf(r);
  // Of |r|², the part within reach of K falls at the rate −2 |r|² along the Newton step.
  const within = before - step.residualNorm * step.residualNorm;
  const newton = within > 1e-20 * before ? search(direction(skeleton, free, step.x), within) : null;
  // Where forces are at an extremum (a pendulum held level) K has no say; giving way to the loads leaves that place.
  return (
    newton ??
    search(
      direction(
        skeleton,
        free,
        r.map((x) => -x / (sizeOf(r) || 1)),
      ),
      1e-3 * before,
    )
  );

  function search(delta: Float64Array, decrease: number): Trial | null {
    for (let k = 0, size = 1; k <= MOST_HALVINGS; k++, size /= 2) {
      const trial = retractInto(q.slice(), skeleton, q, delta, size);
      const left = forces(trial);
      if (squareOf(left) < before - SUFFICIENT_DECREASE * size * decrease) return { q: trial, r: left };
    }
    return null;
  }
}

/** A step along the free speeds as one along all, no turn of it larger than allowed. */
function direction({ nodes, nv }: Skeleton, free: Int32Array, x: Float64Array): Float64Array {
  const delta = new Float64Array(nv);
  free.forEach((i, k) => (delta[i] = x[k]));
  let turn = 0;
  for (const { motion, v } of nodes) {
    if (motion === "revolute" || motion === "screw") turn = Math.max(turn, Math.abs(delta[v]));
    if (motion === "spherical" || motion === "free") turn = Math.max(turn, norm2(delta, v, 3, 1));
  }
  return turn > LARGEST_TURN ? delta.map((d) => (d * LARGEST_TURN) / turn) : delta;
}

/** NaN counts as larger than anything, since no comparison with it holds. */
const squareOf = (r: Float64Array): number => r.reduce((sum, x) => sum + x * x, 0);

const sizeOf = (r: Float64Array): number => r.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Σ m g [N]: forces far below it are rounding. */
function weightOf(model: Model, parameters: ParameterValues): number {
  const values = new Map([...parameterDefaults(model), ...Object.entries(parameters)]);
  const gravity = Float64Array.from(model.gravity, (g) => evaluateReal(g, values));
  const mass = model.bodies.reduce((sum, body) => sum + evaluateReal(body.mass, values), 0);
  return mass * norm2(gravity, 0, 3, 1);
}

function hasNoNegative(K: Matrix): boolean {
  const n = K.rows;
  if (n === 0) return true;
  const symmetric = newMatrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) symmetric.data[i * n + j] = 0.5 * (K.data[i * n + j] + K.data[j * n + i]);
  return eigenSymmetric(symmetric).values[0] >= -RANK_TOLERANCE * n * normMax(K);
}

/** No step makes the forces smaller: either nothing resists them, or this is as small as they get near here. */
function stuck(
  skeleton: Skeleton,
  free: Int32Array,
  K: Matrix,
  r: Float64Array,
  step: { readonly x: Float64Array; readonly rank: number },
  allowed: number,
): SimulationError {
  // What remains of the forces when K has done what it can.
  const beyond = matVec(K, step.x).map((x, i) => x + r[i]);
  if (step.rank === free.length || sizeOf(beyond) <= allowed)
    return notFound(skeleton, free, r, "and no small motion makes it smaller. Start elsewhere.");
  const worst = largest(beyond);
  const name = slotName(speedSlots(skeleton)[free[worst]]);
  return new SimulationError({
    code: "equilibrium-unresisted",
    subject: name,
    value: -beyond[worst],
    message:
      `${name}: a force of ${-beyond[worst]} (N or N m) drives it and nothing resists: ${free.length - step.rank} of ` +
      `${free.length} directions are without stiffness. Add a spring or a stop, or pin the joint.`,
  });
}

function notFound(skeleton: Skeleton, free: Int32Array, r: Float64Array, rest: string): SimulationError {
  const worst = largest(r);
  const name = slotName(speedSlots(skeleton)[free[worst]]);
  return new SimulationError({
    code: "equilibrium-not-found",
    subject: name,
    value: r[worst],
    message: `${name}: no equilibrium found; a force of ${-r[worst]} (N or N m) is left over there ${rest}`,
  });
}

const largest = (values: Float64Array): number =>
  values.reduce((best, x, i) => (Math.abs(x) > Math.abs(values[best]) ? i : best), 0);
