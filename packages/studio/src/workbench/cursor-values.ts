import { useEffect, useState } from "react";
import type { OpenedModel, Posed, ResultFile } from "../engine/protocol.js";
import { rowBefore } from "../engine/row-columns.js";
import type { RunHistory } from "../run/history.js";
import { useStudio, type StudioState } from "../run/store.js";

/** The value of a column at the time shown; null if it is not known. */
export type ReadColumn = (name: string) => number | null;

/** Between two refreshes of values that are read, not watched [ms]. */
const REFRESH = 125;

/** Reads columns at the time shown: from a result file or the run if there is one, otherwise from the pose. */
export function columnReader(
  state: Pick<StudioState, "opened" | "posed" | "history" | "result" | "cursor">,
): ReadColumn {
  const { opened, posed, history, result, cursor } = state;
  if (result) return resultReader(result, cursor);
  if (history && history.length > 0) return historyReader(history, cursor);
  return opened && posed ? poseReader(opened, posed) : () => null;
}

function resultReader({ names, t, values }: ResultFile, cursor: number): ReadColumn {
  const row = Math.max(0, rowBefore(t, cursor));
  return (name) => {
    const at = names.indexOf(name);
    return at < 0 || t.length === 0 ? null : values[row * names.length + at];
  };
}

function historyReader(history: RunHistory, cursor: number): ReadColumn {
  const values = history.row(Math.max(0, history.rowAt(cursor)));
  return (name) => {
    const at = history.indexOf(name);
    return at < 0 ? null : values[at];
  };
}

const positionParts = ["x", "y", "z"];
const quaternionParts = ["w", "x", "y", "z"];

/** Before a run there are the coordinates, the speeds of the start, the poses of the bodies and the gap of the loops. */
function poseReader({ numbers, coordinates }: OpenedModel, { q, poses, start, closure }: Posed): ReadColumn {
  return (name) => {
    if (name === "closure") return closure;
    const [group, ...rest] = name.split(".");
    if (group === "q") {
      const found = coordinates.find((each) => each.name === name);
      return found ? q[found.at] : null;
    }
    if (group === "v") return startSpeed(start.v, rest.join("."));
    if (group !== "pos" && group !== "quat") return null;
    const part = rest.pop() ?? "";
    const body = numbers.bodies.findIndex((each) => each.name === rest.join("."));
    const at = (group === "pos" ? positionParts : quaternionParts).indexOf(part);
    return body < 0 || at < 0 ? null : poses[7 * body + (group === "pos" ? 0 : 3) + at];
  };
}

/** "elbow", or "root.3" for one of several; names of joints may hold dots of their own. */
function startSpeed(speeds: Readonly<Record<string, readonly number[]>>, name: string): number | null {
  const whole = speeds[name];
  if (whole) return whole[0] ?? null;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (speeds[name.slice(0, dot)]?.[Number(name.slice(dot + 1))] ?? null);
}

/** Reads columns at the time shown, afresh a few times a second while it moves. */
export function useCursorValues(): ReadColumn {
  const [read, setRead] = useState<{ readonly column: ReadColumn }>(() => ({
    column: columnReader(useStudio.getState()),
  }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let last = 0;
    const refresh = (): void => {
      timer = null;
      last = performance.now();
      setRead({ column: columnReader(useStudio.getState()) });
    };
    const stop = useStudio.subscribe((state, before) => {
      const isSame =
        state.cursor === before.cursor &&
        state.history === before.history &&
        state.historyVersion === before.historyVersion &&
        state.result === before.result &&
        state.posed === before.posed &&
        state.opened === before.opened;
      if (isSame) return;
      // A new model or pose shows at once; only a running simulation is throttled.
      const isFlowing =
        state.opened === before.opened && state.posed === before.posed && state.history === before.history;
      const wait = isFlowing ? Math.max(0, last + REFRESH - performance.now()) : 0;
      if (timer !== null && wait > 0) return;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(refresh, wait);
    });
    refresh();
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return read.column;
}
