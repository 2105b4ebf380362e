import { RequestError } from "../errors/kinetree-error.js";
import type { OptionalList, Model } from "./types.js";
import { isRecord, show } from "./check.js";

/**
 * Refuses what is plainly no model, above all a builder that nobody told to build. That a model is sound was checked when
 * it was built; this only keeps a wrong argument from failing deep inside.
 */
export function requireModel(model: unknown): asserts model is Model {
  const isDescription = isRecord(model) && Array.isArray(model.bodies) && Array.isArray(model.joints);
  const lists = [
    ...(["constraints", "terrains", "contacts", "tyres"] as const),
    ...(["shafts", "shaftElements"] as const),
  ] satisfies readonly OptionalList[];
  if (isDescription && lists.every((list) => Array.isArray(model[list]))) return;
  const isBuilder = isRecord(model) && typeof model.build === "function";
  const [value, fix] = isBuilder
    ? ["a mechanism that is not built yet", "Call .build() on it first."]
    : isDescription
      ? ["a description that is not built yet", "Give what buildModel makes of it."]
      : [show(model), "Give what mechanism(name)….build() or buildModel(data) returns."];
  throw new RequestError({
    code: "not-a-model",
    subject: "model",
    value: model,
    message: `model is ${value}, must be a model. ${fix}`,
  });
}
