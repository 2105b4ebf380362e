import { constraintMistakes } from "./constraint-mistakes.js";
import { contactMistakes } from "./contact-mistakes.js";
import { couplerMistakes } from "./coupler-mistakes.js";
import { beamMistakes } from "./flexible-mistakes.js";
import type { Mistake } from "./mistake.js";
import { mistakes } from "./mistakes.js";
import { modalMistakes } from "./modal-mistakes.js";
import { tyreMistakes } from "../tyres/tyre-mistakes.js";
import { shaftMistakes } from "./shaft-mistakes.js";
import { untypedMistakes } from "./untyped-mistakes.js";

/** At least one for every code. */
export const everyMistake: readonly Mistake[] = [
  ...mistakes,
  ...untypedMistakes,
  ...couplerMistakes,
  ...constraintMistakes,
  ...contactMistakes,
  ...tyreMistakes,
  ...shaftMistakes,
  ...beamMistakes,
  ...modalMistakes,
];
