import type { Simulation } from "kinetree";
import type { RunColumns } from "./protocol.js";

/** Column of the closure error, which the studio records in addition to the library's channels. */
export const CLOSURE = "closure";

export const positionColumns = (body: string) => [`pos.${body}.x`, `pos.${body}.y`, `pos.${body}.z`] as const;

export const quaternionColumns = (body: string) =>
  [`quat.${body}.w`, `quat.${body}.x`, `quat.${body}.y`, `quat.${body}.z`] as const;

/** Bodies whose position and orientation are among the columns, in the order of the columns. */
export function posedBodies(names: readonly string[]): readonly string[] {
  const known = new Set(names);
  return names.flatMap((name) => {
    const body = /^pos\.(.+)\.x$/s.exec(name)?.[1];
    if (body === undefined) return [];
    return [...positionColumns(body), ...quaternionColumns(body)].every((column) => known.has(column)) ? [body] : [];
  });
}

/** First column of each body's position and quaternion; -1 if it is not recorded. */
export function poseColumns(
  names: readonly string[],
  bodies: readonly { readonly name: string }[],
): Pick<RunColumns, "position" | "quaternion"> {
  const index = new Map(names.map((name, i) => [name, i]));
  const first = (columnsOf: (body: string) => readonly string[]): Int32Array =>
    Int32Array.from(bodies, ({ name }) => index.get(columnsOf(name)[0]) ?? -1);
  return { position: first(positionColumns), quaternion: first(quaternionColumns) };
}

/** Columns of a run: those of the library, then the closure error if there are loops. */
export const runColumns = (
  { model, names, units }: Pick<Simulation, "model" | "names" | "units">,
  hasLoops: boolean,
  run = 0,
): RunColumns => ({
  run,
  names: hasLoops ? [...names, CLOSURE] : names,
  units: hasLoops ? [...units, "m"] : units,
  ...poseColumns(names, model.bodies),
});

/** The last of ascending instants at or before a time; -1 before the first. `length` counts those in use. */
export function rowBefore(times: Float64Array, t: number, length = times.length): number {
  let [low, high] = [-1, length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
