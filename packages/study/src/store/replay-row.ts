import { existsSync } from "node:fs";
import type { ColumnKind } from "@kinetree/results";
import { openResult } from "@kinetree/results/node";
import {
  buildTopology,
  channelGroups,
  matchChannels,
  RequestError,
  VERSION,
  type Model,
  type SimulationResult,
} from "kinetree";
import { replaySample, type Replay } from "../prepare/replay.js";
import { readChunk } from "./chunk-file.js";
import { chunkName, chunkRanges, firstRow } from "./chunk-ranges.js";
import { layoutOf, manifestOf, requireUnchanged, type Manifest } from "./manifest.js";
import { openFolder } from "./open-study.js";
import { studyFolder, type StudyFolder } from "./study-folder.js";

/** How a sample is replayed. */
export interface ReplayRowOptions {
  /** File for its motion, .csv, .parquet or .mcap; null for none. */
  readonly out: string | null;
  /** Channels to record in addition to coordinates and speeds; all if left out. */
  readonly channels: readonly string[];
  /** Time between rows of the file [s]; null for a thousandth of the run. */
  readonly every: number | null;
}

type Cell = number | string | null;

/** A value for a reader: what is missing is null. */
type Shown = number | string | boolean | null;

/** A number that is not what it was. */
export interface ReplayDifference {
  readonly column: string;
  readonly study: Cell;
  readonly replay: Cell;
}

/** A sample of a study, run again. */
export interface ReplayedRow {
  readonly row: number;
  readonly caseName: string;
  /** Within the case. */
  readonly sample: number;
  readonly end: string;
  /** Where it ended [s]. */
  readonly t: number;
  readonly parameters: Readonly<Record<string, Shown>>;
  readonly outputs: Readonly<Record<string, Shown>>;
  /** Why it failed; null if it did not. */
  readonly failure: string | null;
  /** False if the study has not computed this sample yet, so that there is nothing to compare with. */
  readonly compared: boolean;
  /** Empty if every number of the row is that of the study to the last bit. */
  readonly differences: readonly ReplayDifference[];
  /** Rows of the file. */
  readonly rows: number;
}

/**
 * Runs one sample of a study again, alone, and holds it against the study's row.
 * @param which a row of the results, from 0, or a sample of a case: "stiff-ice/17"
 */
export async function replayRow(path: string, which: string, options: ReplayRowOptions): Promise<ReplayedRow> {
  const folder = studyFolder(path);
  const { study, manifest } = await openFolder(path);
  requireUnchanged(folder, manifest, manifestOf(study, manifest.source, manifest.chunkSize));
  const row = rowOf(which, manifest);
  const { scenario } = study.cases[Math.floor(row / manifest.samples)];
  const replayed = await replaySample(study, row, {
    channels: options.channels.length > 0 ? options.channels : allChannels(scenario.model),
    sampleEvery: options.every ?? scenario.tEnd / 1000,
  });
  const stored = await storedRow(folder, manifest, row);
  const cells = (role: string): Record<string, Shown> =>
    Object.fromEntries(
      study.columns.flatMap(({ name, kind, role: its }, i) =>
        its === role ? [[name, shown(kind, replayed.row[i])] as const] : [],
      ),
    );
  const ends = cells("end");
  return {
    row,
    caseName: manifest.cases[Math.floor(row / manifest.samples)].name,
    sample: row % manifest.samples,
    end: String(ends["end"]),
    t: Number(ends["t"]),
    parameters: cells("parameter"),
    outputs: cells("output"),
    failure: replayed.failure,
    compared: stored !== null,
    differences: stored === null ? [] : differences(manifest, stored, replayed),
    rows: options.out === null ? 0 : writeMotion(options.out, replayed.result, manifest, row),
  };
}

const shown = (kind: ColumnKind, cell: Cell): Shown =>
  cell === null || Number.isNaN(cell) ? null : kind === "boolean" ? cell !== 0 : cell;

/** The number of the row that is meant. */
function rowOf(which: string, { samples, rows, cases }: Manifest): number {
  const slash = which.lastIndexOf("/");
  const number = which.slice(slash + 1).trim();
  const refused = (message: string): RequestError =>
    new RequestError({ code: "sample-out-of-range", subject: `sample "${which}"`, value: which, message });
  if (!/^\d+$/.test(number))
    throw refused(`"${which}" is no sample. Give a row such as 0, or a sample of a case such as "${cases[0].name}/0".`);
  if (slash < 0) {
    if (Number(number) < rows) return Number(number);
    throw refused(`there is no row ${number}: the study has rows 0 to ${rows - 1}.`);
  }
  const name = which.slice(0, slash);
  const index = cases.findIndex((each) => each.name === name);
  if (index < 0)
    throw refused(`there is no case "${name}". Its cases are ${cases.map((each) => `"${each.name}"`).join(", ")}.`);
  if (Number(number) < samples) return index * samples + Number(number);
  throw refused(`there is no sample ${number}: each case has samples 0 to ${samples - 1}.`);
}

/** What the study has computed for a row; null if it has not yet. */
async function storedRow(folder: StudyFolder, manifest: Manifest, row: number): Promise<readonly Cell[] | null> {
  const layout = layoutOf(manifest);
  const range = chunkRanges(layout).find((each) => {
    const first = firstRow(layout, each);
    return first <= row && row < first + each.count;
  });
  if (range === undefined || !existsSync(`${folder.chunks}/${chunkName(layout, range)}`)) return null;
  const { values } = await readChunk(folder, manifest, range);
  return values.map((column) => column[row - firstRow(layout, range)]);
}

function differences(
  { columns }: Manifest,
  stored: readonly Cell[],
  { row, result }: Replay,
): readonly ReplayDifference[] {
  const found = columns.flatMap(({ name }, i): ReplayDifference[] =>
    Object.is(stored[i], row[i]) ? [] : [{ column: name, study: stored[i], replay: row[i] }],
  );
  if (result === null) return found;
  // The motion that is written has to be the one that was measured.
  const motion: Readonly<Record<string, Cell>> = {
    end: result.end,
    t: result.final.t,
    accepted: result.counts.accepted,
    rejected: result.counts.rejected,
  };
  return [
    ...found,
    ...columns.flatMap(({ name, role }, i): ReplayDifference[] =>
      role !== "end" || motion[name] === undefined || Object.is(stored[i], motion[name])
        ? []
        : [{ column: `${name} of the recorded motion`, study: stored[i], replay: motion[name] }],
    ),
  ];
}

/** Every group of channels that the model has something for. Adding up work would be one more thing to integrate. */
function allChannels(model: Model): string[] {
  const topology = buildTopology(model);
  const wanted = channelGroups.flatMap(({ name }) =>
    name === "q" || name === "v"
      ? []
      : name === "energy"
        ? ["energy.kinetic", "energy.potential", "energy.total"]
        : [name],
  );
  return wanted.filter((name) => {
    try {
      return matchChannels(model, topology, name).length > 0;
    } catch {
      return false;
    }
  });
}

function writeMotion(out: string, result: SimulationResult | null, manifest: Manifest, row: number): number {
  if (result === null)
    throw new RequestError({
      code: "sample-never-began",
      subject: `row ${row}`,
      value: row,
      message: `row ${row} never began, so there is no motion to write. Leave --out out to see why.`,
    });
  const { names, units, t, rows, model, modelHash, formulation, integrator, end, counts } = result;
  const text = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  const known = new Set(names);
  const frames = model.bodies.flatMap(({ name: body }) => {
    const position = [`pos.${body}.x`, `pos.${body}.y`, `pos.${body}.z`] as const;
    const quaternion = [`quat.${body}.w`, `quat.${body}.x`, `quat.${body}.y`, `quat.${body}.z`] as const;
    return [...position, ...quaternion].every((name) => known.has(name)) ? [{ body, position, quaternion }] : [];
  });
  const header = text({
    model: model.name,
    modelHash,
    version: VERSION,
    formulation,
    integrator,
    study: manifest.name,
    studyHash: manifest.hash,
    row,
  });
  const writer = openResult(out, { names, units, metadata: header, frames });
  const width = names.length;
  for (let i = 0; i < t.length; i++) writer.append(t[i], rows.subarray(i * width, (i + 1) * width));
  writer.close(text({ end, steps: counts, rows: t.length }));
  return t.length;
}
