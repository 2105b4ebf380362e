import { anyNumber, notNegative, positive } from "./field.js";
import { ACROSS, around, generator } from "./relief.js";

/** Places along the shorter of a transition and the whole. */
const PLACES = 12;

export const ramp = generator({
  kind: "ramp",
  summary: "a rise from one level to another, rounded at both ends",
  fields: {
    start: anyNumber(5, "m", "where it begins to rise"),
    rise: anyNumber(1, "m", "the height of its end over its start; negative for a way down"),
    length: positive(10, "m", "its length along x, with the rounded ends"),
    radius: notNegative(1, "m", "the radius of the rounded ends, where the slope is small; 0 for corners"),
  },
  relief: ({ start, rise, length, radius }) => {
    // Parabolas z'' = 1/r of length l = r |s| lead to the slope s, and rise |s| (length - l) in all: a quadratic equation for s.
    const steepest = Math.abs(rise);
    const root = length * length - 4 * radius * steepest;
    // Where there is no room for the radius, the ends meet in the middle, with a smaller one.
    const slope =
      radius === 0
        ? steepest / length
        : root >= 0
          ? (2 * steepest) / (length + Math.sqrt(root))
          : (2 * steepest) / length;
    const rounded = Math.min(radius * slope, length / 2);
    const bend = rounded > 0 ? slope / rounded : 0;
    const sign = rise < 0 ? -1 : 1;
    const height = (x: number): number => {
      const s = x - start;
      if (s <= 0) return 0;
      if (s >= length) return rise;
      if (s < rounded) return (sign * bend * s * s) / 2;
      const left = length - s;
      if (left < rounded) return rise - (sign * bend * left * left) / 2;
      return sign * (slope * (s - rounded) + (slope * rounded) / 2);
    };
    const dx = Math.min(length / PLACES, rounded > 0 ? Math.max(rounded / PLACES, length / 4000) : length / 200);
    return { ...ACROSS, height, x: around(start, start + length, dx), dx };
  },
});
