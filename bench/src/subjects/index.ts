import type { Subject } from "../subject.js";
import { handwritten } from "./handwritten.js";
import { kinetree } from "./kinetree.js";
import { mujoco } from "./mujoco.js";
import { dart, simbody } from "./native.js";
import { rapier } from "./rapier.js";

/** In the order of the table. All that the benchmark knows of a subject is here. */
export const subjects: readonly Subject[] = [kinetree, handwritten, mujoco, rapier, dart, simbody];

/** Gives the accelerations that the others are compared with. */
export const reference: Subject = handwritten;
