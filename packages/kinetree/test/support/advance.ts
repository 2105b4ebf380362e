import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { add, apply, matrixOfQuaternion, scale, type V3 } from "./numbers.js";

/** A state that leaves the given one with its speeds and these accelerations; right to first order in h, which may be negative. */
export function advance(model: Model, { t, q, v }: State, vdot: ArrayLike<number>, h: number): State {
  const next = Float64Array.from(q);
  for (const { joint, qStart, vStart, nq } of buildTopology(model).tree) {
    const { kind } = model.joints[joint];
    const three = (values: Float64Array, start: number): V3 => [values[start], values[start + 1], values[start + 2]];
    if (kind !== "spherical" && kind !== "free") {
      for (let k = 0; k < nq; k++) next[qStart + k] += h * v[vStart + k];
      continue;
    }
    const at = qStart + nq - 4;
    const quaternion = q.subarray(at, at + 4);
    next.set(turned(quaternion, scale(h, three(v, vStart))), at);
    if (kind === "free")
      next.set(add(three(q, qStart), apply(matrixOfQuaternion(quaternion), scale(h, three(v, vStart + 3)))), qStart);
  }
  return { t, q: next, v: v.map((x, i) => x + h * vdot[i]) };
}

/** q ⊗ exp(φ/2): turned further by a rotation vector in its own axes. */
function turned([w, x, y, z]: Float64Array, phi: V3): readonly number[] {
  const angle = Math.hypot(...phi);
  const s = angle === 0 ? 0.5 : Math.sin(angle / 2) / angle;
  const [c, a, b, d] = [Math.cos(angle / 2), s * phi[0], s * phi[1], s * phi[2]];
  return [
    w * c - x * a - y * b - z * d,
    w * a + x * c + y * d - z * b,
    w * b - x * d + y * c + z * a,
    w * d + x * b - y * a + z * c,
  ];
}
