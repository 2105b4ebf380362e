import { luInto, luSolveInto, newLu } from "../../linalg/lu.js";
import { newMatrix } from "../../linalg/matrix.js";
import type { FastestFinder, FastestMode } from "./stiffness-fastest.js";
import type { Ritz } from "./stiffness-krylov.js";

/** Rates within so many times the fastest are its transient, not the motion. */
const TRANSIENT = 10;
/** What is left of a transient after each of three filters is a tenth of it. */
const FILTERS = 3;
/** Modes slower than this part of the fastest are hidden by the rounding of differences. */
const HIDDEN = 3e-3;
/** Damped modes die away; others stay, and are part of the motion. */
const DAMPED = 0.1;

/**
 * How fast the mechanism is on its way [1/s]: the time in which it moves by a unit of its coordinates, a radian or a metre, with the
 * speeds and accelerations that it has. What damped fast modes add to them for a moment is taken out first. At rest in an equilibrium
 * it is the slowest mode that would be seen; 0 if there is none.
 */
export function motionRate(
  finder: FastestFinder,
  fastest: FastestMode,
  modes: readonly Ritz[],
  vectors: number,
): number {
  const { probe } = finder;
  const { nv } = probe.plan;
  const f = new Float64Array(probe.size);
  probe.rates(f);
  if (fastest.dampingRatio > DAMPED) filter(finder, f, TRANSIENT / fastest.rate, vectors);
  let [speed, acceleration] = [0, 0];
  for (let i = 0; i < nv; i++) {
    speed = Math.max(speed, Math.abs(f[i]));
    acceleration = Math.max(acceleration, Math.abs(f[nv + i]));
  }
  const rate = Math.max(speed, Math.sqrt(acceleration));
  if (rate > RESTING) return rate;
  const slow = modes.filter((mode) => mode.rate > HIDDEN * fastest.rate);
  return slow.length < modes.length && fastest.dampingRatio > DAMPED
    ? 0
    : slow.reduce((least, mode) => Math.min(least, mode.rate), fastest.rate);
}

/** Below this [1/s] a mechanism is at rest: rounding of an equilibrium moves it no less. */
const RESTING = 1e-6;

/** f ← (1 − τ J)⁻³ f within a Krylov space of f: what changes faster than τ is flattened, the rest stays. */
function filter(finder: FastestFinder, f: Float64Array, tau: number, vectors: number): void {
  const { space } = finder;
  if (!space.span(f, finder.rate, vectors)) return;
  const n = space.count;
  if (n === 0) return;
  const A = newMatrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) A.data[i * n + j] = (i === j ? 1 : 0) - tau * space.entry(i, j);
  const factors = newLu(n);
  if (luInto(factors, A) >= 0) return;
  let x = new Float64Array(n);
  x[0] = space.size;
  for (let k = 0; k < FILTERS; k++) x = luSolveInto(new Float64Array(n), factors, x) as Float64Array<ArrayBuffer>;
  space.combine(x, f);
}
