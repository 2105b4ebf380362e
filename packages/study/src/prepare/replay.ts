import {
  createSimulation,
  RequestError,
  loadControllers,
  RunFailedError,
  type Sample,
  type Simulation,
  type SimulationResult,
} from "kinetree";
import { aFunction, aNumber, aText, checkOptions, listOf, type OptionTypes } from "kinetree/tools";
import type { ColumnValues } from "@kinetree/results";
import type { Scenario, Values } from "../description/scenario.js";
import type { PreparedCase, PreparedStudy } from "./prepared-study.js";

/** How one sample is looked at again. */
export interface ReplayOptions {
  /** Channels to record in addition to the state, as `simulate` takes them. */
  readonly channels?: readonly string[];
  /** Interval between recorded states [s]. Default: a hundredth of the run. */
  readonly sampleEvery?: number;
  /** Takes each recorded row instead of the result. */
  readonly onRow?: (t: number, row: Float64Array) => void;
}

const optionTypes: OptionTypes<ReplayOptions> = { channels: listOf(aText), sampleEvery: aNumber, onRow: aFunction };

/** A sample that was run again, alone. */
export interface Replay {
  /** All parameters and inputs. */
  readonly values: Values;
  /** The row of the results, column by column, computed again: equal to that of the study bit for bit. */
  readonly row: readonly (number | string | null)[];
  /** The motion; up to the failure if the sample failed, null if it never began. */
  readonly result: SimulationResult | null;
  /** Why it failed, in words; null if it did not. */
  readonly failure: string | null;
}

/** Runs samples of a study again, one at a time. */
export type Replayer = (row: number, options?: Omit<ReplayOptions, "channels">) => Promise<Replay>;

/** Runs one sample again: as the study runs it, for its row, and once more with channels, for its motion. */
export async function replaySample(study: PreparedStudy, row: number, options: ReplayOptions = {}): Promise<Replay> {
  checkOptions(options, optionTypes);
  const { channels, ...rest } = options;
  return createReplayer(study, channels)(row, rest);
}

/** Makes ready to run samples again as `replaySample` does; what is compiled for the motion is kept, so that the next is quicker. */
export function createReplayer(study: PreparedStudy, channels: readonly string[] = []): Replayer {
  checkOptions({ channels }, optionTypes);
  const simulations = new Map<Scenario, Simulation>();
  // The work of the loads is added up only where it is recorded; the steps are those of the study with it and without.
  const energyBalance = channels.some((name) => /^energy(\.(work|balance))?$/.test(name.trim()));
  const simulationOf = ({ scenario, events }: PreparedCase): Simulation => {
    const made = simulations.get(scenario);
    if (made) return made;
    // Batches and single runs choose formulation, closures and steps by the same rule.
    const options = { ...scenario.run, events, channels, energyBalance };
    const simulation = createSimulation(scenario.model, options);
    simulations.set(scenario, simulation);
    return simulation;
  };
  return async (row, options = {}) => {
    checkOptions(options, optionTypes);
    requireRow(study, row);
    const { sampleEvery, onRow } = options;
    const caseIndex = Math.floor(row / study.samples);
    const sample = row % study.samples;
    const values = study.valuesOf(caseIndex, sample);
    let columns: readonly ColumnValues[] = [];
    await study.run({
      chunks: [{ caseIndex, firstSample: sample, count: 1 }],
      onRows: (_, rows) => {
        columns = rows;
      },
    });
    const each = study.cases[caseIndex];
    const again = columns.map((column) => column[0]);
    const failed = (error: Error): Replay => ({
      values,
      row: again,
      result: error instanceof RunFailedError ? error.recorded : null,
      failure: error.message,
    });
    let made: Sample;
    try {
      made = each.sampleOf(values);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return failed(error);
    }
    // An unknown channel is a mistake of the request, not of the sample.
    const simulation = simulationOf(each);
    const { parameters = {}, state = {} } = made;
    const controllers = await loadControllers(each.scenario.controllers ?? {});
    try {
      const result = simulation.run(each.scenario.tEnd, {
        parameters,
        state,
        controllers,
        ...(sampleEvery === undefined ? {} : { sampleEvery }),
        ...(onRow ? { onRow } : {}),
      });
      return { values, row: again, result, failure: null };
    } catch (error) {
      // A start that cannot be put together fails in the study too; anything else is a mistake of the request.
      const end = again[study.columns.findIndex(({ name, role }) => role === "end" && name === "end")];
      const isFine = end === "finished" || end === "event";
      if (error instanceof RunFailedError || (error instanceof Error && !isFine)) return failed(error);
      throw error;
    }
  };
}

function requireRow({ cases, samples }: PreparedStudy, row: number): void {
  const rows = cases.length * samples;
  if (Number.isInteger(row) && row >= 0 && row < rows) return;
  const message = `row is ${row}, must be a whole number from 0 to ${rows - 1}: the study has ${rows} samples.`;
  throw new RequestError({ code: "sample-out-of-range", subject: "row", value: row, message });
}
