import { unknownName } from "kinetree/tools";
import type { Rig } from "./rig.js";
import { suspensionRig } from "./suspension-rig.js";
import { tyreRig } from "./tyre-rig.js";

/** All rigs, in the order of lists. */
export const rigs: readonly Rig[] = Object.freeze([tyreRig, suspensionRig]);

/** A rig by its name. */
export function rigNamed(name: string): Rig {
  const found = rigs.find((each) => each.name === name);
  if (!found)
    throw unknownName(
      "rig",
      name,
      rigs.map((each) => each.name),
    );
  return found;
}
