import { modelHash, type ControllerModule, type RunController } from "kinetree";
import type { JsonValue } from "kinetree/formats";
import { hashText } from "kinetree/tools";
import type { Scenario } from "../description/scenario.js";
import type { Study } from "../description/study.js";

/** A study as plain data with its defaults filled in; what is code stands there by the hash of its text. */
export function describeStudy(study: Study, samples: number, resolved: readonly JsonValue[]): JsonValue {
  const { scenario, ...rest } = study;
  const isCode = typeof scenario === "function" || ("model" in scenario && typeof scenario.model === "object");
  const isData = !isCode && "model" in scenario;
  return {
    ...(plain({ sampler: "monte-carlo", seed: 1, draws: "common", ...rest, samples }) as { [key: string]: JsonValue }),
    scenario: isCode && typeof scenario !== "function" ? describeScenario(scenario as Scenario) : plain(scenario),
    // A file says all about its scenario; of code, what became of it in each case is kept too.
    ...(isData ? {} : { resolved }),
  };
}

/** A scenario as plain data. */
export const describeScenario = (
  { name, model, inputs = [], start, tEnd, run = {}, events = [], controllers }: Scenario,
  functions: "by text" | "unseen" = "by text",
): JsonValue =>
  plain(
    {
      name,
      model: modelHash(model),
      inputs,
      start,
      tEnd,
      run,
      events,
      ...(controllers ? { controllers: Object.fromEntries(Object.entries(controllers).map(describeController)) } : {}),
    },
    functions,
  );

/** A module is described by the text that its URL holds, or by where it is. */
const describeController = ([name, given]: readonly [string, RunController | ControllerModule]): [string, unknown] => [
  name,
  "module" in given ? { ...given, module: `module ${hashText(given.module)}` } : given,
];

function plain(value: unknown, functions: "by text" | "unseen" = "by text"): JsonValue {
  // Functions of this package follow from its version, and a bundler may write them in another way.
  if (typeof value === "function") return functions === "unseen" ? "function" : `function ${hashText(String(value))}`;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, (each) => plain(each, functions));
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return (value ?? null) as JsonValue;
  const entries = Object.entries(value).filter(([key, part]) => part !== undefined && !key.startsWith("$"));
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part, functions)]));
}
