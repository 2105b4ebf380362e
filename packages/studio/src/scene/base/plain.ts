import { jointFacts, type Joint, type Model, type Pose, type QuatR, type Real, type Vec3R } from "kinetree";
import { Matrix4, Quaternion, Vector3 } from "three";

/** A number of a model without expressions; 0 for one that still has parameters. */
export const plain = (real: Real): number => (typeof real === "number" ? real : 0);

export const vectorOf = ([x, y, z]: Vec3R): Vector3 => new Vector3(plain(x), plain(y), plain(z));

/** A quaternion of the model (w first) as one of the picture (w last). */
const quaternionOf = ([w, x, y, z]: QuatR): Quaternion =>
  new Quaternion(plain(x), plain(y), plain(z), plain(w)).normalize();

const unitScale = (): Vector3 => new Vector3(1, 1, 1);

/** A pose of the model as a matrix, with sizes along its axes if given. */
export const matrixOf = ({ position, rotation }: Pose, scale: Vector3 = unitScale()): Matrix4 =>
  new Matrix4().compose(vectorOf(position), quaternionOf(rotation), scale);

/** The turn that takes z to a direction; no turn for a direction without length. */
export function turnToDirection(direction: Vector3): Quaternion {
  const unit = direction.clone().normalize();
  return unit.lengthSq() === 0 ? new Quaternion() : new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), unit);
}

/** Whether a joint takes any of the six freedoms. */
export const holdsFast = (joint: Joint): boolean => jointFacts(joint).speeds.length < 6;

/** Places of bodies in the list of the model, by name; the ground, which is not in the list, is at -1. */
export const bodyIndices = ({ bodies }: Model): ReadonlyMap<string, number> =>
  new Map(bodies.map(({ name }, index) => [name, index]));
