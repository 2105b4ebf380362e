import { LEAST_QUALITY } from "../../integrate/control.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { LanePair } from "./lane-pair.js";

/** Part of its quality, a square, below which a selection is replaced: smaller pivots amplify errors. */
const KEPT_QUALITY = 0.1;

/** After "start" with a new selection of closures: requests another one when this one has lost most of its quality. */
export function watchQuality(pair: LanePair, lane: LaneIndex): void {
  const { quality } = pair.layout;
  if (quality.count === 0) return;
  const now = pair.f64[pair.index(quality, lane)];
  pair.setClock("leastQuality", lane, Math.max(LEAST_QUALITY, KEPT_QUALITY * now));
}

/** Continues with the current selection where it is still the best one; false if it has become too poor. */
export function keepCurrentChoice(pair: LanePair, lane: LaneIndex): boolean {
  const least = pair.clock("leastQuality", lane);
  pair.setClock("leastQuality", lane, Math.max(LEAST_QUALITY, KEPT_QUALITY * least));
  return least > LEAST_QUALITY;
}
