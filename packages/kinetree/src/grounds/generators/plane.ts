import { anyNumber, positive } from "./field.js";
import { generator } from "./relief.js";

export const plane = generator({
  kind: "plane",
  summary: "a plane, level or tilted",
  fields: {
    slope: anyNumber(0, "", "the rise along x, as a share of the way"),
    bank: anyNumber(0, "", "the rise along y, as a share of the way"),
    length: positive(100, "m", "the length of the patch along x, from its middle both ways by half"),
    width: positive(20, "m", "the width of the patch along y, likewise"),
  },
  relief: ({ slope, bank, length, width }) => ({
    height: (x, y) => slope * x + bank * y,
    x: [-length / 2, length / 2],
    y: [-width / 2, width / 2],
    dx: Infinity,
    dy: Infinity,
  }),
});
