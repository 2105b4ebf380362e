import type { SpringData, StopsData } from "../data/suspension.js";

/**
 * A spring with its stops as one curve: both act on the same length, and the sum of two piecewise-linear curves bends where
 * either does. One curve is cheaper than two elements.
 */
export function withStops(spring: SpringData, stops: StopsData): SpringData {
  const { tension, freeLength } = spring;
  const { x, y } = stops.force;
  const bumpAt = stops.bumpBelow - freeLength;
  const reboundAt = stops.reboundAbove - freeLength;
  const corners = [...tension.x, ...x.map((way) => bumpAt - way), ...x.map((way) => reboundAt + way)];
  const extensions = [...new Set(corners)].sort((a, b) => a - b);
  const force = (penetration: number): number => (penetration > 0 ? along(x, y, penetration) : 0);
  return {
    freeLength,
    tension: {
      x: extensions,
      y: extensions.map(
        (extension) =>
          along(tension.x, tension.y, extension) - force(bumpAt - extension) + force(extension - reboundAt),
      ),
      beyond: "extend",
    },
  };
}

/** Piecewise linear, with the end slopes beyond. */
function along(x: readonly number[], y: readonly number[], at: number): number {
  let i = 0;
  while (i + 2 < x.length && at >= x[i + 1]) i++;
  return y[i] + ((y[i + 1] - y[i]) / (x[i + 1] - x[i])) * (at - x[i]);
}
