import { anyNumber, optional, positive } from "./field.js";
import { ACROSS, around, generator } from "./relief.js";

/** Places along the radius: the arc is within 1e-3 of it beside the steep ends, which a grid shows one cell wide. */
const PLACES = 24;

export const halfRound = generator({
  kind: "half-round",
  summary: "half a cylinder across the road, or the cap of one",
  fields: {
    radius: positive(0.1, "m", "the radius of the cylinder"),
    height: optional("m", "how far it stands out of the ground, at most the radius; half a cylinder if left out"),
    position: anyNumber(5, "m", "where its axis lies along x"),
    y: anyNumber(0, "m", "where its middle lies along y, if it has a width"),
    width: optional("m", "its length along y, such as that of one track; without end if left out"),
  },
  relief: ({ radius, height, position, y: middle, width }) => {
    const top = Math.min(height ?? radius, radius);
    const sunk = radius - top;
    const half = Math.sqrt(radius * radius - sunk * sunk);
    const profile = (x: number): number => {
      const s = x - position;
      return Math.abs(s) >= half ? 0 : Math.sqrt(radius * radius - s * s) - sunk;
    };
    const dx = radius / PLACES;
    // From its axis on, so that the grid has its top.
    const x = around(position - Math.ceil(half / dx) * dx, position + half, dx);
    if (width === null) return { ...ACROSS, height: profile, x, dx };
    const reach = width / 2;
    return {
      height: (s, t) => (Math.abs(t - middle) <= reach ? profile(s) : 0),
      x,
      y: around(middle - reach, middle + reach, Math.min(0.05, width / 8)),
      dx,
      dy: Math.min(0.05, width / 8),
    };
  },
});
