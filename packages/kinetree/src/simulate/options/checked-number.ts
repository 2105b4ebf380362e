import { RequestError } from "../../errors/kinetree-error.js";

/** Refuses what is no whole number of at least 1. */
export function requireCount(name: string, value: number, fix: string): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new RequestError({
    code: "not-a-count",
    subject: name,
    value,
    message: `${name} is ${value}, must be a whole number of at least 1. ${fix}`,
  });
}

/** Refuses what is no positive number. */
export function requirePositive(name: string, value: number, fix: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RequestError({
    code: "not-positive",
    subject: name,
    value,
    message: `${name} is ${value}, must be a positive number. ${fix}`,
  });
}
