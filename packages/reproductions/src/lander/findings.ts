import type { ContactTimes } from "./contact.js";
import type { LandingRun } from "./landings.js";
import type { StreamedSamples } from "./memory.js";
import type { SpeedUp } from "./speed-up.js";
import type { CombinationShift } from "./tolerance.js";

/** Everything that was measured: what tables and checks are made of. */
export interface Findings {
  readonly streamed: StreamedSamples;
  /** At the study's tolerance, and at half of it. */
  readonly landings: LandingRun;
  readonly half: LandingRun;
  readonly shifts: readonly CombinationShift[];
  readonly speedUp: SpeedUp;
  readonly contact: ContactTimes;
}
