import { createSimulation, KinetreeError, type FormulationName, type State } from "kinetree";
import { compareFormulations, type Comparison } from "kinetree/formulations";
import type { RunSetup } from "../experiment/types.js";
import type { Poser } from "./poser.js";
import type { ComparedMotion, EngineEvent } from "./protocol.js";
import { runColumns } from "./row-columns.js";

/** Instants that formulations are compared at: loads of joints at each of them take most of the time. */
const COMPARED = 100;
/** Instants that motions are drawn at. */
const SAMPLES = 300;

export function compareMotions(
  poser: Poser,
  setup: RunSetup,
  start: State,
  parameters: Readonly<Record<string, number>>,
  tEnd: number,
  names: readonly FormulationName[],
  around: { readonly now: () => number; readonly tell: (event: EngineEvent) => void },
): { readonly comparison: Comparison; readonly motions: readonly ComparedMotion[] } {
  const accuracy = setup.step === null ? { tolerance: setup.tolerance } : { step: setup.step };
  const options = { integrator: setup.integrator, ...accuracy, drift: setup.drift };
  const comparison = compareFormulations(poser.model, tEnd, {
    ...options,
    formulations: names,
    state: start,
    parameters,
    samples: COMPARED,
    now: around.now,
    onProgress: (part, name) => around.tell({ type: "progress", part: 0.8 * part, of: name }),
  });
  const ran = comparison.formulations.filter(({ outcome }) => outcome === "ran");
  const motions = ran.flatMap(({ name }, i): ComparedMotion[] => {
    around.tell({ type: "progress", part: 0.8 + (0.2 * i) / ran.length, of: name });
    try {
      return [motionOf(poser, name, options, start, parameters, tEnd)];
    } catch (error) {
      if (error instanceof KinetreeError) return []; // what the comparison says of it is enough
      throw error;
    }
  });
  return { comparison, motions };
}

function motionOf(
  poser: Poser,
  formulation: FormulationName,
  options: Parameters<typeof createSimulation>[1],
  state: State,
  parameters: Readonly<Record<string, number>>,
  tEnd: number,
): ComparedMotion {
  const { model, hasLoops } = poser;
  const simulation = createSimulation(model, { ...options, formulation, channels: ["pos", "quat", "energy"] });
  const { t, rows, names, stateAt } = simulation.run(tEnd, {
    state,
    parameters,
    sampleEvery: (tEnd - state.t) / SAMPLES,
  });
  const width = names.length + (hasLoops ? 1 : 0);
  const values = new Float64Array(t.length * width);
  for (let i = 0; i < t.length; i++) {
    values.set(rows.subarray(i * names.length, (i + 1) * names.length), i * width);
    if (hasLoops) values[(i + 1) * width - 1] = poser.closure(stateAt(i), parameters);
  }
  return {
    name: formulation,
    columns: runColumns(simulation, hasLoops),
    rows: { run: 0, t, values },
  };
}
