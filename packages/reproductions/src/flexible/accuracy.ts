import type { AccuracyRow } from "./accuracy-row.js";
import { beamFrequencies } from "./frequencies.js";
import { dropChain } from "./energy.js";
import { spinUp } from "./spin-up.js";
import { tipDeflections } from "./tip-load.js";

/** What is computed. */
export interface AccuracySettings {
  /** Of the chain that falls [s]. */
  readonly energyTime: number;
}

/** Everything that is known of single beams, and the energy of a motion without losses. */
export function measureAccuracy(
  { energyTime }: AccuracySettings,
  progress: (text: string) => void,
): readonly AccuracyRow[] {
  progress("frequencies of beams");
  const frequencies = beamFrequencies();
  const deflections = tipDeflections();
  progress("spin-up of a beam");
  const spun = spinUp();
  progress("energy of a chain of beams");
  return [...frequencies, ...deflections, ...spun, dropChain(energyTime)];
}
