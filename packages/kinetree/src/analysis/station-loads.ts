import { isRigid, rigidGroup } from "../model/bodies/rigid-groups.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import { composePose, inversePose } from "../model/pose.js";
import type { Vec3R } from "../model/real.js";
import { rotateVec3 } from "../model/rotation.js";
import { GROUND, type Body, type Joint, type Model } from "../model/types.js";
import { drivenJoints, freeTurns, pointsOfAction } from "./points-of-action.js";

/* What hands a station of a flexible body forces and torques: loads and joints on it and on the bodies that are welded to it. */

/** Whether a force acts on a station, and a torque about each axis of its frame. */
export interface StationLoads {
  readonly force: boolean;
  readonly torque: readonly [x: boolean, y: boolean, z: boolean];
}

/** Inertias below this part of m L² of the beam, or of its own about its axis, turn its end by less than its modes are asked for. */
const LEAST_INERTIA = 0.01;
/** Below this, lengths as parts of the beam's and sines of angles are rounding. */
const NEARLY = 1e-9;

type Numbers = readonly [number, number, number];

const axes: readonly Numbers[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Says of a station, by its name and that of its flexible body, what acts on it in the pose that is drawn. */
export function createStationLoads(model: Model): (station: string, own: Body) => StationLoads {
  const values = parameterDefaults(model);
  const acting = pointsOfAction(model);
  const driven = drivenJoints(model);
  const numbers = (x: Vec3R): Numbers => [
    evaluateReal(x[0], values),
    evaluateReal(x[1], values),
    evaluateReal(x[2], values),
  ];
  return (station, own) => {
    const length = own.flexible?.kind === "beam" ? own.flexible.length : 0;
    const torque = turningInertia(model, values, station, own);
    let force = false;
    /** A force of any direction at a place in the station's frame. */
    const forceAt = (r: Numbers): void => {
      force = true;
      axes.forEach((axis, i) => (torque[i] ||= lengthOf(crossOf(r, axis)) > NEARLY * length));
    };
    for (const [name, X] of rigidGroup(model, station)) {
      if (name === GROUND || acting.torques.has(name)) torque.fill(true);
      for (const at of acting.forces.get(name) ?? []) forceAt(numbers(composePose(X, at).position));
      for (const joint of model.joints) {
        if (joint.kind === "flexible" || (joint.parent !== name && joint.child !== name)) continue;
        force = true;
        if (isRigid(joint)) continue;
        const X_station_joint = composePose(X, joint.parent === name ? joint.X_parent_joint : joint.X_child_joint);
        forceAt(numbers(X_station_joint.position));
        const free = freeTurns(joint, driven.has(joint.name));
        if (free === "all") continue;
        const directions = free.map((axis) => numbers(rotateVec3(X_station_joint.rotation, axis)));
        axes.forEach((axis, i) => (torque[i] ||= !isSpanned(axis, directions)));
      }
    }
    return { force, torque: [torque[0], torque[1], torque[2]] };
  };
}

/** About which axes of a station what it carries, as it is drawn and with other flexible bodies stiff, resists being turned. */
function turningInertia(
  model: Model,
  values: ReadonlyMap<string, number>,
  station: string,
  own: Body,
): [boolean, boolean, boolean] {
  const number = (x: Body["mass"]): number => evaluateReal(x, values);
  const numbers = ([x, y, z]: Vec3R): Numbers => [number(x), number(y), number(z)];
  const isStiff = (joint: Joint): boolean => isRigid(joint) || (joint.kind === "flexible" && joint.parent !== own.name);
  const group = rigidGroup(model, station, isStiff);
  const sums = [0, 0, 0];
  for (const { name, mass, com, inertia } of model.bodies) {
    const X = group.get(name);
    if (X === undefined || name === own.name) continue;
    const r = numbers(composePose(X, { position: com, rotation: X.rotation }).position);
    const [xx, yy, zz, xy, xz, yz] = inertia.map(number);
    axes.forEach((axis, i) => {
      const [x, y, z] = numbers(rotateVec3(inversePose(X).rotation, axis));
      const about = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
      const arm = lengthOf(crossOf(r, axis));
      sums[i] += about + number(mass) * arm * arm;
    });
  }
  const length = own.flexible?.kind === "beam" ? own.flexible.length : 0;
  const bending = LEAST_INERTIA * number(own.mass) * length * length;
  return [sums[0] > LEAST_INERTIA * number(own.inertia[0]), sums[1] > bending, sums[2] > bending];
}

/** Whether a direction is made of others, of which there are at most a few, of any length. */
function isSpanned(axis: Numbers, directions: readonly Numbers[]): boolean {
  // What is left of the axis beside an orthonormal basis of the others (Gram and Schmidt).
  let left = axis;
  const basis: Numbers[] = [];
  for (const direction of directions) {
    const rest = basis.reduce(without, direction);
    const size = lengthOf(rest);
    if (size <= NEARLY * lengthOf(direction)) continue;
    const unit: Numbers = [rest[0] / size, rest[1] / size, rest[2] / size];
    basis.push(unit);
    left = without(left, unit);
  }
  return lengthOf(left) <= NEARLY;
}

const without = (a: Numbers, unit: Numbers): Numbers => {
  const along = a[0] * unit[0] + a[1] * unit[1] + a[2] * unit[2];
  return [a[0] - along * unit[0], a[1] - along * unit[1], a[2] - along * unit[2]];
};

const crossOf = (a: Numbers, b: Numbers): Numbers => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const lengthOf = (a: Numbers): number => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
