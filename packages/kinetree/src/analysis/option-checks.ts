import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";

/* Options are looked at before anything is compiled: JavaScript callers and files have no compiler to tell them. */

export function requireChoice(option: string, given: string, known: readonly string[]): void {
  if (!known.includes(given)) throw unknownName(option, given, known);
}

export function requirePositive(option: string, given: number): void {
  if (Number.isFinite(given) && given > 0) return;
  throw new RequestError({
    code: "not-positive",
    subject: option,
    value: given,
    message: `${option} is ${given}, must be a positive number. Leave it out for the usual one.`,
  });
}

export function requireCount(option: string, given: number): void {
  if (Number.isInteger(given) && given >= 0) return;
  throw new RequestError({
    code: "not-a-count",
    subject: option,
    value: given,
    message: `${option} is ${given}, must be a whole number of at least 0. Leave it out for the usual one.`,
  });
}
