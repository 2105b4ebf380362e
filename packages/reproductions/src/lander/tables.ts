import type { BenchCell, BenchPlot, BenchTable } from "../bench/bench-study.js";
import type { Findings } from "./findings.js";
import type { LandingRun } from "./landings.js";
import type { StreamedSamples } from "./memory.js";
import { MUJOCO_STEP } from "./mujoco.js";

export const tablesOf = (found: Findings): readonly BenchTable[] => [
  runTable(found),
  combinationTable(found),
  toleranceTable(found),
  contactTable(found),
  memoryTable(found),
];

function runTable({ landings, half, speedUp }: Findings): BenchTable {
  const both = (of: (run: LandingRun) => BenchCell): readonly BenchCell[] => [of(landings), of(half)];
  return {
    name: "run",
    title: "The whole study",
    columns: ["", "study", "half the tolerance"],
    rows: [
      ["tolerance", ...both(({ tolerance }) => tolerance)],
      ["landings", ...both(({ rows }) => rows)],
      ["workers", ...both(({ workers }) => workers)],
      ["wall time [s]", ...both(({ wall }) => wall / 1e3)],
      ["processor time [s]", ...both(({ processor }) => processor / 1e3)],
      ["landings a second and core", ...both(({ rows, wall, workers }) => (1e3 * rows) / (wall * workers))],
      ["landings by second of processor time", ...both(({ rows, processor }) => (1e3 * rows) / processor)],
      ["lane use", ...both(({ laneUse }) => laneUse)],
      ["workers that had samples, part of the time", ...both(({ busy, wall, workers }) => busy / (wall * workers))],
      ["steps a landing", ...both(({ combinations }) => meanOf(combinations.map(({ accepted }) => accepted)))],
      ["failed", ...both(({ failed }) => failed)],
      ["peak memory [MB]", ...both(({ peak }) => peak / 1e6)],
    ],
    notes: [
      `The first ${speedUp.landings / landings.combinations.length} landings of each combination, from the first that was given out to the last that came back: ` +
        `${seconds(speedUp.one)} s on one worker, ${seconds(speedUp.two)} s on two.`,
    ],
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

const seconds = (ms: number): string => (ms / 1e3).toPrecision(3);

const combinationTable = ({ landings }: Findings): BenchTable => ({
  name: "combinations",
  title: "Each combination of legs and ground",
  columns: ["combination", "steps a landing", "rejected", "ms a landing"],
  rows: landings.combinations.map(({ name, accepted, rejected, time }) => [name, accepted, rejected, time]),
  notes: [
    "Processor time of the whole study, shared out by the time that workers took for the two models (passive legs, impedance control) and by steps.",
  ],
});

const toleranceTable = ({ shifts }: Findings): BenchTable => ({
  name: "tolerance",
  title: "Effect of half the tolerance",
  columns: [
    "combination",
    "mean [m/s²]",
    "± mean",
    "shift of mean",
    "std [m/s²]",
    "± std",
    "shift of std",
    "rollover",
    "± rollover",
    "shift of rollover",
  ],
  rows: shifts.map(({ name, mean, std, rate }) => [
    name,
    ...[mean, std, rate].flatMap(({ value, halfWidth, shift }) => [value, halfWidth, shift]),
  ]),
  notes: [
    "Peak acceleration of the main body, and the rate of landings that tilted by more than 90 degrees; ± is the half-width of the interval of 95 %, shifts are by it.",
  ],
});

function contactTable({ contact }: Findings): BenchTable {
  const { both, single, withOutputs, mujoco, steps } = contact;
  const row = (name: string, time: number, stepsBySecond: number): readonly BenchCell[] => [
    name,
    time,
    1e3 / time,
    stepsBySecond,
    mujoco ? mujoco.time / time : null,
  ];
  return {
    name: "contact",
    title: `${contact.landings} landings compared with MuJoCo, ${contact.simulated} s of motion`,
    columns: ["who", "ms by simulated second", "times real time", "steps a simulated second", "MuJoCo's time by this"],
    rows: [
      row("kinetree, both lanes filled", both, steps),
      row("kinetree, one landing at a time", single, steps),
      row("kinetree, both lanes, with the study's outputs", withOutputs, steps),
      ...(mujoco ? [row(`MuJoCo ${mujoco.version}`, mujoco.time, 1 / MUJOCO_STEP)] : []),
    ],
    notes: [
      "Passive legs only. Same masses, inertias, places, springs and dampers; eleven contact points, for MuJoCo small spheres on a plane with its own contact laws and the ground's friction in motion, so that they start alike and then move differently.",
      ...(mujoco ? [`MuJoCo's landers end with ${mujoco.contactsAtEnd.toFixed(1)} contacts on the average.`] : []),
    ],
  };
}

const memoryTable = ({ streamed }: Findings): BenchTable => ({
  name: "memory",
  title: `Memory while ${streamed.samples} samples of the pendulum, 0.2 s each, go to a folder`,
  columns: ["samples done", "peak [MB]"],
  rows: streamed.parts.map(({ done, peak }) => [done, peak / 1e6]),
  notes: [
    `Resident memory of the program with all its threads, looked at every 10 ms; each peak is since the row above, the last one while the files are put together. ${seconds(streamed.wall)} s in all.`,
  ],
});

export const combinationPlot = ({ combinations }: LandingRun): BenchPlot => ({
  name: "combinations",
  title: "Time of a landing; legs: 1 stiff, 2 shock-absorbing, 3 conforming, 4 impedance",
  xLabel: "legs",
  yLabel: "ms a landing",
  series: ["ice", "snow", "sand"].map((ground) => {
    const own = combinations.filter(({ name }) => name.endsWith(`-${ground}`));
    return { name: ground, x: own.map((_, i) => i + 1), y: own.map(({ time }) => time) };
  }),
});

export const memoryPlot = ({ parts }: StreamedSamples): BenchPlot => {
  // The last one has no samples of its own.
  const running = parts.slice(0, -1);
  return {
    name: "memory",
    title: "Memory while samples go to a folder",
    xLabel: "samples",
    yLabel: "MB",
    series: [
      { name: "resident memory", x: running.map(({ done }) => done), y: running.map(({ peak }) => peak / 1e6) },
      ...(running.length > 0 ? [{ name: "bar", x: [0, running[running.length - 1].done], y: [500, 500] }] : []),
    ],
  };
};
