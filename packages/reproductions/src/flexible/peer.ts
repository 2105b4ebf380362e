import { createSimulation, neutralState } from "kinetree";
import { modes } from "kinetree/analysis";
import type { BenchTable } from "../bench/bench-study.js";
import { loadMujoco } from "../bench/mujoco.js";
import { leastTimes, timePerStep, type Patience } from "../bench/timing.js";
import { frequencyOf, MODES, rodOn, waves } from "./frequencies.js";
import { segmentChain, type SegmentChain } from "./mujoco-chain.js";

/** A clamped rod by one program. */
export interface PeerCost {
  readonly who: string;
  readonly coordinates: number;
  /** Of the first frequency, relative. */
  readonly error: number;
  /** Nine tenths of the longest that is stable [s]. */
  readonly step: number;
  /** Least time of a step [us]. */
  readonly time: number;
}

/** Of the longest stable step of Euler-Cromer, 2 / ω. */
const PART = 0.9;

const stepOf = (highest: number): number => (PART * 2) / highest;

/** Our rod, and MuJoCo's of so many segments each, where it is installed. */
export async function besideMujoco(
  segments: readonly number[],
  now: () => number,
  patience: Patience,
  progress: (text: string) => void,
): Promise<readonly PeerCost[]> {
  progress("a clamped rod compared with MuJoCo's");
  const own = ownCost(now, patience);
  const mj = await loadMujoco();
  if (!mj) return [own];
  const version = mj.mj_versionString();
  return [
    own,
    ...segments.map((count) => {
      const chain = segmentChain(mj, count);
      try {
        return { ...chainCost(chain, now, patience), who: `MuJoCo ${version}, ${count} segments` };
      } finally {
        chain.close();
      }
    }),
  ];
}

const errorOf = (angularFrequency: number): number =>
  Math.abs(angularFrequency / (2 * Math.PI) / frequencyOf(waves["clamped-free"][0]) - 1);

function ownCost(now: () => number, patience: Patience): PeerCost {
  const model = rodOn("clamped-free");
  const found = modes(model, neutralState(model)).undamped.map(({ angularFrequency }) => angularFrequency);
  const step = stepOf(found[found.length - 1]);
  const simulation = createSimulation(model, { integrator: "euler-cromer", step, energyBalance: false });
  const [time] = timePerStep(
    [{ simulation, step, steps: 100_000, state: { q: { rod: [1e-3, 0, 0, 0] } } }],
    now,
    patience,
  );
  return {
    who: `kinetree, a beam with ${MODES} modes`,
    coordinates: found.length,
    error: errorOf(found[0]),
    step,
    time,
  };
}

function chainCost(chain: SegmentChain, now: () => number, patience: Patience): Omit<PeerCost, "who"> {
  const step = stepOf(chain.highest);
  chain.start(step);
  let steps = 0;
  const timeOf = (count: number): number => {
    steps += count;
    const from = now();
    for (let i = 0; i < count; i++) chain.step();
    return now() - from;
  };
  const [time] = leastTimes([{ steps: Infinity, time: timeOf }], now, patience);
  if (Math.abs(chain.time() / (steps * step) - 1) > 1e-6)
    throw new RangeError(`MuJoCo could not step ${chain.segments} segments: its clock is at ${chain.time()} s`);
  return { coordinates: chain.segments, error: errorOf(chain.lowest), step, time };
}

export const peerTable = (costs: readonly PeerCost[]): BenchTable => ({
  name: "peer",
  title: "A clamped rod that bends in one plane, compared with MuJoCo",
  columns: [
    "who",
    "coordinates",
    "error of the first frequency",
    "step [ms]",
    "us a step",
    "ms by simulated second",
    "by ours",
  ],
  rows: costs.map((each) => [
    each.who,
    each.coordinates,
    each.error,
    1e3 * each.step,
    each.time,
    millisecondsOf(each),
    millisecondsOf(each) / millisecondsOf(costs[0]),
  ]),
  notes: [
    `MuJoCo has no modal bodies: its way is rigid segments on hinges with springs, here in the middles of equal lengths. Both take Euler-Cromer (MuJoCo's "Euler") at ${PART} of its longest stable step; contacts and constraints are off. Least of many short slices.`,
    ...(costs.length > 1 ? [] : ["MuJoCo is not installed. npm install @mujoco/mujoco next to kinetree adds it."]),
  ],
});

const millisecondsOf = ({ time, step }: PeerCost): number => time / 1e3 / step;
