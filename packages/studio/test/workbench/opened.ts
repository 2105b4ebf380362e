import { buildTopology, evaluateReal, parameterDefaults, type Model, type Real } from "kinetree";
import { namedSystem } from "kinetree/systems";
import { flexiblesOf } from "../../src/engine/flexible-info.js";
import type { OpenedModel } from "../../src/engine/protocol.js";

/** The parts of an open model that panels read, made without the engine. */
export type OpenedParts = Pick<OpenedModel, "model" | "numbers" | "cuts" | "flexible">;

export function openedSystem(name: string, options: Readonly<Record<string, number | string>> = {}): OpenedParts {
  return openedModel(namedSystem(name).build(options));
}

export function openedModel(model: Model): OpenedParts {
  const numbers = plain(model);
  const topology = buildTopology(model);
  return {
    model,
    numbers,
    cuts: topology.cuts.map((i) => model.joints[i].name),
    flexible: flexiblesOf(numbers, topology),
  };
}

/** The model with every expression replaced by its value. */
function plain(model: Model): Model {
  const values = parameterDefaults(model);
  const walk = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    if ("parameter" in value || "op" in value) return evaluateReal(value as Real, values);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
  };
  return walk(model) as Model;
}
