import type { Rec } from "../../kernel/record.js";
import type { Matrix } from "../../linalg/matrix.js";
import { mat3, mulMatVec } from "../../spatial/mat3.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node, Skeleton } from "../skeleton/skeleton.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Numbers of one column in `traceSpeedColumns`: angular, linear, and the point that moves with the linear part. */
export const COLUMN_SIZE = 9;

/**
 * Motion of everything outboard of a joint per unit of each of its speeds, in world components: angular velocity, linear velocity
 * at the joint, and where the joint is. One program serves the Jacobians of all points of all bodies. (At the joint, not at
 * the world's origin: far from there v₀ + ω × p would cancel.)
 */
export function traceSpeedColumns(tree: TreeProgram, out: Rec): void {
  const { program, skeleton } = tree;
  const first = firstColumns(skeleton);
  for (const node of skeleton.nodes) {
    if (node.moving.nv === 0) continue;
    const { key, rec } = tree.frames[node.index];
    const inputs = { frame: rec, posture: tree.posture(node.index), pose: tree.pose(node.index) };
    program.step(
      `speed columns ${key}`,
      inputs,
      ({ frame, posture, pose }) => {
        const R_world_node = mat3(pose.R);
        const columns = jointOf(node)
          .columns(node, frame, posture)
          .flatMap(({ angular, linear }) => [
            ...mulMatVec(R_world_node, angular),
            ...mulMatVec(R_world_node, linear),
            ...pose.p,
          ]);
        return { columns: { columns } };
      },
      { columns: program.slice(out, COLUMN_SIZE * first[node.index], { columns: COLUMN_SIZE * node.moving.nv }) },
    );
  }
}

/** First column of each node: the speeds in their order, then those of stations, whose columns differ from station to station. */
function firstColumns({ nodes, nv }: Skeleton): readonly number[] {
  let next = nv;
  return nodes.map(({ station, v, moving }) => {
    if (!station) return v;
    next += moving.nv;
    return next - moving.nv;
  });
}

export const columnCount = ({ nodes, nv }: Skeleton): number =>
  nodes.reduce((sum, { station, moving }) => (station ? sum + moving.nv : sum), nv);

export interface MovingSpeeds {
  readonly speeds: Int32Array;
  readonly columns: Int32Array;
}

/** Speeds that move a body: those of the nodes from its own to the base. */
export function speedsMoving(skeleton: Skeleton, body: number): MovingSpeeds {
  const { nodes, bodies } = skeleton;
  const first = firstColumns(skeleton);
  const path: Node[] = [];
  for (let node = bodies[body].node; node >= 0; node = nodes[node].parent) path.push(nodes[node]);
  const all = path
    .reverse()
    .flatMap(({ index, moving: { v, nv } }) =>
      Array.from({ length: nv }, (_, k) => ({ speed: v + k, column: first[index] + k })),
    );
  return { speeds: Int32Array.from(all, ({ speed }) => speed), columns: Int32Array.from(all, ({ column }) => column) };
}

/** J (6 × nv): [angular, linear] velocity of a point, in world components, is J v. `columns` are those of the trace. */
export function pointJacobianInto(
  J: Matrix,
  columns: Float64Array,
  moving: MovingSpeeds,
  point_world: ArrayLike<number>,
): Matrix {
  const { data, cols } = J;
  data.fill(0);
  for (let i = 0; i < moving.speeds.length; i++) {
    const k = moving.speeds[i];
    const at = COLUMN_SIZE * moving.columns[i];
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
