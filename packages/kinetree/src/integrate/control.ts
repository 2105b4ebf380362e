import { exp, log } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { add, and, div, le, lt, max, min, mul, not, or, select, sub } from "../graph/num.js";
import type { Program } from "../kernel/program.js";
import type { Rec } from "../kernel/record.js";

/** The clock of one lane. The lanes of a pair step together, but each has its own h and accepts or repeats its own step. */
export const CONTROL = {
  /** Time of the accepted state, and of the state after the step under way. */
  t: 1,
  tNext: 1,
  /** Step proposed, and step taken: shortened to land on tStop, 0 for a lane that has arrived. */
  h: 1,
  hTaken: 1,
  /** Where this lane must stop: end of the run, next jump of a load, next sampling instant of a controller. */
  tStop: 1,
  /** The last instant before tStop: loads that jump at tStop are still taken as they were. */
  tCap: 1,
  /** 0 for a lane that holds no sample. */
  active: 1,
  hMax: 1,
  relative: 1,
  absolute: 1,
  /** Weighted norm of the error estimate; a step is accepted up to 1. */
  error: 1,
  /** 1 if the step under way is to be accepted, else 0; also 0 for a lane that has arrived. */
  accept: 1,
  /** 1 if the step under way lands on tStop. */
  landing: 1,
  accepted: 1,
  rejected: 1,
  /** Start and number of steps of a stretch of fixed steps: t = tFirst + count h does not gather rounding. */
  tFirst: 1,
  count: 1,
  /** Attempts after which the lane gives up. */
  most: 1,
  /** 0 while all is well; 1: step below the resolution of time; 2: state not finite; 3: too many steps; 4: equations of the closures no longer fit; `LEFT_TERRAIN`; `WHEEL_BELOW_GROUND`; `WHEEL_FLAT`. Implicit methods have more. */
  failure: 1,
  /** Where in the step an interpolation is wanted, 0 to 1. */
  theta: 1,
  /** 1 for a lane whose derivative "start" is to compute; the other lane keeps its own, to the last bit. */
  restart: 1,
  /** Quality of the closures' equations below which others are asked for. */
  leastQuality: 1,
} as const;
export type ControlFields = { readonly [K in keyof typeof CONTROL]: readonly Num[] };

/** The failure of a step that leads beyond a ground which ends at its border. */
export const LEFT_TERRAIN = 7;

/** The failure of a step that leads the centre of a wheel below the ground. */
export const WHEEL_BELOW_GROUND = 8;

/** The failure of a step that lays a wheel flat on the ground. */
export const WHEEL_FLAT = 9;

/** A step this near to the stop, relative to h, goes all the way: a last step of rounding size would only cost time. */
const NEARLY_THERE = 1e-9;
/** Hairer, Nørsett, Wanner I (1993), II.4: safety, and how far a step may shrink or grow at once. */
const [SAFETY, SHRINK, GROW] = [0.9, 0.2, 6];

/** Residuals of closures die away within a few steps: faster, and the damping itself would need shorter ones. */
const GAIN_STEPS = 0.5;
/** The same for methods of one stage, which see held values one step late. */
const LATE_GAIN_STEPS = 0.1;

/** The rate at which closures are damped [1/s]: the one that is asked for, or it follows from the step under way. */
export function traceGain(
  program: Program,
  control: Rec<ControlFields>,
  rate: number | null,
  isLate: boolean,
): Rec<{ gain: readonly Num[] }> {
  if (rate !== null) return program.constants({ gain: [rate] });
  const place = Object.keys(CONTROL).indexOf("hTaken");
  const step = program.slice<{ h: readonly Num[] }>(control, place, { h: 1 });
  return program.step("closure gain", { step }, ({ step }) => ({
    out: { gain: [select(lt(0, step.h[0]), div(isLate ? LATE_GAIN_STEPS : GAIN_STEPS, max(step.h[0], 1e-12)), 0)] },
  })).out;
}

/** Equations of closures with a quality below this are singular in effect: half of their digits are lost. */
export const LEAST_QUALITY = 1e-8;

/** Below this quality, putting a state onto the closures would disturb its speeds by more than a step does. */
export const SAFE_QUALITY = 1e-6;

/** After a decision: a step into a region where the equations are no longer fit is not taken, and the lane asks for others. */
export function traceQualityCheck(program: Program, control: Rec<ControlFields>, quality: Rec): void {
  program.begin("check quality");
  const out = program.slice(control, 0, CONTROL);
  const inputs = { control, quality: quality as Rec<{ x: readonly Num[] }> };
  program.step(
    "check quality",
    inputs,
    ({ control: c, quality }) => {
      const isStep = lt(0, c.accept[0]);
      const isUnfit = and(isStep, not(le(c.leastQuality[0], quality.x[0])));
      return {
        control: {
          ...c,
          accept: [select(isUnfit, 0, c.accept[0])],
          accepted: [sub(c.accepted[0], select(isUnfit, 1, 0))],
          count: [sub(c.count[0], select(isUnfit, 1, 0))],
          failure: [max(c.failure[0], select(isUnfit, 4, 0))],
        },
      };
    },
    { control: out },
  );
}

/** Traces a step that changes some fields of the clock in place. */
function updateControl(
  program: Program,
  name: string,
  control: Rec<ControlFields>,
  changes: (control: ControlFields) => Partial<ControlFields>,
): void {
  const out = program.slice(control, 0, CONTROL);
  program.step(name, { control }, ({ control: c }) => ({ control: { ...c, ...changes(c) } }), { control: out });
}

/** Before a step: how long it is and where it ends. */
export function tracePrepare(program: Program, control: Rec<ControlFields>, fixed: boolean): void {
  updateControl(program, `prepare ${fixed}`, control, (c) => {
    const [t, h, tStop] = [c.t[0], c.h[0], c.tStop[0]];
    const end = fixed ? add(c.tFirst[0], mul(add(c.count[0], 1), h)) : add(t, h);
    const landing = le(sub(tStop, mul(NEARLY_THERE, h)), end);
    const idle = or(le(tStop, t), lt(0, c.failure[0]));
    return {
      tNext: [select(idle, t, select(landing, tStop, end))],
      hTaken: [select(idle, 0, select(or(landing, fixed), sub(select(landing, tStop, end), t), h))],
      landing: [select(landing, 1, 0)],
    };
  });
}

/** After a step, with its error known: accept or repeat, and how long the next one is. */
export function traceDecide(
  program: Program,
  control: Rec<ControlFields>,
  method: { fixed: boolean; errorOrder: number },
): void {
  updateControl(program, `decide ${method.fixed} ${method.errorOrder}`, control, (c) => {
    const [error, h, hTaken] = [c.error[0], c.h[0], c.hTaken[0]];
    const idle = le(hTaken, 0);
    const finite = le(error, Number.MAX_VALUE); // false for NaN
    // A step below the resolution of the clock would move the state and not the time, past the cause of its shortness.
    const landing = lt(0, c.landing[0]);
    const tooShort = and(not(landing), lt(hTaken, mul(2 * Number.EPSILON, max(1e-300, absolute(c.t[0])))));
    const good = method.fixed ? finite : and(le(error, 1), not(tooShort));
    const accept = or(idle, good);
    const isStep = and(not(idle), accept);
    const isRepeat = and(not(idle), not(accept));
    // error^(-1/p) by exp and log; the bounds keep a vanishing or a non-finite error out of them.
    const bounded = min(max(error, 1e-10), 1e10);
    const wanted = mul(SAFETY, exp(mul(-1 / method.errorOrder, log(bounded))));
    const factor = select(finite, min(max(wanted, SHRINK), select(accept, GROW, 1)), SHRINK);
    const adapted = min(mul(hTaken, factor), c.hMax[0]);
    // A step cut short by a stop says nothing against the length that was proposed before.
    const next = select(and(accept, landing), max(h, adapted), adapted);
    const broken = method.fixed ? select(isRepeat, 2, 0) : select(and(isRepeat, tooShort), select(finite, 1, 2), 0);
    const accepted = add(c.accepted[0], select(isStep, 1, 0));
    const rejected = add(c.rejected[0], select(isRepeat, 1, 0));
    const isOver = and(not(idle), le(c.most[0], add(accepted, rejected)));
    const failed = max(broken, select(isOver, 3, 0));
    return {
      h: [method.fixed ? h : select(idle, h, next)],
      accept: [select(isStep, 1, 0)],
      accepted: [accepted],
      rejected: [rejected],
      count: [add(c.count[0], select(isStep, 1, 0))],
      failure: [max(c.failure[0], failed)],
    };
  });
}

const absolute = (x: Num): Num => max(x, sub(0, x));
