import { KinetreeError, RunFailedError } from "kinetree";
import { FormatError } from "kinetree/formats";
import type { Trouble } from "./protocol.js";

export function troubleOf(error: unknown): Trouble {
  if (error instanceof KinetreeError) {
    return {
      code: error.code,
      subject: error.subject,
      message: error.message,
      issues: error instanceof FormatError ? error.issues.map(({ value: _, ...issue }) => issue) : [],
      ...(error instanceof RunFailedError ? { t: error.recorded.final.t } : {}),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const isMemory = error instanceof RangeError && /memory|array length|allocation/i.test(message);
  return isMemory
    ? {
        code: "out-of-memory",
        subject: "engine",
        message: `not enough memory (${message}). Use a smaller model, a shorter run or a longer sample interval.`,
        issues: [],
      }
    : { code: "unexpected", subject: "engine", message: `the engine failed unexpectedly: ${message}`, issues: [] };
}
