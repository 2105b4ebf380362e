import type { Num } from "../../graph/graph.js";
import { add, div, le, lt, max, mul, select, sqrt, sub } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { identity3, mat3, mulMatMat, mulMatVec, type Mat3 } from "../../spatial/mat3.js";
import type { Quat } from "../../spatial/quaternion.js";
import { add3, cross3, vec3, zero3 } from "../../spatial/vec3.js";
import { traceAccelerations } from "./accelerations.js";
import { spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import type { BodyPlace } from "../skeleton/skeleton.js";
import type { PoseFields } from "../skeleton/records.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Numbers of one body in `traceBodyMotions`: position, quaternion, angular and linear velocity. */
export const MOTION_SIZE = 13;
/** Numbers of one body in `traceBodyAccelerations`: angular and linear. */
export const ACCELERATION_SIZE = 6;

/** Which parts of the motion to compute besides positions; the others stay zero. */
export interface MotionParts {
  readonly quaternions: boolean;
  readonly velocities: boolean;
}

/**
 * Motion of bodies in world components, one body after the other: position of the body frame's origin,
 * quaternion w, x, y, z with w >= 0, angular velocity, velocity of that origin.
 * @param chosen indices of the bodies; all of them in the order of the model if left out
 */
export function traceBodyMotions(
  tree: TreeProgram,
  out: Rec,
  chosen: readonly number[] = allBodies(tree),
  { quaternions, velocities }: MotionParts = { quaternions: true, velocities: true },
): void {
  const { program, skeleton } = tree;
  const still = program.zeros<SpatialFields>({ angular: 3, linear: 3 });
  chosen.forEach((index, i) => {
    const body = skeleton.bodies[index];
    const isFixed = body.node < 0;
    const inputs = {
      place: placeRecord(tree, body),
      pose: isFixed ? program.zeros<PoseFields>({ R: 9, p: 3 }) : tree.pose(body.node),
      velocity: velocities ? tree.velocity(body.node) : still,
    };
    program.step(
      `body motion ${isFixed} ${quaternions} ${velocities}`,
      inputs,
      ({ place, pose, velocity }) => {
        const R_world_node = isFixed ? identity3 : mat3(pose.R);
        const p = vec3(place.p);
        const { angular, linear } = spatialFrom(velocity);
        return {
          motion: {
            position: add3(isFixed ? zero3 : vec3(pose.p), mulMatVec(R_world_node, p)),
            quaternion: quaternions ? quatOfMatrix(mulMatMat(R_world_node, mat3(place.R))) : [0, 0, 0, 0],
            angular: mulMatVec(R_world_node, angular),
            linear: mulMatVec(R_world_node, add3(linear, cross3(angular, p))),
          },
        };
      },
      { motion: program.slice(out, MOTION_SIZE * i, { motion: MOTION_SIZE }) },
    );
  });
}

/** Accelerations of bodies for given v̇ as an observer in the world sees them: angular, and of the body frame's origin. */
export function traceBodyAccelerations(
  tree: TreeProgram,
  vdot: Rec,
  out: Rec,
  chosen: readonly number[] = allBodies(tree),
): void {
  const { program, skeleton } = tree;
  const accelerations = traceAccelerations(tree, vdot, zero3);
  chosen.forEach((index, i) => {
    const body = skeleton.bodies[index];
    if (body.node < 0) return; // fixed, and the record starts as zero
    const inputs = {
      place: placeRecord(tree, body),
      pose: tree.pose(body.node),
      spin: tree.spin(body.node),
      acceleration: accelerations[body.node],
    };
    program.step(
      "body acceleration",
      inputs,
      ({ place, pose, spin, acceleration }) => {
        const R_world_node = mat3(pose.R);
        const p = vec3(place.p);
        const omega = vec3(spin.omega);
        const { angular, linear } = spatialFrom(acceleration);
        const ofOrigin = add3(linear, add3(cross3(angular, p), cross3(omega, cross3(omega, p))));
        return { out: { angular: mulMatVec(R_world_node, angular), linear: mulMatVec(R_world_node, ofOrigin) } };
      },
      { out: program.slice(out, ACCELERATION_SIZE * i, { out: ACCELERATION_SIZE }) },
    );
  });
}

const allBodies = ({ skeleton }: TreeProgram): number[] => skeleton.bodies.map((_, index) => index);

const placeRecord = ({ program }: TreeProgram, { R_node_body, p_node_body }: BodyPlace): Rec<PoseFields> =>
  program.constants<PoseFields>({ R: R_node_body.flat(), p: [...p_node_body] });

/** w >= 0. Divides by the largest component (Shepperd, J. Guidance and Control 1(3), 1978): nothing is lost at half a turn. */
function quatOfMatrix(R: Mat3): Quat {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = R;
  // Squares of 2w, 2x, 2y, 2z, and the products that the rest follows from.
  const squares = [
    add(1, add(xx, add(yy, zz))),
    add(1, sub(xx, add(yy, zz))),
    add(1, sub(yy, add(xx, zz))),
    add(1, sub(zz, add(xx, yy))),
  ];
  const largest = max(max(squares[0], squares[1]), max(squares[2], squares[3]));
  const twice = sqrt(largest);
  const factor = div(0.5, twice);
  const [wx, wy, wz] = [sub(zy, yz), sub(xz, zx), sub(yx, xy)]; // 4wx, 4wy, 4wz
  const [pxy, pxz, pyz] = [add(xy, yx), add(xz, zx), add(yz, zy)]; // 4xy, 4xz, 4yz
  const half = mul(0.5, twice);
  const scaled = (p: Num): Num => mul(p, factor);
  const forms: readonly Quat[] = [
    [half, scaled(wx), scaled(wy), scaled(wz)],
    [scaled(wx), half, scaled(pxy), scaled(pxz)],
    [scaled(wy), scaled(pxy), half, scaled(pyz)],
    [scaled(wz), scaled(pxz), scaled(pyz), half],
  ];
  const pick = (k: 0 | 1 | 2 | 3): Num => {
    const isLargest = (i: number) => le(largest, squares[i]);
    return select(
      isLargest(0),
      forms[0][k],
      select(isLargest(1), forms[1][k], select(isLargest(2), forms[2][k], forms[3][k])),
    );
  };
  const [w, x, y, z] = [pick(0), pick(1), pick(2), pick(3)];
  const sign = select(lt(w, 0), -1, 1);
  return [mul(sign, w), mul(sign, x), mul(sign, y), mul(sign, z)];
}
