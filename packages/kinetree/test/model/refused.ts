import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import type { ErrorFacts } from "../../src/errors/kinetree-error.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import type { ModelDescription } from "../../src/model/types.js";
import type { Mistake } from "./mistake.js";

/** What is wrong with an attempt, and the description that was refused; null where a builder refused before there was one. */
export interface Refused {
  readonly description: ModelDescription | null;
  readonly issues: readonly ErrorFacts[];
}

export function refused(attempt: Mistake[1]): Refused {
  let description: ModelDescription | null = null;
  try {
    attempt((given) => buildModel((description = given)));
  } catch (error) {
    if (error instanceof InvalidModelError) return { description, issues: error.issues };
    throw error;
  }
  throw new Error("nothing was refused");
}
