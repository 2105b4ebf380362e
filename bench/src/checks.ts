import { OWN, type Mode, type Row } from "./rows.js";
import type { StartupFigures, Unavailable } from "./subject.js";

/** A figure beside what is asked of it. */
export interface Check {
  readonly name: string;
  readonly value: number | null;
  readonly bar: number;
  readonly relation: Relation;
  /** Null where the value could not be measured; the note says why. */
  readonly pass: boolean | null;
  readonly note?: string;
}

type Relation = "at least" | "at most";

export interface Measured {
  readonly rows: readonly Row[];
  readonly peakGflops: number;
  readonly startup: StartupFigures | Unavailable;
}

/** How many times faster than a peer kinetree has to be. */
const speedBars: readonly { model: string; peer: string; mode: Mode; bar: number }[] = [
  { model: "lander", peer: "mujoco", mode: "batch", bar: 15 },
  { model: "lander", peer: "mujoco", mode: "single", bar: 7 },
  { model: "chain-20", peer: "mujoco", mode: "batch", bar: 12 },
  { model: "chain-20", peer: "mujoco", mode: "single", bar: 6 },
  { model: "chain-100", peer: "mujoco", mode: "batch", bar: 40 },
  { model: "spherical-10", peer: "mujoco", mode: "batch", bar: 35 },
  { model: "lander", peer: "typescript", mode: "batch", bar: 4 },
  { model: "spherical-10", peer: "typescript", mode: "batch", bar: 4 },
  { model: "chain-20", peer: "typescript", mode: "batch", bar: 4 },
  { model: "chain-100", peer: "typescript", mode: "batch", bar: 4 },
  { model: "chain-1000", peer: "typescript", mode: "batch", bar: 4 },
  { model: "chain-10000", peer: "typescript", mode: "batch", bar: 4 },
  { model: "lander", peer: "dart", mode: "batch", bar: 40 },
  { model: "lander", peer: "simbody", mode: "batch", bar: 40 },
];

/** Largest over smallest time per body in these chains. */
const flatness = { models: ["chain-20", "chain-100", "chain-1000"], bar: 1.3 };

/** The longest chain has to give the reference's accelerations; rounding grows with its condition. */
const longChain = { model: "chain-10000", bar: 1e-8 };

/** Part of the f64x2 peak. */
const peakBars = [
  { model: "spherical-10", bar: 0.4 },
  { model: "lander", bar: 0.4 },
];

const startupBars: readonly { name: string; bar: number; value: (figures: StartupFigures) => number }[] = [
  { name: "lander: model to first result [ms]", bar: 150, value: (figures) => figures.firstResultMs },
  { name: "lander: model to full speed [ms]", bar: 1000, value: (figures) => figures.fullSpeedMs },
  { name: "lander: memory [MB]", bar: 32, value: (figures) => figures.memoryBytes / 1e6 },
];

export function checksOf(measured: Measured): Check[] {
  const { rows } = measured;
  return [
    ...speedBars.map(({ model, peer, mode, bar }) => {
      const row = find(rows, model, peer, "single");
      const value = mode === "batch" ? row?.timesKinetreeBatch : row?.timesKinetreeSingle;
      return check(
        `${model}: ${peer} time / kinetree ${mode} time`,
        value ?? null,
        "at least",
        bar,
        missing(rows, [model], [peer]),
      );
    }),
    check(
      "chains of 20 to 1000: largest / smallest time per body",
      spread(flatness.models.map((model) => find(rows, model, OWN, "batch")?.nsPerBody ?? null)),
      "at most",
      flatness.bar,
      missing(rows, flatness.models, []),
    ),
    check(
      `${longChain.model}: relative difference to the hand-written algorithm`,
      find(rows, longChain.model, OWN, "batch")?.agreement ?? null,
      "at most",
      longChain.bar,
      missing(rows, [longChain.model], []),
    ),
    ...peakBars.map(({ model, bar }) => {
      const row = find(rows, model, OWN, "batch");
      const value =
        row?.flopsPerSample && row.nsPerSample ? row.flopsPerSample / row.nsPerSample / measured.peakGflops : null;
      return check(`${model}: part of the f64x2 peak`, value, "at least", bar, missing(rows, [model], []));
    }),
    ...startupBars.map(({ name, bar, value }) => {
      const { startup } = measured;
      return "unavailable" in startup
        ? check(name, null, "at most", bar, startup.unavailable)
        : check(name, value(startup), "at most", bar, "");
    }),
  ];
}

function check(name: string, value: number | null, relation: Relation, bar: number, why: string): Check {
  if (value === null) return { name, value, bar, relation, pass: null, note: why };
  return { name, value, bar, relation, pass: relation === "at least" ? value >= bar : value <= bar };
}

const find = (rows: readonly Row[], model: string, subject: string, mode: Mode): Row | undefined =>
  rows.find((row) => row.model === model && row.subject === subject && row.mode === mode);

/** Why a figure of these subjects, or of kinetree, is not there. */
function missing(rows: readonly Row[], models: readonly string[], peers: readonly string[]): string {
  for (const model of models) {
    for (const subject of [...peers, OWN]) {
      const row = rows.find((candidate) => candidate.model === model && candidate.subject === subject);
      if (row === undefined) return `${subject} was not run with ${model}`;
      if (row.nsPerSample === null) return `${subject}: ${row.note ?? "no figure"}`;
    }
  }
  return "not reported";
}

function spread(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : Math.max(...known) / Math.min(...known);
}
