import { jointsFromState, modelHash, type Model, type Sample } from "kinetree";
import { systems } from "kinetree/systems";
import { writeJsonModel } from "kinetree/formats";
import type { PreparedCase, PreparedStudy } from "@kinetree/study";
import { setupDefaults, type Experiment, type ModelSource, type Start } from "../../experiment/types.js";

/** Model, parameters and start of a sample for the workbench; null if the model cannot be written as a file. */
export function experimentOf(study: PreparedStudy, each: PreparedCase, sample: Sample): Experiment | null {
  const { model, run = {}, tEnd } = each.scenario;
  const source = sourceOf(study, each);
  if (source === null) return null;
  const own = new Map(model.parameters.map(({ name, value }) => [name, value]));
  const parameters = Object.fromEntries(
    Object.entries(sample.parameters ?? {}).filter(([name, value]) => !Object.is(own.get(name), value)),
  );
  const { formulation, integrator, tolerance, step, closure, drift } = run;
  return {
    source,
    parameters,
    start: startOf(model, sample),
    setup: {
      formulation: formulation ?? setupDefaults.formulation,
      integrator: integrator ?? setupDefaults.integrator,
      tolerance: tolerance ?? setupDefaults.tolerance,
      step: step ?? null,
      closure: closure ?? setupDefaults.closure,
      drift: drift ?? setupDefaults.drift,
      sampleEvery: Math.min(setupDefaults.sampleEvery, tEnd / 100),
    },
  };
}

/** The model as a named system where one has the same content, else as its JSON, which any machine reads back the same. */
function sourceOf({ study }: PreparedStudy, { name, scenario }: PreparedCase): ModelSource | null {
  const { model } = scenario;
  const given = {
    ...(typeof study.scenario === "object" && "options" in study.scenario ? study.scenario.options : {}),
    ...study.cases?.find((each) => each.name === name)?.options,
  };
  for (const { name: system, defaults, build } of systems) {
    if (system !== model.name) continue;
    const options = Object.fromEntries(
      Object.entries(given).filter(
        (entry): entry is [string, number | string] => entry[0] in defaults && typeof entry[1] !== "boolean",
      ),
    );
    if (modelHash(build(options)) === modelHash(model)) return { kind: "system", name: system, options };
  }
  try {
    return { kind: "file", name: `${model.name}.json`, text: writeJsonModel(model), served: null };
  } catch {
    return null;
  }
}

function startOf(model: Model, { state }: Sample): Start | null {
  if (state === undefined) return null;
  const isState = state.q instanceof Float64Array && state.v instanceof Float64Array && state.t !== undefined;
  const { t, q, v } = isState ? jointsFromState(model, state as Parameters<typeof jointsFromState>[1]) : state;
  const lists = (values: typeof q): Record<string, number[]> =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([joint, x]) => [joint, typeof x === "number" ? [x] : Array.from(x)]),
    );
  const z = isState && "z" in state && state.z ? Array.from(state.z) : [];
  return { t: t ?? 0, q: lists(q), v: lists(v), z };
}
