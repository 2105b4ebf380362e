import type { Rec } from "../kernel/record.js";
import type { Matrix } from "../linalg/matrix.js";
import { mat3, mulMatVec } from "../spatial/mat3.js";
import { motionColumns } from "./motion-columns.js";
import type { Skeleton } from "./skeleton.js";
import type { TreeProgram } from "./tree-program.js";

/** Numbers of one speed in `traceSpeedColumns`: angular, linear, and the point that moves with the linear part. */
export const COLUMN_SIZE = 9;

/**
 * What a unit of each speed does to everything outboard of it, in world components: its angular velocity, its linear velocity
 * at the joint, and where the joint is. One program serves the Jacobians of all points of all bodies. (At the joint, not at
 * the world's origin: far from there v₀ + ω × p would cancel.)
 */
export function traceSpeedColumns(tree: TreeProgram, out: Rec): void {
  const { program, skeleton } = tree;
  for (const node of skeleton.nodes) {
    if (node.nv === 0) continue;
    const { key, rec } = tree.frames[node.index];
    const inputs = { frame: rec, posture: tree.posture(node.index), pose: tree.pose(node.index) };
    program.step(
      `speed columns ${key}`,
      inputs,
      ({ frame, posture, pose }) => {
        const R_world_node = mat3(pose.R);
        const columns = motionColumns(node, frame, posture).flatMap(({ angular, linear }) => [
          ...mulMatVec(R_world_node, angular),
          ...mulMatVec(R_world_node, linear),
          ...pose.p,
        ]);
        return { columns: { columns } };
      },
      { columns: program.slice(out, COLUMN_SIZE * node.v, { columns: COLUMN_SIZE * node.nv }) },
    );
  }
}

/** Speeds that move a body: those of the nodes from its own to the base. */
export function speedsMoving({ nodes, bodies }: Skeleton, body: number): Int32Array {
  const speeds: number[] = [];
  for (let node = bodies[body].node; node >= 0; node = nodes[node].parent)
    for (let k = nodes[node].nv - 1; k >= 0; k--) speeds.push(nodes[node].v + k);
  return Int32Array.from(speeds.reverse());
}

/** J (6 × nv): [angular, linear] velocity of a point, in world components, is J v. `columns` are those of the trace. */
export function pointJacobianInto(
  J: Matrix,
  columns: Float64Array,
  speeds: Int32Array,
  point_world: ArrayLike<number>,
): Matrix {
  const { data, cols } = J;
  data.fill(0);
  for (let i = 0; i < speeds.length; i++) {
    const k = speeds[i];
    const at = COLUMN_SIZE * k;
    const wx = columns[at];
    const wy = columns[at + 1];
    const wz = columns[at + 2];
    const rx = point_world[0] - columns[at + 6];
    const ry = point_world[1] - columns[at + 7];
    const rz = point_world[2] - columns[at + 8];
    data[k] = wx;
    data[cols + k] = wy;
    data[2 * cols + k] = wz;
    data[3 * cols + k] = columns[at + 3] + (wy * rz - wz * ry);
    data[4 * cols + k] = columns[at + 4] + (wz * rx - wx * rz);
    data[5 * cols + k] = columns[at + 5] + (wx * ry - wy * rx);
  }
  return J;
}
