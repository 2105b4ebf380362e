import { anyNumber, positive } from "./field.js";
import { ACROSS, around, generator } from "./relief.js";

export const step = generator({
  kind: "step",
  summary: "a step up or down, whose face has a width: heights know no walls",
  fields: {
    height: anyNumber(0.1, "m", "its height; negative for a step down"),
    position: anyNumber(5, "m", "where its face begins along x"),
    run: positive(0.02, "m", "the width of its face"),
  },
  relief: ({ height, position, run }) => ({
    ...ACROSS,
    height: (x) => height * Math.max(0, Math.min(1, (x - position) / run)),
    x: around(position, position + run, run),
    dx: run,
  }),
});
