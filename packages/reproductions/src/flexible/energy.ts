import { flexibleChain, simulate } from "kinetree";
import type { AccuracyRow } from "./accuracy-row.js";

const TOLERANCE = 1e-10;
const MOST_DRIFT = 1e-8;

/** A chain of three beams without damping, let go where it is bent: how far its energy departs, as a part of the largest kinetic energy. */
export function dropChain(time: number): AccuracyRow {
  const result = simulate(flexibleChain({ n: 3, dampingRatio: 0 }), time, {
    tolerance: TOLERANCE,
    integrator: "dop853",
    state: { q: { joint0: 0.8, joint1: 0.4 } },
    channels: ["energy"],
  });
  const total = result.column("energy.total");
  const largest = Math.max(...result.column("energy.kinetic"));
  const drift = Math.max(...total.map((energy) => Math.abs(energy - total[0])));
  const error = drift / largest;
  return {
    name: `three beams that swing for ${time} s, tolerance ${TOLERANCE}: drift of energy, by the largest kinetic energy`,
    unit: "J",
    measured: drift,
    expected: null,
    error,
    bar: `below ${MOST_DRIFT}`,
    isMet: error < MOST_DRIFT,
  };
}
