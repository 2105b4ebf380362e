import { modelHash, VERSION, type Simulation, type SimulationResult } from "kinetree";
import type { FrameColumns, ResultHeader } from "@kinetree/results";
import type { RunSettings } from "./run-settings.js";

/** What the result file says before the first row. Follows from model and options alone: same run, same bytes. */
export function headerOf(simulation: Simulation, settings: RunSettings): ResultHeader {
  const { model, plan, formulationReason, names, units } = simulation;
  const metadata = {
    model: model.name,
    source: settings.source,
    modelHash: modelHash(model),
    version: VERSION,
    formulation: plan.formulation,
    formulationReason,
    integrator: settings.integrator ?? plan.method,
    ...accuracyOf(settings),
    tEnd: settings.tEnd,
    sampleEvery: settings.sampleEvery,
    parameters: Object.fromEntries(model.parameters.map(({ name, value }) => [name, value])),
  };
  return { names, units, metadata: asJsonTexts(metadata), frames: framesIn(simulation) };
}

const accuracyOf = ({ step, tolerance }: RunSettings): Record<string, number> =>
  step === null ? { tolerance: tolerance ?? 1e-8 } : { step };

/** What the result file says behind the last row. */
export const summaryOf = (result: SimulationResult, rows: number): Record<string, string> =>
  asJsonTexts({ ...outcomeOf(result), rows });

/** How a run went. */
export const outcomeOf = ({
  end,
  final,
  counts,
  energy,
  excursions,
  loops,
  integrators,
  advice,
  warnings,
}: SimulationResult): Record<string, unknown> => ({
  end,
  t: final.t,
  steps: counts,
  energy,
  excursions,
  ...(loops === null ? {} : { loops }),
  ...(integrators.length > 1 ? { integrators } : {}),
  ...(advice.length > 0 ? { advice } : {}),
  ...(warnings.length > 0 ? { warnings } : {}),
});

const asJsonTexts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value) ?? "null"]));

/** Bodies of which position and orientation are recorded. */
function framesIn({ model, names }: Simulation): FrameColumns[] {
  const known = new Set(names);
  return model.bodies.flatMap(({ name }): FrameColumns[] => {
    const position = [`pos.${name}.x`, `pos.${name}.y`, `pos.${name}.z`] as const;
    const quaternion = [`quat.${name}.w`, `quat.${name}.x`, `quat.${name}.y`, `quat.${name}.z`] as const;
    return [...position, ...quaternion].every((column) => known.has(column))
      ? [{ body: name, position, quaternion }]
      : [];
  });
}
