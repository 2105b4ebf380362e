import { KinetreeError } from "../../src/errors/kinetree-error.js";

/** The error that a call ends with; a call that succeeds, or fails in a way of its own, is the test's failure. */
export function failureOf(call: () => unknown): KinetreeError {
  try {
    call();
  } catch (error) {
    if (error instanceof KinetreeError) return error;
    throw error;
  }
  throw new Error("the call was expected to fail");
}

/** The same for a promise. */
export async function failureOfAsync(call: () => Promise<unknown>): Promise<KinetreeError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof KinetreeError) return error;
    throw error;
  }
  throw new Error("the call was expected to fail");
}
