import type { BenchCell, BenchTable } from "../bench/bench-study.js";
import { ratioOf, type Comparison } from "./bar.js";
import { isGood, type GridRun } from "./grid.js";
import { isSpeedGood, type LongRow, type SpeedRuns } from "./speeds.js";

const greatest = (values: readonly number[]): number => Math.max(...values);

/** What all tables tell of several runs. */
const worstColumns = ["passes, least", "energy error, worst", "by that without, worst", "departure [rad], worst"];

const worstOf = (runs: readonly Comparison[]): readonly BenchCell[] => [
  Math.min(...runs.map(({ passing }) => passing.passes)),
  greatest(runs.map(({ passing }) => passing.error)),
  greatest(runs.map(ratioOf)),
  greatest(runs.map(({ passing }) => passing.departure)),
];

/** Formulation by integrator, the worst over tolerances and lengths. */
export function gridTable(runs: readonly GridRun[]): BenchTable {
  const nameOf = ({ method }: GridRun): string => `${method.formulation} ${method.integrator}`;
  const groups = [...new Set(runs.map(nameOf))].map((name) => runs.filter((run) => nameOf(run) === name));
  return {
    name: "change-points",
    title: "Rows of four-bars through the pose in one line",
    columns: ["formulation", "integrator", "runs", ...worstColumns, "missed", "by tree-augmented"],
    rows: groups.map((group) => [
      group[0].method.formulation,
      group[0].method.integrator,
      group.length,
      ...worstOf(group),
      group.filter((run) => !isGood(run)).length,
      group.filter(({ isBorrowed }) => isBorrowed).length,
    ]),
    notes: [
      "Energy error: the largest of the samples, relative to the energy exchanged. It is compared with that of the same linkage with third cranks, which has no change point (or with 1e-13 where that is larger). Departure: the largest difference of two cranks.",
      'Runs "by tree-augmented" are compared with the linkage with third cranks by that formulation, because it fails in their own.',
    ],
  };
}

const runColumns = [
  "formulation",
  "integrator",
  "tolerance",
  "step [s]",
  "loops",
  "passes",
  "energy error",
  "without",
  "by tree-augmented",
  "departure [rad]",
  "ended by",
];

const cellsOf = ({ method, n, passing, reference, isBorrowed }: GridRun): readonly BenchCell[] => [
  method.formulation,
  method.integrator,
  method.tolerance ?? null,
  method.step ?? null,
  n,
  passing.passes,
  passing.error,
  reference.error,
  isBorrowed ? "yes" : "no",
  passing.departure,
  passing.failure ?? reference.failure,
];

/** Each run that misses the bar. */
export const missedTable = (runs: readonly GridRun[]): BenchTable => ({
  name: "missed",
  title: "Runs that miss the bar",
  columns: runColumns,
  rows: runs.filter((run) => !isGood(run)).map(cellsOf),
  notes: [],
});

/** Each run. */
export const runTable = (runs: readonly GridRun[]): BenchTable => ({
  name: "runs",
  title: "All runs of rows of one and two",
  columns: runColumns,
  rows: runs.map(cellsOf),
  notes: [],
  isFileOnly: true,
});

export const speedTable = (all: readonly SpeedRuns[]): BenchTable => ({
  name: "start-speeds",
  title: "One four-bar from many start speeds, dormand-prince at 1e-8",
  columns: ["formulation", "runs", ...worstColumns, "missed"],
  rows: all.map(({ formulation, runs }) => [
    formulation,
    runs.length,
    ...worstOf(runs),
    runs.filter((run) => !isSpeedGood(run)).length,
  ]),
  notes: ["From upright; slow starts pass less often. References are by tree-augmented."],
});

export const longRowTable = (rows: readonly LongRow[]): BenchTable => ({
  name: "long-rows",
  title: `A row of ${rows[0].n} four-bars, dop853 at 1e-6`,
  columns: ["formulation", "passes", "energy error", "by that without", "departure [rad]", "wall time [s]"],
  rows: rows.map((row) => [row.formulation, ...worstOf([row]), row.seconds]),
  notes: ["The reference is by tree-augmented. Wall times are with compilation."],
});
