import type { EvaluatorOptions } from "./evaluator-types.js";
import { anything, type OptionTypes } from "../errors/option-types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";

/** Of evaluators and whatever else takes nothing but a formulation, whose name is looked up. */
export const evaluatorOptionTypes: OptionTypes<EvaluatorOptions> = { formulation: anything };

/* Options are checked before anything is compiled: JavaScript callers and files have no type checker. */

const LEAVE_OUT = "Leave it out for the default.";

export function requireChoice(option: string, given: string, known: readonly string[]): void {
  if (!known.includes(given)) throw unknownName(option, given, known);
}

export function requirePositive(option: string, value: number, fix = LEAVE_OUT): void {
  if (Number.isFinite(value) && value > 0) return;
  const message = `${option} is ${value}, must be a positive number. ${fix}`;
  throw new RequestError({ code: "not-positive", subject: option, value, message });
}

export function requireCount(option: string, value: number, fix = LEAVE_OUT, least = 1): void {
  if (Number.isInteger(value) && value >= least) return;
  const message = `${option} is ${value}, must be a whole number of at least ${least}. ${fix}`;
  throw new RequestError({ code: "not-a-count", subject: option, value, message });
}
