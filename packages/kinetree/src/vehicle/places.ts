import type { Evaluator } from "../evaluate/evaluator-types.js";
import { evaluateReal } from "../model/evaluate-real.js";
import { composePose, identityPose } from "../model/pose.js";
import { rotateVec3 } from "../model/rotation.js";
import { GROUND, type Attachment, type Pose, type Vec3R } from "../model/types.js";
import type { State } from "../state/state.js";
import type { Point } from "../systems/parts/point.js";

/** Poses of bodies in one state, as numbers. */
export type Places = ReadonlyMap<string, Pose>;

export function placesAt(evaluator: Evaluator, state: State): Places {
  const poses = evaluator.bodies(state).map(({ name, position, quaternion }): readonly [string, Pose] => {
    const [x, y, z] = position;
    const [w, i, j, k] = quaternion;
    return [name, { position: [x, y, z], rotation: [w, i, j, k] }];
  });
  return new Map([[GROUND, identityPose], ...poses]);
}

const poseOf = (places: Places, body: string): Pose => places.get(body) ?? identityPose;

/** Where a place on a body is in the world. The model has no parameters in its places. */
export const pointAt = (places: Places, { body, pose }: Attachment): Point =>
  numbersOf(composePose(poseOf(places, body), pose).position);

/** A direction of a body in the world. */
export const directionAt = (places: Places, body: string, direction: Vec3R): Point =>
  numbersOf(rotateVec3(poseOf(places, body).rotation, direction));

const numbersOf = ([x, y, z]: Vec3R): Point => [literal(x), literal(y), literal(z)];

const literal = (real: Vec3R[number]): number => evaluateReal(real, new Map());
