import { classRoughness, roughTracks, type Tracks } from "../roads/rough-tracks.js";
import { anyNumber, choice, notNegative, optional, positive, whole } from "./field.js";
import { generator } from "./relief.js";

export const iso8608 = generator({
  kind: "iso-8608",
  summary: "a random road of two tracks with the roughness of ISO 8608",
  fields: {
    class: choice(["A", "B", "C", "D", "E", "F", "G", "H"], "C", "the class of the road, A smooth to H very rough"),
    roughness: optional("m^3", "G_d(n0) at n0 = 0.1 /m, instead of that of a class"),
    seed: whole(1, "", "the number of the road among all of its kind"),
    start: anyNumber(0, "m", "where it begins along x"),
    length: positive(1000, "m", "its length"),
    track: positive(1.8, "m", "the distance of its tracks, which lie at y = half of it both ways"),
    fade: notNegative(0, "m", "the way along which it grows from level ground at its start, and back at its end"),
    step: positive(0.05, "m", "the distance of heights along the tracks; the shortest waves are 0.353 m long"),
  },
  relief: ({ class: name, roughness, seed, start, length, track, fade, step: dx }) => {
    // Made when the first height is asked for: a description may only be looked at.
    let made: Tracks | null = null;
    const tracks = (): Tracks =>
      (made ??= roughTracks({ roughness: roughness ?? classRoughness[name], seed, length, track, dx }));
    const end = start + Math.ceil(length / dx - 1e-9) * dx;
    const along = (heights: Float64Array, x: number): number => {
      const share = fade === 0 ? 1 : Math.max(0, Math.min(1, (x - start) / fade, (end - x) / fade));
      return share * between(heights, (x - start) / dx);
    };
    return {
      // Straight from track to track, and on beside them.
      height: (x, y) => {
        const weight = 0.5 + y / track;
        const { left, right } = tracks();
        return weight * along(left, x) + (1 - weight) * along(right, x);
      },
      x: [start, end],
      y: [-track / 2, track / 2],
      dx,
      dy: Infinity,
    };
  },
});

/** Cubic between heights a unit apart, as the surface will be; level beyond the ends. */
function between(heights: Float64Array, s: number): number {
  const most = heights.length - 1;
  const cell = Math.max(0, Math.min(most - 1, Math.floor(s)));
  const u = Math.max(0, Math.min(1, s - cell));
  const at = (i: number): number => heights[Math.max(0, Math.min(most, i))];
  const [p0, p1, p2, p3] = [at(cell - 1), at(cell), at(cell + 1), at(cell + 2)];
  const [from, to] = [0.5 * (p2 - p0), 0.5 * (p3 - p1)];
  const rise = p2 - p1;
  return p1 + u * (from + u * (3 * rise - 2 * from - to + u * (from + to - 2 * rise)));
}
