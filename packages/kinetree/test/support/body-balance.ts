import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import { bodyFrames, fixedPose } from "./oracle-kinematics.js";
import { angularAcceleration, angularVelocity, atRest, compose, pointOf, type MovingFrame } from "./moving-frame.js";
import { add, apply, cross, norm, product, scale, sub, transpose, zero, type M3, type V3 } from "./numbers.js";
import { numericModel } from "./numeric-model.js";

/**
 * Newton's and Euler's laws for every body on its own, from the loads that its joints are said to carry: the largest force and
 * torque left over, relative to the largest load. For models without loads but gravity and what acts within joints.
 */
export function unbalanced(evaluator: Evaluator, state: State): number {
  const vdot = evaluator.forwardDynamics(state);
  const model = numericModel(evaluator.model);
  const frames = bodyFrames(model, evaluator.topology.tree, state.q, state.v, vdot);
  const frameOf = (name: string): MovingFrame =>
    name === "ground" ? atRest : frames[model.bodies.findIndex((body) => body.name === name)];
  const gravity = model.gravity as V3;
  const com = model.bodies.map((body, i) => pointOf(frames[i], body.com as V3));
  const left = model.bodies.map((body, i): { force: V3; torque: V3 } => {
    const R = frames[i].R[0];
    const [xx, yy, zz, xy, xz, yz] = body.inertia;
    const I: M3 = [
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ];
    const inWorld = product(product(R, I), transpose(R));
    const [w, wdot] = [angularVelocity(frames[i]), angularAcceleration(frames[i])];
    return {
      force: scale(-body.mass, sub(com[i][2], gravity)),
      torque: scale(-1, add(apply(inWorld, wdot), cross(w, apply(inWorld, w)))),
    };
  });
  let largest = 0;
  evaluator.jointLoads(state).forEach((load, j) => {
    const joint = model.joints[j];
    const at = compose(frameOf(joint.child), fixedPose(joint.X_child_joint));
    const [force, torque] = [load.force, load.torque].map((v) => apply(at.R[0], [v[0], v[1], v[2]]));
    largest = Math.max(largest, norm(force), norm(torque));
    for (const [name, sign] of [
      [joint.child, 1],
      [joint.parent, -1],
    ] as const) {
      const body = model.bodies.findIndex((each) => each.name === name);
      if (body < 0) continue;
      const lever = sub(at.p[0], com[body][0]);
      left[body] = {
        force: add(left[body].force, scale(sign, force)),
        torque: add(left[body].torque, scale(sign, add(torque, cross(lever, force)))),
      };
    }
  });
  const rest = left.reduce((most, { force, torque }) => Math.max(most, norm(force), norm(torque)), norm(zero));
  return rest / Math.max(largest, 1e-9);
}
