import type { Body, Model } from "kinetree";
import { Vector3 } from "three";
import { plain, vectorOf } from "../base/plain.js";

export interface GeneratedShape {
  readonly rods: readonly { readonly from: Vector3; readonly to: Vector3; readonly radius: number }[];
  readonly balls: readonly { readonly at: Vector3; readonly radius: number }[];
}

/** Points of each body that its stand-in connects: joint frames, the parent's first, contacts and wheel centres. */
export type Landmarks = ReadonlyMap<string, readonly Vector3[]>;

export function landmarksOf(model: Model): Landmarks {
  const points = new Map<string, Vector3[]>(model.bodies.map(({ name }) => [name, []]));
  for (const { child, X_child_joint } of model.joints) points.get(child)?.push(vectorOf(X_child_joint.position));
  for (const { parent, X_parent_joint } of model.joints) points.get(parent)?.push(vectorOf(X_parent_joint.position));
  for (const { at } of [...model.contacts, ...model.tyres]) points.get(at.body)?.push(vectorOf(at.pose.position));
  return points;
}

/** The mass of the heaviest body [kg]; 1 if none has any. */
export const heaviest = ({ bodies }: Model): number =>
  bodies.reduce((most, { mass }) => Math.max(most, plain(mass)), 0) || 1;

/**
 * Rods from where the body hangs on its parent to its other joints, contacts and mass centre, and a ball there whose volume
 * goes with the mass.
 * @param points of the body, the first of them where it hangs
 * @param most mass of any body [kg]
 * @param size of a body as the model has them [m], for bodies whose points all coincide
 */
export function generatedShape(body: Body, points: readonly Vector3[], most: number, size: number): GeneratedShape {
  const com = vectorOf(body.com);
  const [hub = new Vector3(), ...others] = points;
  const ends = others.filter((point) => point.distanceTo(hub) > 1e-3 * size);
  const longest = ends.reduce((most, point) => Math.max(most, point.distanceTo(hub)), com.distanceTo(hub));
  const scale = longest > 1e-3 * size ? longest : size;
  const radius = 0.035 * scale;
  const share = Math.cbrt(plain(body.mass) / most);
  const rods = ends.map((to) => ({ from: hub, to, radius }));
  const isOff = ends.every((end) => distanceToSegment(com, hub, end) > 2 * radius);
  if (isOff && com.distanceTo(hub) > 2 * radius) rods.push({ from: hub, to: com, radius: 0.7 * radius });
  const balls = [{ at: hub, radius: 1.6 * radius }];
  if (plain(body.mass) > 0) balls.push({ at: com, radius: scale * Math.max(0.06, 0.14 * share) });
  return { rods, balls };
}

function distanceToSegment(point: Vector3, from: Vector3, to: Vector3): number {
  const along = to.clone().sub(from);
  const length = along.lengthSq();
  const part = length > 0 ? Math.min(1, Math.max(0, point.clone().sub(from).dot(along) / length)) : 0;
  return point.distanceTo(from.clone().addScaledVector(along, part));
}
