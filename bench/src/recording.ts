import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulation, type RunOptions, type StateByJoint } from "kinetree";
import { namedSystem } from "kinetree/systems";
import { openResult } from "@kinetree/results/node";
import { machine, type Machine } from "./machine.js";
import { align } from "./table.js";

/** What a run costs without a record, with rows that nobody keeps, and with a file. */
export interface RecordingRow {
  readonly run: string;
  readonly to: string;
  readonly columns: number;
  /** Milliseconds of computing for a second of motion. */
  readonly msPerSecond: number;
  /** Against the run that records nothing. */
  readonly slowdown: number;
  /** Nanoseconds for each recorded number, beyond the run that records nothing. */
  readonly nsPerNumber: number | null;
}

interface Case {
  readonly name: string;
  readonly system: string;
  readonly state: StateByJoint;
  readonly channels: readonly string[];
  readonly options: RunOptions;
  /** Length of the motion [s]. */
  readonly tEnd: number;
}

/** A hundred channels (fewer where a mechanism has no more) a thousand times a second. */
const MOST_COLUMNS = 100;
const RATE = 1000;
const ROUNDS = 7;

const lander = (how: string, options: RunOptions, tEnd: number): Case => ({
  name: `lander, ${how}`,
  system: "lander",
  state: { v: { knee2: 1, root: [0.1, 0.2, 0.3, 0, 0, 0] } },
  channels: ["pos", "vel"],
  options,
  tEnd,
});
const cases: readonly Case[] = [
  lander("RK4 at 0.1 ms", { integrator: "rk4", step: 1e-4 }, 2),
  lander("RK4 at 1 ms", { integrator: "rk4", step: 1e-3 }, 5),
  lander("tolerance 1e-8", {}, 5),
  {
    name: "double pendulum, tolerance 1e-8",
    system: "double-pendulum",
    state: { q: { shoulder: 2, elbow: 1 } },
    channels: ["pos", "quat", "vel", "omega", "acc", "alpha", "energy", "load", "com", "momentum", "angmom"],
    options: {},
    tEnd: 20,
  },
];

export interface RecordingResult {
  readonly machine: Machine;
  readonly rows: readonly RecordingRow[];
}

export function recording(progress: (text: string) => void): RecordingResult {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-recording-"));
  try {
    return {
      machine: machine(),
      rows: cases.flatMap((each) => {
        progress(each.name);
        return measure(each, folder);
      }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All ways to record in turn, round after round, and of each the fastest. */
function measure({ name, system, state, channels, options, tEnd }: Case, folder: string): RecordingRow[] {
  const model = namedSystem(system).build();
  const plain = createSimulation(model, options);
  const chosen = firstColumns(
    createSimulation(model, { ...options, channels }).names.slice(plain.names.length),
    plain.names.length,
  );
  const simulation = createSimulation(model, { ...options, channels: chosen });
  const { names, units } = simulation;
  const sampleEvery = 1 / RATE;
  const toFile = (extension: string) => (): void => {
    const writer = openResult(join(folder, `run.${extension}`), { names, units, metadata: {} });
    simulation.run(tEnd, { state, sampleEvery, onRow: (t, row) => writer.append(t, row) });
    writer.close({});
  };
  const ways: readonly { readonly to: string; readonly run: () => void }[] = [
    { to: "nowhere, no rows", run: () => void plain.run(tEnd, { state, sampleEvery: tEnd, onRow: () => {} }) },
    { to: "nowhere", run: () => void simulation.run(tEnd, { state, sampleEvery, onRow: () => {} }) },
    { to: "Parquet", run: toFile("parquet") },
    { to: "CSV", run: toFile("csv") },
    { to: "MCAP", run: toFile("mcap") },
  ];
  const best = ways.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    ways.forEach(({ run }, i) => {
      const start = performance.now();
      run();
      best[i] = Math.min(best[i], performance.now() - start);
    });
  }
  const numbers = tEnd * RATE * (names.length + 1);
  return ways.map(({ to }, i) => ({
    run: name,
    to,
    columns: i === 0 ? 0 : names.length,
    msPerSecond: best[i] / tEnd,
    slowdown: best[i] / best[0],
    nsPerNumber: i === 0 ? null : (1e6 * (best[i] - best[0])) / numbers,
  }));
}

const firstColumns = (names: readonly string[], already: number): readonly string[] =>
  names.slice(0, MOST_COLUMNS - already);

export function recordingText({ machine: { cpu, node, load, commit }, rows }: RecordingResult): string {
  const lines = rows.map(({ run, to, columns, msPerSecond, slowdown, nsPerNumber }) => [
    run,
    to,
    String(columns),
    msPerSecond.toFixed(3),
    slowdown.toFixed(2),
    nsPerNumber === null ? "" : nsPerNumber.toFixed(1),
  ]);
  const head = ["run", "recorded to", "columns", "ms per s of motion", "times the bare run", "ns a number"];
  return `${align(head, lines, new Set([2, 3, 4, 5]))}\n${cpu}, Node ${node}, load ${load.toFixed(1)}, commit ${commit}`;
}
