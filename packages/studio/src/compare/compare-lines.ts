import type { ComparedRun, Comparison } from "kinetree/formulations";
import type { ComparedMotion } from "../engine/protocol.js";
import type { ComparedLine } from "./compare-chart.js";

export type DifferenceKind = "positions" | "coordinates";

export type DriftKind = "closure" | "energy";

/** How far formulations are from the reference at every instant, and how far they may be; empty if nothing was compared. */
export function differenceLines(
  { formulations, reference, allowed }: Comparison,
  kind: DifferenceKind,
  colourOf: (name: string) => string,
  allowedColour: string,
): ComparedLine[] {
  const others = formulations.filter((each): each is ComparedRun => each.outcome === "ran" && each.name !== reference);
  if (others.length === 0) return [];
  const lines = others.map((run) => ({
    name: run.name,
    colour: colourOf(run.name),
    values: kind === "positions" ? run.positionsOverTime : run.coordinatesOverTime,
  }));
  // Infinite where differences mean nothing any more: a gap, and the line ends there.
  return allowed === null
    ? lines
    : [{ name: "allowed", colour: allowedColour, values: allowed[kind], isAllowed: true }, ...lines];
}

/** Closure error or energy balance of each motion over time. */
export function driftLines(
  motions: readonly ComparedMotion[],
  kind: DriftKind,
  colourOf: (name: string) => string,
): ComparedLine[] {
  const column = kind === "closure" ? "closure" : "energy.balance";
  return motions.flatMap(({ name, columns, rows }) => {
    const at = columns.names.indexOf(column);
    if (at < 0) return [];
    const width = columns.names.length;
    const values = Float64Array.from(rows.t, (_, row) => Math.abs(rows.values[row * width + at]));
    return [{ name, colour: colourOf(name), values }];
  });
}
