import { createEngine } from "../../engine/client.js";
import type { ReplayedSample } from "../../engine/protocol.js";
import { differingCells, hashRow } from "../../engine/study/study-hash.js";
import { openSource } from "../../run/actions.js";
import { useStudy, type Replay, type ReplayHost, type Verdict } from "./study-store.js";
import { cellsOf, placeOfRow, type StudyTable } from "./study-table.js";

const { getState, setState } = useStudy;

/** Samples that are shown together at most: there are no more colours to tell them apart. */
const MOST_REPLAYS = 8;

/** Outdated work younger than this is left to finish, since preparing a new worker takes as long [ms]. */
const PATIENCE = 1500;

/** Replays a row instead of the others, or in addition to them. Clicks during a replay are queued. */
export function replayRow(place: number, isAdded: boolean): void {
  const { table, replays, noReplay, replayHost } = getState();
  if (table === null || place < 0 || place >= table.rows) return;
  const row = table.numbers[place];
  const shown = replays.find((each) => each.row === row);
  if (isAdded && shown) {
    setState({ replays: replays.filter((each) => each !== shown) });
    return;
  }
  const kept = isAdded ? replays.slice(-(MOST_REPLAYS - 1)) : [];
  const colours = new Set(kept.map(({ colour }) => colour));
  const colour = Array.from({ length: MOST_REPLAYS }, (_, i) => i).find((i) => !colours.has(i)) ?? 0;
  const added: Replay =
    shown && shown.state === "done"
      ? { ...shown, colour }
      : {
          row,
          colour,
          state: noReplay === null ? "waiting" : "failed",
          sample: null,
          verdict: null,
          took: 0,
          trouble: noReplay,
        };
  setState({ replays: [...kept, added] });
  if (added.state !== "waiting") return;
  const since = replayHost?.since ?? null;
  const isUnwanted = !isAdded && since !== null && performance.now() - since > PATIENCE;
  if (isUnwanted) endReplays();
  void work();
}

export const removeReplay = (row: number): void =>
  setState({ replays: getState().replays.filter((each) => each.row !== row) });

/** Cancels the current replay: stops the worker, which is restarted for the next sample. */
export function cancelReplay(): void {
  endReplays();
  setState({ replays: getState().replays.filter(({ state }) => state === "done" || state === "failed") });
}

export function endReplays(): void {
  getState().replayHost?.engine.close();
  setState({ replayHost: null });
}

/** The engine of the study that is open, started when first needed. */
function currentHost(): ReplayHost | null {
  const { info, opening, replayHost } = getState();
  if (info === null) return null;
  if (replayHost?.opening === opening) return replayHost;
  endReplays();
  const engine = createEngine();
  const made: ReplayHost = { engine, opening, ready: engine.prepareStudy(info), since: null };
  // A worker that dies has forgotten the study, and one that could not take it never had it: the next replay starts with another.
  const forget = (): void => {
    if (getState().replayHost === made) endReplays();
  };
  engine.onDeath(forget);
  made.ready.catch(forget);
  setState({ replayHost: made });
  return made;
}

/** Runs the queue one at a time, the newest first. */
async function work(): Promise<void> {
  const current = currentHost();
  if (current === null || current.since !== null) return;
  for (;;) {
    const next = getState().replays.findLast(({ state }) => state === "waiting");
    if (next === undefined || getState().replayHost !== current) break;
    current.since = performance.now();
    change(next.row, { state: "running" });
    try {
      await current.ready;
      const start = performance.now();
      const sample = await current.engine.replay(next.row, null);
      const took = performance.now() - start;
      if (getState().replayHost !== current) return;
      change(next.row, { state: "done", sample, took, verdict: verdictOf(getState().table, sample) });
    } catch (error) {
      const trouble = error instanceof Error ? error.message : String(error);
      change(next.row, { state: "failed", trouble });
    } finally {
      current.since = null;
    }
  }
}

/** Changes a replay that is still wanted. */
function change(row: number, to: Partial<Replay>): void {
  const { replays } = getState();
  setState({ replays: replays.map((each) => (each.row === row ? { ...each, ...to } : each)) });
}

/** Holds a replayed row against the stored one, bit for bit and by hash. */
export function verdictOf(table: StudyTable | null, { row, cells, hash }: ReplayedSample): Verdict | null {
  const place = table === null ? -1 : placeOfRow(table, row);
  if (table === null || place < 0) return null;
  const stored = cellsOf(table, place);
  const differing = differingCells(stored, cells).map((i) => table.columns[i]?.name ?? `column ${i}`);
  const storedHash = hashRow(stored);
  return { isSame: differing.length === 0 && storedHash === hash, hash, storedHash, differing };
}

/** Opens a sample on the workbench, with its parameters and its start; false if it cannot be. */
export async function openOnWorkbench({ experiment }: ReplayedSample): Promise<boolean> {
  if (experiment === null) return false;
  const { source, parameters, start, setup } = experiment;
  if (!(await openSource(source, { parameters, start, setup }))) return false;
  location.hash = "#/model";
  return true;
}
