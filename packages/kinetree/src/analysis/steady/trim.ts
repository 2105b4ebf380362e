import {
  aNumber,
  anything,
  checkOptions,
  listOf,
  recordOf,
  withDefaults,
  type OptionTypes,
} from "../../errors/option-types.js";
import { RequestError, SimulationError } from "../../errors/kinetree-error.js";
import type { OperatingPoint } from "../../evaluate/operating-point.js";
import { requireCount, requirePositive } from "../../evaluate/option-checks.js";
import type { Model } from "../../model/types.js";
import type { Pin } from "../free-directions.js";
import type { Ignorable } from "./steady-directions.js";
import { createTrimEquations, type TrimEquations, type TrimPoint, type TrimTarget } from "./trim-equations.js";
import { trimStep, type TrimStep } from "./trim-step.js";

/** Which steady motion to look for; `trimDefaults` holds the defaults. */
export interface TrimOptions {
  /** Speeds that have given values: by joint, one number, or a list with null for those that are to be found. */
  readonly speeds?: Readonly<Record<string, number | readonly (number | null)[]>>;
  /** Coordinates that go on changing, since nothing depends on them: positions and heading in the plane, spin of wheels. Speeds of all others vanish. */
  readonly ignorable?: readonly Ignorable[];
  /** Joints, or single coordinates, that stay where the start has them. */
  readonly pinned?: readonly Pin[];
  /** Actuators whose commands are to be found; the others keep those of the start. */
  readonly commands?: readonly string[];
  /** Joints, or single coordinates, along which forces τ are to be found. */
  readonly forces?: readonly Pin[];
  /** Largest departure from the steady motion that may be left, in units of coordinates, speeds and inputs. */
  readonly tolerance?: number;
  /** Steps before giving up. */
  readonly maxIterations?: number;
  /** Values of named parameters; the model's own if left out. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** Defaults of `trim`. */
export const trimDefaults = Object.freeze({ tolerance: 1e-9, maxIterations: 100 } as const);

/** A steady motion and its properties. */
export interface Trim {
  /** The state found, in motion, with the inputs that keep it steady. */
  readonly point: TrimPoint;
  readonly iterations: number;
  /** Largest departure left over, as `tolerance` measures it. */
  readonly residual: number;
  /** v̇ of the independent speeds and ż, which a steady motion does not have. */
  readonly vdot: Float64Array;
  readonly zdot: Float64Array;
  /** Ways in which the targets leave the motion open, to first order, besides the ignorable coordinates. */
  readonly undetermined: number;
}

/** Where to start: zero, or the neutral position, where left out. */
export type TrimStart = Partial<OperatingPoint>;

const optionTypes: OptionTypes<TrimOptions> = {
  speeds: recordOf(anything),
  ignorable: listOf(anything),
  pinned: listOf(anything),
  commands: listOf(anything),
  forces: listOf(anything),
  tolerance: aNumber,
  maxIterations: aNumber,
  parameters: recordOf(aNumber),
};

const SUFFICIENT_DECREASE = 1e-4;
const MOST_HALVINGS = 12;
/** Largest turn [rad] or shift [m] of a step: beyond it the tangent says little. */
const LARGEST_STEP = 0.5;
/** Part by which rates may change with an ignorable coordinate: rounding. */
const IGNORABLE = 1e-6;

/**
 * A steady motion: v̇ = 0 and ż = 0 with the given speeds, and all coordinates at rest that something depends on. Speeds are along the
 * axes of each joint's child, so a body on a steady circle has constant ones. Newton's method with exact derivatives on everything
 * that is not given: coordinates, speeds, internal states and the named inputs. Steps are of least norm where the targets leave
 * the motion open, and are shortened until what is left falls.
 */
export const trim = (model: Model, start: TrimStart, options: TrimOptions): Trim => createTrim(model, options)(start);

/** The same, compiled once for many starts. */
export function createTrim(model: Model, options: TrimOptions): (start?: TrimStart) => Trim {
  checkOptions(options, optionTypes);
  const { tolerance, maxIterations, ...target } = withDefaults(trimDefaults, options);
  requirePositive("tolerance", tolerance);
  requireCount("maxIterations", maxIterations, undefined, 0);
  const equations = createTrimEquations(model, target as TrimTarget);

  return (start = {}) => {
    let here = equations.begin(start);
    let step = trimStep(equations.at(here));
    let wasFound = false;
    for (let iterations = 0; ; iterations++) {
      const isFound = step.residual <= tolerance;
      // One step more: near the motion each squares what is left over.
      const next = wasFound || iterations >= maxIterations ? null : along(equations, here, step);
      wasFound = isFound;
      if (next) {
        ({ here, step } = next);
        continue;
      }
      if (!isFound) throw notFound(step, iterations >= maxIterations ? iterations : null);
      requireIgnorable(step);
      const { vdot, zdot } = step.values;
      return { point: here, iterations, residual: step.residual, vdot, zdot, undetermined: step.undetermined };
    }
  };
}

interface Place {
  readonly here: TrimPoint;
  readonly step: TrimStep;
}

/** The first place along a step with smaller residuals; null without one. */
function along(equations: TrimEquations, from: TrimPoint, step: TrimStep): Place | null {
  const longest = step.moves.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const before = step.normOf(step.values.residuals);
  let size = longest > LARGEST_STEP ? LARGEST_STEP / longest : 1;
  for (let k = 0; k <= MOST_HALVINGS; k++, size /= 2) {
    const here = equations.moved(from, step.x, size);
    if (!here) continue;
    const values = equations.at(here);
    if (step.normOf(values.residuals) <= (1 - SUFFICIENT_DECREASE * size) * before)
      return { here, step: trimStep(values) };
  }
  return null;
}

function notFound({ worst, residual }: TrimStep, limit: number | null): SimulationError {
  const rest =
    limit === null
      ? "and no step makes it smaller. Start nearer to it, leave more inputs open, or prescribe less."
      : `after ${limit} steps, the limit maxIterations. Start nearer to it.`;
  return new SimulationError({
    code: "trim-not-found",
    subject: worst.name,
    value: worst.value,
    message: `${worst.name}: no steady motion found; ${worst.value} of it is left over (${residual} by the tolerance's measure) ${rest}`,
  });
}

/** What nothing depends on may change; anything else would not stay steady. */
function requireIgnorable({ depending }: TrimStep): void {
  const worst = depending.find(({ share }) => share > IGNORABLE);
  if (!worst) return;
  throw new RequestError({
    code: "trim-not-ignorable",
    subject: worst.name,
    value: worst.share,
    message: `${worst.name}: the motion depends on it, so it cannot go on changing in a steady one. Leave it out of ignorable.`,
  });
}
