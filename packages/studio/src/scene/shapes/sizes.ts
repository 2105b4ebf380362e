import type { Body, Model } from "kinetree";
import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import { landmarksOf } from "./generated-shape.js";
import { holdsFast, plain, vectorOf } from "../base/plain.js";
import { shownShapes } from "./parts.js";

/** Sizes from which all marks in the scene derive theirs. */
export interface SceneSizes {
  /** Of a typical body [m]. */
  readonly body: number;
  /** Of axes, frames and mass centres [m]. */
  readonly glyph: number;
  /** Half width that beams are drawn with at least [m]. */
  readonly thinnest: number;
  readonly bounds: Box3;
  readonly radius: number;
  /** Height at which the grid lies [m]. */
  readonly floor: number;
}

/** Corner farthest from the middle of a shape, as a radius [m]. */
function shapeRadius(shape: Body["shapes"][number]): number {
  switch (shape.kind) {
    case "box":
      return vectorOf(shape.size).length() / 2;
    case "sphere":
      return plain(shape.radius);
    case "cylinder":
      return Math.hypot(plain(shape.radius), plain(shape.length) / 2);
    case "capsule":
      return plain(shape.radius) + plain(shape.length) / 2;
    case "mesh":
      return 0;
  }
}

/** Size of a body [m]: how far its joints, contacts, mass centre and shapes are apart. */
function bodyBox(body: Body, points: readonly Vector3[]): Box3 {
  const box = new Box3().setFromPoints([...points]);
  box.expandByPoint(vectorOf(body.com));
  if (body.flexible?.kind === "beam") box.expandByPoint(new Vector3(body.flexible.length, 0, 0));
  else for (const { position } of body.flexible?.nodes ?? []) box.expandByPoint(new Vector3(...position));
  for (const shape of shownShapes(body.shapes)) {
    const [middle, radius] = [vectorOf(shape.pose.position), shapeRadius(shape)];
    box.expandByPoint(middle.clone().subScalar(radius)).expandByPoint(middle.clone().addScalar(radius));
  }
  return box;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Sizes of a model with plain numbers in a pose (seven numbers a body). */
export function sceneSizes(model: Model, poses: Float64Array): SceneSizes {
  const landmarks = landmarksOf(model);
  const boxes = model.bodies.map((body) => bodyBox(body, landmarks.get(body.name) ?? []));
  const extents = boxes.map((box) => box.getSize(new Vector3()).length() / Math.sqrt(3)).filter((extent) => extent > 0);
  const bounds = new Box3();
  for (const [i, box] of boxes.entries()) bounds.union(box.clone().applyMatrix4(poseMatrix(new Matrix4(), poses, i)));
  for (const joint of model.joints)
    if (joint.parent === "ground") bounds.expandByPoint(vectorOf(joint.X_parent_joint.position));
  // A model without bodies, or one whose poses are not finite, is still given a stage.
  if (bounds.isEmpty() || !Number.isFinite(bounds.min.length() + bounds.max.length()))
    bounds.set(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
  const radius = Math.max(bounds.getSize(new Vector3()).length() / 2, 1e-6);
  const body = Math.min(median(extents) || radius, 2 * radius);
  const glyph = Math.min(Math.max(0.3 * body, 0.012 * radius), 0.125 * radius);
  const thinnest = Math.min(0.006 * radius, 0.06 * body);
  return { body, glyph, thinnest, bounds, radius, floor: floorHeight(model, bounds, radius) };
}

function poseMatrix(out: Matrix4, poses: Float64Array, body: number): Matrix4 {
  const o = 7 * body;
  const position = new Vector3(poses[o], poses[o + 1], poses[o + 2]);
  return out.compose(
    position,
    new Quaternion(poses[o + 4], poses[o + 5], poses[o + 6], poses[o + 3]),
    new Vector3(1, 1, 1),
  );
}

/**
 * A mechanism that stands on the ground keeps z = 0 as its floor; one that hangs below gets a floor out of its reach, rounded
 * down, so that it does not swing through the grid.
 */
function floorHeight(model: Model, bounds: Box3, radius: number): number {
  const plane = model.terrains.find(({ kind }) => kind === "plane");
  if (plane !== undefined) return plain(plane.pose.position[2]);
  if (bounds.min.z > -0.12 * radius) return 0;
  const hangs = model.joints.some((joint) => joint.parent === "ground" && holdsFast(joint));
  const top = bounds.max.z;
  const reach = hangs ? Math.max(top - bounds.min.z, reachOf(model)) : top - bounds.min.z;
  const step = 10 ** Math.floor(Math.log10(radius)) / 4;
  return Math.floor((Math.min(bounds.min.z, top - Math.min(reach, 3 * radius)) - 0.05 * radius) / step) * step;
}

/** How far the mechanism can reach from where it hangs: the longest way down the tree, joint by joint [m]. */
function reachOf(model: Model): number {
  const bodies = new Map(model.bodies.map((body) => [body.name, body]));
  const reaches = new Map<string, number>([["ground", 0]]);
  let longest = 0;
  // Joints are listed from the ground outwards in most models; others only make the floor a little higher.
  for (const joint of model.joints) {
    const from = reaches.get(joint.parent);
    if (from === undefined || reaches.has(joint.child)) continue;
    const lever = joint.parent === "ground" ? 0 : vectorOf(joint.X_parent_joint.position).length();
    reaches.set(joint.child, from + lever);
    const body = bodies.get(joint.child);
    longest = Math.max(longest, from + lever + (body === undefined ? 0 : vectorOf(body.com).length()));
  }
  return longest;
}
