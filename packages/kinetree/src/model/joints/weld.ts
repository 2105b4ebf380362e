import type { JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers } from "./joint-numbers.js";

const numbers = scalarNumbers([]);

export const weld: JointDefinition<"weld"> = {
  kind: "weld",
  doc: "Lets nothing move.",
  fields: {},
  options: { in: "nowhere" },
  sizes: fixedSizes(0, 0),
  numbers: () => numbers,
  quaternion: null,
  axes: () => null,
  check: () => {},
  takes: "everything",
  closes: "everything",
  glyph: "weld",
};
