import { RequestError } from "../../errors/kinetree-error.js";

export function requireCount(name: string, value: number, fix: string): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new RequestError({
    code: "not-a-count",
    subject: name,
    value,
    message: `${name} is ${value}, must be a whole number of at least 1. ${fix}`,
  });
}

export function requirePositive(name: string, value: number, fix: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RequestError({
    code: "not-positive",
    subject: name,
    value,
    message: `${name} is ${value}, must be a positive number. ${fix}`,
  });
}
