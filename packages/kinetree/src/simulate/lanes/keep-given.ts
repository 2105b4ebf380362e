import type { LaneIndex } from "../../kernel/instance.js";
import type { LanePair } from "./lane-pair.js";

/**
 * For a start in a singular pose: its speeds must not be moved onto closures that have lost rank, and there are no accelerations. Call it
 * before "start", and what it gives after that.
 */
export function keepGiven(pair: LanePair, lane: LaneIndex): () => void {
  const { accepted, shown, rates } = pair.layout;
  const given = (["q", "y"] as const).map((part) => {
    const values = new Float64Array(accepted[part].count);
    pair.read(accepted[part], lane, values);
    return { part, values };
  });
  return () => {
    for (const { part, values } of given) for (const state of [accepted, shown]) pair.write(state[part], values, lane);
    pair.fill(rates.v, NaN, lane);
  };
}
