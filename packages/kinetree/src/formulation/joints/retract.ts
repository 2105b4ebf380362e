import type { Node } from "../skeleton/skeleton.js";

/**
 * out = q moved by size · delta, a direction of the tangent space with one entry for each speed. Rotations turn by
 * q ⊗ (1, δ/2) / |(1, δ/2)|, the Cayley map: a turn by 2 atan(|δ|/2), so true to δ up to the third order, and of unit length.
 * out may be q.
 */
export function retractInto(
  out: Float64Array,
  { nodes }: { readonly nodes: readonly Pick<Node, "motion" | "q" | "v" | "nv">[] },
  q: Float64Array,
  delta: Float64Array,
  size = 1,
): Float64Array {
  for (const { motion, q: at, v, nv } of nodes) {
    if (motion !== "spherical" && motion !== "free") {
      for (let k = 0; k < nv; k++) out[at + k] = q[at + k] + size * delta[v + k];
      continue;
    }
    const first = motion === "free" ? at + 3 : at;
    // The shift is along the axes of the child before it turns.
    if (motion === "free") shift(out, at, q, first, size * delta[v + 3], size * delta[v + 4], size * delta[v + 5]);
    turn(out, q, first, 0.5 * size * delta[v], 0.5 * size * delta[v + 1], 0.5 * size * delta[v + 2]);
  }
  return out;
}

/** out[at..] = q[at..] + R(quaternion at `first`) (x, y, z), by v + 2 w (r × v) + 2 r × (r × v). */
function shift(out: Float64Array, at: number, q: Float64Array, first: number, x: number, y: number, z: number): void {
  const [w, a, b, c] = [q[first], q[first + 1], q[first + 2], q[first + 3]];
  const [cx, cy, cz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  out[at] = q[at] + x + w * cx + b * cz - c * cy;
  out[at + 1] = q[at + 1] + y + w * cy + c * cx - a * cz;
  out[at + 2] = q[at + 2] + z + w * cz + a * cy - b * cx;
}

/** out = q ⊗ (1, x, y, z), of unit length. */
function turn(out: Float64Array, q: Float64Array, at: number, x: number, y: number, z: number): void {
  const [w, a, b, c] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const turned = [
    w - a * x - b * y - c * z,
    a + w * x + b * z - c * y,
    b + w * y + c * x - a * z,
    c + w * z + a * y - b * x,
  ];
  const length = Math.sqrt(turned.reduce((sum, e) => sum + e * e, 0));
  for (let k = 0; k < 4; k++) out[at + k] = turned[k] / length;
}
