import { VERSION } from "kinetree";
import type { Columns } from "../../api/columns.js";
import type { StudyInfo } from "../../api/types.js";
import type { StudyFile, StudyFileReply, StudyFileRows } from "../../engine/study/study-file.js";
import { notify } from "../../run/actions.js";
import { ApiFailure, getRows, getStudy } from "./api-client.js";
import { maskOf, MOST_FILTERS, withFilter, type Filter } from "./filter-mask.js";
import { endReplays } from "./replay-actions.js";
import { firstLook } from "./study-defaults.js";
import { studyDefaults, useStudy } from "./study-store.js";
import { studyTable } from "./study-table.js";

const { getState, setState } = useStudy;

export function openServedStudy(id: string): Promise<void> {
  return open(id.split("/").at(-1) ?? id, async () => {
    const [info, columns] = await Promise.all([getStudy(id), getRows(id)]);
    return { info, columns, noReplay: noReplayReason(info) };
  });
}

export function openStudyFile(file: StudyFile): Promise<void> {
  return open(file.name, async () => {
    const { columns, name, version, info } = await readStudyFile(file);
    if (info !== null) return { info, columns, noReplay: null };
    const which = name === null ? "" : ` of study "${name}"${version === null ? "" : ` (kinetree ${version})`}`;
    const noReplay =
      `the file contains the rows${which}, but not the study itself. Open its folder with "kinetree studio <folder>" ` +
      "to replay samples.";
    return { info: null, columns, noReplay };
  });
}

interface Loaded {
  readonly info: StudyInfo | null;
  readonly columns: Columns;
  readonly noReplay: string | null;
}

async function open(name: string, load: () => Promise<Loaded>): Promise<void> {
  endReplays();
  const opening = getState().opening + 1;
  setState({ ...studyDefaults, opening, name, isLoading: true });
  const isCurrent = (): boolean => getState().opening === opening;
  try {
    const { info, columns, noReplay } = await load();
    if (!isCurrent()) return;
    const table = studyTable(columns, info && { samples: info.samples, cases: info.cases.map((each) => each.name) });
    setState({
      info,
      noReplay,
      table,
      mask: maskOf(table, []),
      name: info?.name ?? name,
      job: info?.job ?? null,
      isLoading: false,
      ...firstLook(table),
    });
  } catch (error) {
    if (isCurrent())
      setState({ isLoading: false, trouble: { title: `"${name}" cannot be opened`, message: textOf(error) } });
  }
}

const noReplayReason = ({ recipe }: StudyInfo): string | null =>
  recipe.kind === "unavailable" ? `${recipe.reason.replace(/\.$/, "")}. Plots and tables still work.` : null;

/** A remark about a study made by another version; null for the same version. */
export const versionRemark = (info: StudyInfo | null): string | null =>
  info === null || info.version === VERSION
    ? null
    : `made with kinetree ${info.version}; this page runs ${VERSION}, so replays may differ`;

/** Takes in rows that a run has finished since; filters and choices stay. */
export async function refreshRows(): Promise<void> {
  const { info, opening, table: before } = getState();
  if (info === null || info.id === "") return;
  try {
    const columns = await getRows(info.id);
    const { opening: now, filters, axes } = getState();
    if (now !== opening || (before !== null && columns.rows === before.rows)) return;
    const table = studyTable(columns, { samples: info.samples, cases: info.cases.map((each) => each.name) });
    // The first rows determine the initial view.
    const look = before === null || before.rows === 0 || axes.x === null ? firstLook(table) : {};
    setState({ table, mask: maskOf(table, filters), hovered: -1, trouble: null, ...look });
  } catch (error) {
    if (getState().opening === opening) setState({ jobTrouble: textOf(error) });
  }
}

export function setFilter(column: string, filter: Filter | null): void {
  setFilters(withFilter(getState().filters, column, filter));
}

export function setFilters(filters: readonly Filter[]): void {
  const { table, mask, filters: before } = getState();
  if (table === null || filters === before) return;
  if (filters.length > MOST_FILTERS) {
    notify("warning", `${MOST_FILTERS} columns are already filtered. Remove one of the filters first.`);
    return;
  }
  const start = performance.now();
  setState({ filters, mask: maskOf(table, filters, mask) });
  // Plots draw in the frame that follows; a task behind it sees them drawn.
  requestAnimationFrame(() => setTimeout(() => setState({ answered: performance.now() - start })));
}

export function hoverRow(place: number): void {
  if (getState().hovered !== place) setState({ hovered: place });
}

export const setColourBy = (colourBy: string | null): void => setState({ colourBy });

export const setAxes = (axes: Partial<{ x: string; y: string }>): void =>
  setState({ axes: { ...getState().axes, ...axes } });

export const setDistributions = (distributions: readonly string[]): void => setState({ distributions });

export const setOutput = (output: string): void => setState({ output });

export const textOf = (error: unknown): string =>
  error instanceof ApiFailure || error instanceof Error ? error.message : String(error);

/** Reads the rows of a study (Parquet) in a worker of its own, so that a large file does not stop the page. */
function readStudyFile(file: StudyFile): Promise<StudyFileRows> {
  const worker = new Worker(new URL("../../engine/study/study-file-worker.ts", import.meta.url), { type: "module" });
  return new Promise<StudyFileRows>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<StudyFileReply>) => {
      if ("message" in data) reject(new Error(data.message));
      else resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`${file.name} could not be read: ${event.message || "the reader could not be loaded"}.`));
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
