import { RequestError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import { newMatrix, transpose, type Matrix } from "../linalg/matrix.js";
import type { CouplerReduction } from "../evaluate/coupler-reduction.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { applyQInPlace, qrFactor, qrRank } from "../linalg/qr.js";

/** A pinned joint, or one pinned coordinate of a joint. */
export type Pin = string | { readonly joint: string; readonly coordinate: number };

/** The speeds that are left free, ascending: neither pinned nor driven by a coupler (none, where couplers are closures). */
export function freeSpeeds(
  { model, topology, nv }: Skeleton,
  pins: readonly Pin[],
  reduction: CouplerReduction | null,
): Int32Array {
  const isPinned = new Uint8Array(nv);
  /** A pin on a driven coordinate would also hold its root, or nothing: it belongs where it acts. */
  const refuseDriven = (name: string, speed: number): void => {
    const driver = reduction?.driverOf(speed);
    if (!driver) return;
    throw refuse("pin-driven", name, driver.name, `is driven by coupler "${driver.name}". Pin what drives it instead.`);
  };
  for (const pin of pins) {
    const name = typeof pin === "string" ? pin : pin.joint;
    const place = topology.tree.find(({ joint }) => model.joints[joint].name === name);
    if (!place) {
      const known = model.joints.map((joint) => joint.name);
      throw refuse("unknown-joint", name, name, `is unknown. ${suggestName(name, known)}`);
    }
    if (typeof pin === "string") {
      for (let i = 0; i < place.nv; i++) refuseDriven(name, place.vStart + i);
      isPinned.fill(1, place.vStart, place.vStart + place.nv);
      continue;
    }
    const { coordinate } = pin;
    if (!(Number.isInteger(coordinate) && coordinate >= 0 && coordinate < place.nv)) {
      const rest = `has no coordinate ${coordinate}. Give 0 to ${place.nv - 1}.`;
      throw refuse("unknown-coordinate", name, coordinate, rest);
    }
    // Pinning two of the child's axes while turning about the third adds up to rotations about all of them.
    if (place.nq !== place.nv) {
      const rest = "cannot be pinned in part, since its speeds are not rates of coordinates. Pin all of it.";
      throw refuse("pin-part-of-rotation", name, coordinate, rest);
    }
    refuseDriven(name, place.vStart + coordinate);
    isPinned[place.vStart + coordinate] = 1;
  }
  const all = reduction?.independent ?? Int32Array.from({ length: nv }, (_, i) => i);
  return all.filter((i) => isPinned[i] === 0);
}

export function freePart(A: Matrix, free: Int32Array): Matrix {
  const out = newMatrix(free.length, free.length);
  free.forEach((row, i) =>
    free.forEach((column, j) => (out.data[i * free.length + j] = A.data[row * A.cols + column])),
  );
  return out;
}

const refuse = (code: string, joint: string, value: unknown, rest: string): RequestError =>
  new RequestError({ code, subject: `joint "${joint}"`, value, message: `pinned joint "${joint}" ${rest}` });

/** Relative tolerance for redundant rows of closures; the same as in loop plans. */
export const CLOSURE_RANK = 1e-8;

/** K restricted to some speeds, transposed: a column for each row of the closures. */
export function closureColumns(K: Matrix, chosen: Int32Array): Matrix {
  const out = newMatrix(K.rows, chosen.length);
  for (let i = 0; i < K.rows; i++)
    chosen.forEach((column, j) => (out.data[i * chosen.length + j] = K.data[i * K.cols + column]));
  return transpose(out);
}

/** Orthonormal directions orthogonal to the columns of A: along them closures stay closed. */
export function closedDirections(A: Matrix): Matrix {
  const factors = qrFactor(A);
  const rank = qrRank(factors, CLOSURE_RANK);
  const N = newMatrix(A.rows, A.rows - rank);
  for (let j = 0; j < N.cols; j++) N.data[(rank + j) * N.cols + j] = 1;
  return applyQInPlace(N, factors, new Float64Array(N.cols));
}
