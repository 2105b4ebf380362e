import { RequestError, SimulationError } from "../../errors/kinetree-error.js";
import type { Attempted, ImplicitStepper } from "./method.js";

/** Options of `solveImplicit`. Times in seconds. */
export interface SolveOptions {
  readonly t: number;
  readonly y: Float64Array;
  readonly tEnd: number;
  /** Times, in order, at which states are wanted; they are interpolated and do not shape the steps. */
  readonly times?: readonly number[];
  /** Length of every step. Default: the method chooses. */
  readonly step?: number;
  /** Longest step. Default: the whole way. */
  readonly maxStep?: number;
  /** Attempts after which it gives up. Default 10⁶. */
  readonly maxSteps?: number;
  /** Called after each step; the state is not to be kept or changed. */
  readonly onStep?: (t: number, y: Float64Array) => void;
}

/** The end of a run, its samples and its cost. */
export interface Solved {
  readonly t: number;
  readonly y: Float64Array;
  /** States at `times`. */
  readonly samples: readonly Float64Array[];
  readonly steps: number;
  readonly rejected: number;
}

/** A step this near to the end, relative to its length, goes all the way. */
const NEARLY_THERE = 1e-9;
const MOST_STEPS = 1e6;

/** Takes a method from a state to a time. The equations are those of the stepper, tolerances come from its system's weights. */
export function solveImplicit(stepper: ImplicitStepper, options: SolveOptions): Solved {
  const { tEnd, times = [], step, maxStep = Infinity, maxSteps = MOST_STEPS, onStep } = options;
  if (!(tEnd > options.t)) throw badSpan(options.t, tEnd);
  const samples: Float64Array[] = [];
  const isFixed = step !== undefined;
  const count = isFixed ? Math.max(1, Math.round((tEnd - options.t) / step)) : 0;
  const sample = (t0: number, t1: number): void => {
    for (let wanted = times[samples.length]; wanted <= t1; wanted = times[samples.length]) {
      const out = new Float64Array(stepper.end.length);
      stepper.interpolate(t1 === t0 ? 0 : (wanted - t0) / (t1 - t0), out);
      samples.push(out);
    }
  };
  let [t, steps, rejected] = [options.t, 0, 0];
  stepper.begin(t, options.y);
  while (times[samples.length] <= t) samples.push(Float64Array.from(stepper.end));
  let h = isFixed ? (tEnd - t) / count : Math.min(stepper.firstStep(tEnd - t), maxStep);
  while (t < tEnd) {
    if (steps + rejected >= maxSteps) throw tooManySteps(stepper, t, tEnd, maxSteps);
    let next = isFixed ? options.t + (steps + 1) * ((tEnd - options.t) / count) : t + h;
    if (next >= tEnd - NEARLY_THERE * h || (isFixed && steps + 1 === count)) next = tEnd;
    const taken = next === t + h ? h : next - t;
    const attempt = stepper.attempt(taken, isFixed);
    const isGood = attempt.trouble === null && (isFixed || attempt.error <= 1);
    if (!isGood) {
      rejected++;
      if (isFixed) throw stopped(stepper, t, taken, "a step fails", attempt);
    } else {
      sample(t, next);
      stepper.accept();
      t = next;
      steps++;
      onStep?.(t, stepper.end);
    }
    h = Math.min(attempt.next, maxStep);
    // Shorter steps than the clock resolves would move the state and not the time.
    const isTooShort = !(h > 2 * Number.EPSILON * Math.abs(t)) && t < tEnd;
    if (isTooShort) throw stopped(stepper, t, h, "the step has collapsed", attempt);
  }
  return { t, y: Float64Array.from(stepper.end), samples, steps, rejected };
}

const reasons = {
  newton: "Newton's iteration does not converge",
  singular: "the iteration matrix is singular",
  "not-finite": "the equations give numbers that are not finite",
  error: "errors within the tolerance ask for ever shorter steps",
};
const remedies = {
  newton:
    "Look for a jump or a kink of the forces there, or for a constraint that cannot be met; if it is a multiplier, lower the index of the equations.",
  singular:
    "Look for constraints that become dependent there (a singular position), or for an index that is too high for the method.",
  "not-finite": "Look for a force that grows without bound or a function outside of its domain there.",
  error:
    "Look for a jump of the forces or a motion without bound there, or allow a larger tolerance; if it is a multiplier, the index is too high for that: leave its error out, or differentiate the constraints.",
};

function stopped(
  stepper: ImplicitStepper,
  t: number,
  h: number,
  event: string,
  { trouble }: Attempted,
): SimulationError {
  const reason = trouble ?? "error";
  const name = stepper.culprit?.() ?? "state";
  return new SimulationError({
    code: reason === "error" || reason === "newton" ? "step-collapse" : `step-${reason}`,
    subject: name,
    value: { t, h },
    message: `t = ${t} s, step ${h} s: ${event}, because ${reasons[reason]}, most of all for ${name}. ${remedies[reason]}`,
  });
}

function tooManySteps(stepper: ImplicitStepper, t: number, tEnd: number, most: number): SimulationError {
  const name = stepper.culprit?.() ?? "state";
  const message = `${most} steps lead to t = ${t} s of ${tEnd} s only; ${name} limits them. Allow more steps or a larger tolerance.`;
  return new SimulationError({ code: "too-many-steps", subject: name, value: t, message });
}

function badSpan(t: number, tEnd: number): RequestError {
  const message = `tEnd is ${tEnd} s, must be after the start at ${t} s.`;
  return new RequestError({ code: "bad-span", subject: "tEnd", value: tEnd, message });
}
