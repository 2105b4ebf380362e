import type { Model, Topology } from "kinetree";

/** out = q moved along speeds times a size: turns of spherical and free joints are about axes of the child, as their speeds are. */
export function stepAlong(
  out: Float64Array,
  model: Model,
  { tree }: Topology,
  q: Float64Array,
  speeds: Float64Array,
  size: number,
): Float64Array {
  for (const { joint, qStart, vStart, nv } of tree) {
    const { kind } = model.joints[joint];
    if (kind !== "spherical" && kind !== "free") {
      for (let i = 0; i < nv; i++) out[qStart + i] = q[qStart + i] + size * speeds[vStart + i];
      continue;
    }
    const first = kind === "free" ? qStart + 3 : qStart;
    if (kind === "free") {
      const [x, y, z] = rotated(q, first, speeds[vStart + 3], speeds[vStart + 4], speeds[vStart + 5]);
      out[qStart] = q[qStart] + size * x;
      out[qStart + 1] = q[qStart + 1] + size * y;
      out[qStart + 2] = q[qStart + 2] + size * z;
    }
    turn(out, q, first, size * speeds[vStart], size * speeds[vStart + 1], size * speeds[vStart + 2]);
  }
  return out;
}

/** A vector turned by the quaternion at a place of q. */
function rotated(q: Float64Array, at: number, x: number, y: number, z: number): readonly [number, number, number] {
  const [w, a, b, c] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

/** The quaternion at a place of q, turned on by a rotation vector of the child. */
function turn(out: Float64Array, q: Float64Array, at: number, x: number, y: number, z: number): void {
  const angle = Math.hypot(x, y, z);
  const part = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  const [s, u, v, r] = [Math.cos(angle / 2), part * x, part * y, part * z];
  const [w, a, b, c] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  out[at] = w * s - a * u - b * v - c * r;
  out[at + 1] = w * u + a * s + b * r - c * v;
  out[at + 2] = w * v - a * r + b * s + c * u;
  out[at + 3] = w * r + a * v - b * u + c * s;
}
