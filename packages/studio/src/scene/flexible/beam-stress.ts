import type { FlexibleShape } from "../../engine/protocol.js";

/** Greatest normal stress [Pa] of the section at a point of a beam; 0 for a modal body. Amplitudes begin at a place of a list. */
export function stressAt(
  { modes, resultants, section }: FlexibleShape,
  point: number,
  amplitudes: Float64Array,
  from: number,
): number {
  if (resultants === null || section === null) return 0;
  let [n, my, mz] = [0, 0, 0];
  for (let j = 0; j < modes; j++) {
    const at = 3 * (point * modes + j);
    const amplitude = amplitudes[from + j];
    n += resultants[at] * amplitude;
    my += resultants[at + 1] * amplitude;
    mz += resultants[at + 2] * amplitude;
  }
  const { isRound, area, momentY, momentZ, fibreY, fibreZ } = section;
  const bending = isRound
    ? (Math.sqrt(my * my + mz * mz) * fibreZ) / momentY
    : (Math.abs(my) * fibreZ) / momentY + (Math.abs(mz) * fibreY) / momentZ;
  return Math.abs(n) / area + bending;
}

/** Size of the displacement [m] of a point. */
export function displacementAt(
  { modes, shapes }: FlexibleShape,
  point: number,
  amplitudes: Float64Array,
  from: number,
): number {
  let [x, y, z] = [0, 0, 0];
  for (let j = 0; j < modes; j++) {
    const at = 3 * (point * modes + j);
    const amplitude = amplitudes[from + j];
    x += shapes[at] * amplitude;
    y += shapes[at + 1] * amplitude;
    z += shapes[at + 2] * amplitude;
  }
  return Math.sqrt(x * x + y * y + z * z);
}

/** The largest over all points of a body: stress of a beam, displacement of a modal body. */
export function largestOf(shape: FlexibleShape, amplitudes: Float64Array, from: number): number {
  const of = shape.section === null ? displacementAt : stressAt;
  const points = shape.positions.length / 3;
  let most = 0;
  for (let k = 0; k < points; k++) most = Math.max(most, of(shape, k, amplitudes, from));
  return most;
}
