import { buildTopology, matchChannels, RequestError, type Model, type SimulationResult } from "kinetree";
import { createReplayer, type PreparedStudy, type Replayer } from "@kinetree/study";
import type { StudyInfo } from "../../api/types.js";
import type { ReplayedSample, Rows, RunColumns } from "../protocol.js";
import { flexiblesOf } from "../flexible-info.js";
import { poseColumns } from "../row-columns.js";
import { plainNumbers } from "../plain-numbers.js";
import { experimentOf } from "./study-experiment.js";
import { hashRow } from "./study-hash.js";
import { studyFromRecipe } from "./study-recipe.js";

export interface StudyHost {
  readonly prepare: (info: StudyInfo) => Promise<{ readonly rows: number }>;
  /** Runs the sample of a row again; null for sixty recorded rows a second, or fewer where that would be very many. */
  readonly replay: (row: number, sampleEvery: number | null) => Promise<ReplayedSample>;
}

export function createStudyHost(): StudyHost {
  let ready: Ready | null = null;
  return {
    prepare: async (info) => {
      ready = null;
      const study = await studyFromRecipe(info);
      ready = { study, replayers: new Map() };
      return { rows: study.cases.length * study.samples };
    },
    replay: async (row, sampleEvery) => {
      if (ready === null)
        throw new RequestError({
          code: "no-study",
          subject: "replay",
          value: row,
          message: `row ${row} cannot be replayed: no study is open in the engine. Open the study again.`,
        });
      return replayed(ready, row, sampleEvery);
    },
  };
}

interface Ready {
  readonly study: PreparedStudy;
  /** By recorded channels: models of other cases may have others. */
  readonly replayers: Map<string, Replayer>;
}

/** Recorded rows of a replay at most. */
const MOST_ROWS = 6000;

async function replayed(ready: Ready, row: number, sampleEvery: number | null): Promise<ReplayedSample> {
  const { study } = ready;
  const rows = study.cases.length * study.samples;
  if (!Number.isInteger(row) || row < 0 || row >= rows)
    throw new RequestError({
      code: "sample-out-of-range",
      subject: `row ${row}`,
      value: row,
      message: `there is no row ${row}: the study has rows 0 to ${rows - 1}.`,
    });
  const each = study.cases[Math.floor(row / study.samples)];
  const { model, tEnd } = each.scenario;
  const channels = shownChannels(model);
  const key = channels.join(" ");
  let replayer = ready.replayers.get(key);
  if (!replayer) ready.replayers.set(key, (replayer = createReplayer(study, channels)));
  const again = await replayer(row, { sampleEvery: sampleEvery ?? Math.max(1 / 60, tEnd / MOST_ROWS) });
  const sample = attempt(() => each.sampleOf(again.values));
  const ofModel = new Set(model.parameters.map(({ name }) => name));
  const values = Object.fromEntries(Object.entries(again.values).filter(([name]) => ofModel.has(name)));
  const numbers = attempt(() => plainNumbers(model, values)) ?? plainNumbers(model, {});
  return {
    row,
    caseName: each.name,
    sample: row % study.samples,
    values: again.values,
    cells: again.row,
    hash: hashRow(again.row),
    failure: again.failure,
    model,
    numbers,
    flexible: flexiblesOf(numbers, buildTopology(model)),
    columns: columnsOf(again.result, model),
    rows: rowsOf(again.result),
    experiment: sample && experimentOf(study, each, sample),
  };
}

/** Poses of all bodies, energies without work (which would be one more thing to integrate), contacts and tyres where there are any. */
function shownChannels(model: Model): readonly string[] {
  const topology = buildTopology(model);
  const wanted = ["pos", "quat", "energy.kinetic", "energy.potential", "energy.total", "contact", "tyre"];
  return wanted.filter((name) => attempt(() => matchChannels(model, topology, name).length > 0) === true);
}

function columnsOf(result: SimulationResult | null, { bodies }: Model): RunColumns {
  const names = result?.names ?? [];
  return { run: 0, names, units: result?.units ?? [], ...poseColumns(names, bodies) };
}

/** Copies, because sending transfers the buffers. */
const rowsOf = (result: SimulationResult | null): Rows => ({
  run: 0,
  t: Float64Array.from(result?.t ?? []),
  values: Float64Array.from(result?.rows ?? []),
});

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
