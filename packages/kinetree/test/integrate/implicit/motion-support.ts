import { luInto, luSolveInto, newLu } from "../../../src/linalg/lu.js";
import type { GeneralizedAlpha } from "../../../src/integrate/implicit/alpha/generalized-alpha.js";
import type { MotionPoint, MotionSystem } from "../../../src/integrate/implicit/system.js";

/* Equations of motion, written by hand, become systems with derivatives by differences and dense factors; and how they are run. */

/** A problem: a system whose positions are `base` and what lies between it and δ. */
export interface MotionProblem extends MotionSystem {
  /** Positions, in numbers of the problem's own. */
  readonly base: number[];
  /** base ← where δ leads from it. */
  advance(delta: Float64Array): void;
  readonly v0: readonly number[];
  readonly z0: readonly number[];
}

interface Description {
  readonly q0: readonly number[];
  readonly v0: readonly number[];
  readonly z0?: readonly number[];
  readonly nc?: number;
  /** Missing parts at positions q = base ⊕ δ. */
  readonly residual: (t: number, q: readonly number[], p: MotionPoint, r: Float64Array) => void;
  readonly initial?: (t: number, q: readonly number[], p: MotionPoint) => void;
  /** Positions reached from a base; default: their sum. */
  readonly compose?: (base: readonly number[], delta: Float64Array) => number[];
  /** Absolute weights of u, v and z. */
  readonly weight?: number;
}

const sum = (base: readonly number[], delta: Float64Array): number[] => base.map((x, i) => x + delta[i]);

export function motionProblem(given: Description): MotionProblem {
  const { v0, z0 = [], nc = 0, compose = sum, weight = 1e-10 } = given;
  const [nv, nz] = [v0.length, z0.length];
  const size = nv + nz + nc;
  const base = [...given.q0];
  const [low, high] = [new Float64Array(size), new Float64Array(size)];
  const blocks = { delta: nv, v: nv, a: nv, z: nz, zDot: nz, lambda: nc } as const;
  const names = Object.keys(blocks) as (keyof MotionPoint)[];
  const columns = names.flatMap((name) => Array.from({ length: blocks[name] }, (_, i) => ({ name, i })));
  const derivatives = new Float64Array(size * columns.length);
  const lu = newLu(size);
  const residual = (t: number, p: MotionPoint, r: Float64Array): void =>
    given.residual(t, compose(base, p.delta), p, r);
  const { initial } = given;
  return {
    nv,
    nz,
    nc,
    base,
    v0,
    z0,
    advance: (delta) => void base.splice(0, base.length, ...compose(base, delta)),
    move: (u, delta) => delta.set(u),
    residual,
    ...(initial && { initial: (t: number, p: MotionPoint) => initial(t, compose(base, p.delta), p) }),
    derivatives,
    linearize(t, point) {
      residual(t, point, low);
      const largest = low.reduce((most, each) => Math.max(most, Math.abs(each)), 1);
      columns.forEach(({ name, i }, column) => {
        const x = point[name];
        // Differences of what is linear are exact however far apart, and must not drown in the rest.
        const isLinear = name === "a" || name === "zDot" || name === "lambda";
        const [kept, step] = [x[i], isLinear ? largest : 1e-5 * Math.max(1, Math.abs(x[i]))];
        x[i] = kept + step;
        residual(t, point, high);
        x[i] = kept - step;
        residual(t, point, low);
        x[i] = kept;
        for (let row = 0; row < size; row++) derivatives[column * size + row] = (high[row] - low[row]) / (2 * step);
      });
    },
    factor(sigma, rho) {
      lu.lu.data.fill(0);
      columns.forEach(({ name, i }, column) => {
        const target = name === "z" || name === "zDot" ? nv + i : name === "lambda" ? nv + nz + i : i;
        const scale = { delta: 1 / (sigma * rho), v: 1 / sigma, a: 1, z: 1, zDot: sigma, lambda: 1 }[name];
        for (let row = 0; row < size; row++)
          lu.lu.data[row * size + target] += scale * derivatives[column * size + row];
      });
      return luInto(lu, lu.lu) < 0;
    },
    solve: (x) => void luSolveInto(x, lu, x),
    weigh: (_, w) => void w.fill(weight),
    nameOf: (entry) => `entry ${entry}`,
  };
}

/** Every step of a run: positions, speeds, states, accelerations and multipliers after it. */
export interface Sample {
  readonly t: number;
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly z: readonly number[];
  readonly a: readonly number[];
  readonly lambda: readonly number[];
}

export const sampleOf = (
  t: number,
  { base, nv }: MotionProblem,
  stepper: GeneralizedAlpha,
  y: Float64Array,
): Sample => ({
  t,
  q: [...base],
  v: [...y.subarray(nv, 2 * nv)],
  z: [...y.subarray(2 * nv)],
  a: [...stepper.acceleration],
  lambda: [...stepper.multipliers],
});

/** Accepts the step attempted last, and moves the base along. */
export function acceptStep(problem: MotionProblem, stepper: GeneralizedAlpha): void {
  const { nv } = problem;
  stepper.accept();
  problem.advance(stepper.end.subarray(0, nv));
  stepper.rebase((y) => void y.fill(0, 0, nv));
}

export const startOf = ({ nv, v0, z0 }: MotionProblem): Float64Array =>
  Float64Array.from([...new Array<number>(nv).fill(0), ...v0, ...z0]);

/** Steps of one length; throws where there is trouble. */
export function runFixed(problem: MotionProblem, stepper: GeneralizedAlpha, tEnd: number, steps: number): Sample[] {
  const h = tEnd / steps;
  stepper.begin(0, startOf(problem));
  return Array.from({ length: steps }, (_, k) => {
    const { trouble } = stepper.attempt(h, true);
    if (trouble) throw new Error(`${trouble} in step ${k}`);
    acceptStep(problem, stepper);
    return sampleOf((k + 1) * h, problem, stepper, stepper.end);
  });
}

/** Steps as the method proposes them. */
export function runAdaptive(problem: MotionProblem, stepper: GeneralizedAlpha, tEnd: number): Sample[] {
  const samples: Sample[] = [];
  stepper.begin(0, startOf(problem));
  let [t, h] = [0, stepper.firstStep(tEnd)];
  while (t < tEnd && samples.length < 1e5) {
    const isLast = t + h >= tEnd * (1 - 1e-12);
    const taken = isLast ? tEnd - t : h;
    const { error, next, trouble } = stepper.attempt(taken, false);
    if (taken < 1e-14) throw new Error(`step collapsed at t = ${t}: ${trouble}`);
    h = next;
    if (!(error <= 1)) continue;
    acceptStep(problem, stepper);
    t = isLast ? tEnd : t + taken;
    samples.push(sampleOf(t, problem, stepper, stepper.end));
  }
  return samples;
}

/** Slope of log error over log step, by the outermost of the runs. */
export const slopeOf = (counts: readonly number[], errors: readonly number[]): number =>
  Math.log(errors[0] / errors[errors.length - 1]) / Math.log(counts[counts.length - 1] / counts[0]);
