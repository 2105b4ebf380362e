import type { FlexibleInfo, FlexibleShape } from "../../src/engine/protocol.js";

/**
 * A round or flat beam of 2 m with three modes whose numbers are easy: along y by (x / 2)², along z by x / 2, and a twist by
 * x / 2. Moments of the first are 100 N m for each metre of amplitude, everywhere.
 */
export function easyBeam(points = 9, isRound = true): FlexibleShape {
  const modes = 3;
  const [positions, shapes, slopes, resultants] = [
    new Float64Array(3 * points),
    new Float64Array(3 * modes * points),
    new Float64Array(3 * modes * points),
    new Float64Array(3 * modes * points),
  ];
  for (let k = 0; k < points; k++) {
    const part = k / (points - 1);
    positions[3 * k] = 2 * part;
    const o = 3 * k * modes;
    shapes[o + 1] = part * part;
    shapes[o + 3 + 2] = part;
    slopes[o + 6] = part;
    resultants[o + 2] = 100;
    resultants[o + 3] = 40;
    resultants[o + 3 + 1] = 100;
  }
  const section = { isRound, fibreY: 0.1, fibreZ: isRound ? 0.1 : 0.05, area: 0.01, momentY: 1e-4, momentZ: 1e-4 };
  return { modes, positions, shapes, slopes, resultants, section };
}

/** A flexible body with that shape whose amplitudes begin at a place of q. */
export const easyBody = (body: number, qStart: number, shape = easyBeam()): FlexibleInfo => ({
  body,
  joint: `beam${body}`,
  qStart,
  columns: Array.from({ length: shape.modes }, (_, i) => `q.beam${body}.${i}`),
  frequencies: [1, 2, 3],
  shape,
});
