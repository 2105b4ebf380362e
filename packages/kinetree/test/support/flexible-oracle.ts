import type { Inputs } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import {
  bodyInertialForces,
  bodyKinetic,
  bodyMassMatrix,
  bodyMomentum,
  firstMoment,
  firstMomentSlope,
  oracleBody,
  type BodyForces,
  type BodyMotion,
} from "./flexible-body.js";
import { elastic, forcesAlongJoints } from "./flexible-forces.js";
import { flexibleFrames, modalPlaces } from "./flexible-kinematics.js";
import { angularAcceleration, angularVelocity, compose, pointOf, type MovingFrame } from "./moving-frame.js";
import { add, apply, cross, dot, scale, solve, sub, transpose, zero, type V3 } from "./numbers.js";
import { numericModel } from "./numeric-model.js";
import type { Oracle } from "./oracle.js";
import { fixedPose } from "./oracle-kinematics.js";
import {
  actuatorEffect,
  coordinateEffect,
  couplingEffect,
  isBodyLoad,
  loadEffect,
  type Wrench,
} from "./oracle-loads.js";

/**
 * Dynamics of trees of rigid and flexible bodies in plain numbers: the kinetic energy of every body by itself from the integrals
 * of its shapes, its derivatives by dual numbers, and virtual work to tie bodies together. Of the library it uses the numbering
 * of the topology, the evaluation of parameters and the integrals (`planFlexible`, held against quadrature elsewhere).
 */
export function createFlexibleOracle(description: Model, parameters: Readonly<Record<string, number>> = {}): Oracle {
  const model = numericModel(description, parameters);
  const { tree, counts } = buildTopology(description);
  const { nv } = counts;
  const rest: Float64Array = new Float64Array(nv);
  const bodies = model.bodies.map(oracleBody);
  const places = modalPlaces(model, tree);

  const frames = ({ q, v }: State, vdot = rest): readonly MovingFrame[] =>
    flexibleFrames(model, bodies, tree, q, v, vdot);

  const unitMotions = (state: State): readonly (readonly MovingFrame[])[] =>
    Array.from({ length: nv }, (_, k) => {
      const v = new Float64Array(nv);
      v[k] = 1;
      return frames({ ...state, v });
    });

  const amplitudes = (b: number, q: Float64Array): number[] => {
    const place = places[b];
    return place ? Array.from(q.subarray(place.qStart, place.qStart + bodies[b].modes)) : [];
  };
  const modalSpeeds = (b: number, v: Float64Array): number[] => {
    const place = places[b];
    return place ? Array.from(v.subarray(place.vStart, place.vStart + bodies[b].modes)) : [];
  };

  const motionOf = (b: number, { R, p }: MovingFrame, w: V3, { q, v }: State): BodyMotion => ({
    V: apply(transpose(R[0]), p[1]),
    W: apply(transpose(R[0]), w),
    eta: amplitudes(b, q),
    etadot: modalSpeeds(b, v),
  });

  const massMatrix = (state: State): number[][] => {
    const units = unitMotions(state);
    const M = Array.from({ length: nv }, () => new Array<number>(nv).fill(0));
    bodies.forEach((body, b) => {
      const B = bodyMassMatrix(body, amplitudes(b, state.q));
      const columns = units.map((all, k) => {
        const { V, W } = motionOf(b, all[b], angularVelocity(all[b]), state);
        return [
          ...V,
          ...W,
          ...modalSpeeds(
            b,
            rest.map((_, i) => (i === k ? 1 : 0)),
          ),
        ];
      });
      const BJ = columns.map((column) => B.map((row) => row.reduce((sum, x, i) => sum + x * column[i], 0)));
      for (let i = 0; i < nv; i++)
        for (let j = 0; j < nv; j++) M[i][j] += columns[i].reduce((sum, x, a) => sum + x * BJ[j][a], 0);
    });
    for (const { joint, vStart } of tree)
      model.joints[joint].coordinates.forEach(({ armature }, k) => (M[vStart + k][vStart + k] += armature));
    return M;
  };

  /** What loads, actuators on bodies and gravity do to the bodies; gravity's pull on the modes is in `modalForces`. */
  const externalWrenches = (state: State, here: readonly MovingFrame[], { u }: Inputs): readonly Wrench[] => {
    const wrenches: Wrench[] = bodies.map((body, b) => {
      const lever = apply(here[b].R[0], firstMoment(body, amplitudes(b, state.q)));
      return {
        body: b,
        point: here[b].p[0],
        force: scale(body.mass, model.gravity),
        torque: cross(lever, model.gravity),
      };
    });
    for (const load of model.loads)
      if (isBodyLoad(load)) wrenches.push(...loadEffect(model, load, here, state.t).wrenches);
    model.actuators.forEach((actuator, i) => {
      if (actuator.kind === "body") wrenches.push(...actuatorEffect(model, actuator, here, u?.[i]).wrenches);
    });
    return wrenches.filter(({ body }) => body >= 0);
  };

  const inertialForces = (moving: readonly MovingFrame[], state: State, vdot: Float64Array): readonly BodyForces[] =>
    bodies.map((body, b) => {
      const { R, p } = moving[b];
      const motion = motionOf(b, moving[b], angularVelocity(moving[b]), state);
      const toBody = transpose(R[0]);
      return bodyInertialForces(body, motion, {
        // The axes turn: their own rate of V is the acceleration less W × V.
        V: sub(apply(toBody, p[2]), cross(motion.W, motion.V)),
        W: apply(toBody, angularAcceleration(moving[b])),
        etadot: modalSpeeds(b, vdot),
      });
    });

  const asWrench = (b: number, frame: MovingFrame, { force, torque }: BodyForces): Wrench => ({
    body: b,
    point: frame.p[0],
    force: apply(frame.R[0], force),
    torque: apply(frame.R[0], torque),
  });

  /** Stiffness, damping and weight along the modes. */
  const modalForces = (b: number, here: readonly MovingFrame[], { q, v }: State): number[] => {
    const eta = amplitudes(b, q);
    const spring = elastic(bodies[b].stiffness, eta);
    const damper = elastic(bodies[b].damping, modalSpeeds(b, v));
    const g = apply(transpose(here[b].R[0]), model.gravity);
    return eta.map((_, j) => dot(g, firstMomentSlope(bodies[b], eta, j)) - spring[j] - damper[j]);
  };

  const jointForces = (state: State, inputs: Inputs): number[] => forcesAlongJoints(model, tree, nv, state, inputs);

  const inverseDynamics = (state: State, vdot: Float64Array, inputs: Inputs = {}): number[] => {
    const units = unitMotions(state);
    const moving = frames(state, vdot);
    const result = jointForces(state, inputs).map((force) => -force);
    const project = ({ body, point, force, torque }: Wrench, sign: 1 | -1): void => {
      for (let k = 0; k < nv; k++) {
        const unit = units[k][body];
        const w = angularVelocity(unit);
        const v = add(unit.p[1], cross(w, sub(point, unit.p[0])));
        result[k] += sign * (dot(force, v) + dot(torque, w));
      }
    };
    inertialForces(moving, state, vdot).forEach((forces, b) => {
      project(asWrench(b, moving[b], forces), 1);
      const own = modalForces(b, moving, state);
      const start = places[b]?.vStart ?? 0;
      forces.modal.forEach((force, j) => (result[start + j] += force - own[j]));
    });
    for (const wrench of externalWrenches(state, moving, inputs)) project(wrench, -1);
    for (const { joint, vStart } of tree)
      model.joints[joint].coordinates.forEach(({ armature }, k) => (result[vStart + k] += armature * vdot[vStart + k]));
    return result;
  };

  const jointLoads = (state: State, vdot: Float64Array, inputs: Inputs = {}): number[][] => {
    const moving = frames(state, vdot);
    // Momentum balance of everything outboard of a joint, about the world's origin.
    const needed = model.bodies.map(() => ({ force: zero, torque: zero }));
    const count = ({ body, point, force, torque }: Wrench, sign: 1 | -1): void => {
      const about = add(torque, cross(point, force));
      needed[body] = {
        force: add(needed[body].force, scale(sign, force)),
        torque: add(needed[body].torque, scale(sign, about)),
      };
    };
    inertialForces(moving, state, vdot).forEach((forces, b) => count(asWrench(b, moving[b], forces), 1));
    for (const wrench of externalWrenches(state, moving, inputs)) count(wrench, -1);
    const loads = model.joints.map(() => [0, 0, 0, 0, 0, 0]);
    for (let i = tree.length - 1; i >= 0; i--) {
      const { body, joint: index, parent } = tree[i];
      const joint = model.joints[index];
      const { force, torque } = needed[body];
      if (parent >= 0) {
        const outer = tree[parent].body;
        needed[outer] = { force: add(needed[outer].force, force), torque: add(needed[outer].torque, torque) };
      }
      const child = model.bodies.findIndex(({ name }) => name === joint.child);
      const sign = child === body ? 1 : -1;
      const onChild = fixedPose(joint.X_child_joint);
      const frame = child < 0 ? onChild : compose(moving[child], onChild);
      const toFrame = transpose(frame.R[0]);
      const atFrame = sub(torque, cross(frame.p[0], force));
      loads[index] = [...apply(toFrame, scale(sign, atFrame)), ...apply(toFrame, scale(sign, force))];
    }
    return loads;
  };

  /** Whether only welds are between a body and the ground and it cannot bend either. */
  const isGround = (b: number): boolean => {
    if (bodies[b].modes > 0) return false;
    let place = tree.find((each) => each.body === b);
    while (place && place.nv === 0 && model.joints[place.joint].kind !== "flexible") {
      if (place.parent < 0) return true;
      place = tree[place.parent];
    }
    return false;
  };

  const energy = (state: State): { kinetic: number; potential: number } => {
    const here = frames(state);
    let kinetic = 0;
    let potential = 0;
    bodies.forEach((body, b) => {
      if (isGround(b)) return;
      const motion = motionOf(b, here[b], angularVelocity(here[b]), state);
      kinetic += bodyKinetic(body, motion);
      const moment = add(scale(body.mass, here[b].p[0]), apply(here[b].R[0], firstMoment(body, motion.eta)));
      potential -= dot(model.gravity, moment);
      elastic(body.stiffness, motion.eta).forEach((force, j) => (potential += (force * motion.eta[j]) / 2));
    });
    for (const { joint, qStart, vStart, nq, nv: count } of tree)
      model.joints[joint].coordinates.forEach((c, k) => {
        kinetic += (c.armature * state.v[vStart + k] ** 2) / 2;
        if (nq === count) potential += coordinateEffect(c, state.q[qStart + k], 0).energy;
      });
    for (const load of model.loads) if (isBodyLoad(load)) potential += loadEffect(model, load, here, state.t).energy;
    potential += couplingEffect(model, tree, state).energy;
    return { kinetic, potential };
  };

  const momentum = (state: State): { linear: V3; angular: V3; centre: V3 } => {
    const here = frames(state);
    let [linear, angular, moment]: V3[] = [zero, zero, zero];
    let total = 0;
    bodies.forEach((body, b) => {
      if (isGround(b)) return;
      const motion = motionOf(b, here[b], angularVelocity(here[b]), state);
      const { force, torque, point } = asWrench(b, here[b], bodyMomentum(body, motion));
      linear = add(linear, force);
      angular = add(angular, add(torque, cross(point, force)));
      moment = add(moment, add(scale(body.mass, point), apply(here[b].R[0], firstMoment(body, motion.eta))));
      total += body.mass;
    });
    return { linear, angular, centre: scale(1 / total, moment) };
  };

  const power = (state: State, inputs: Inputs = {}): number => {
    const { t, q, v } = state;
    const here = frames(state);
    let total = 0;
    jointForces(state, inputs).forEach((force, k) => (total += force * v[k]));
    for (const { joint, qStart, vStart, nq, nv: count } of tree)
      model.joints[joint].coordinates.forEach((c, k) => {
        const effect = coordinateEffect(c, nq === count ? q[qStart + k] : 0, v[vStart + k]);
        total += effect.power - effect.force * v[vStart + k];
      });
    bodies.forEach(({ damping }, b) => {
      const etadot = modalSpeeds(b, v);
      elastic(damping, etadot).forEach((force, j) => (total -= force * etadot[j]));
    });
    const coupling = couplingEffect(model, tree, state);
    total += coupling.forces.reduce((sum, force, k) => sum - force * v[k], coupling.power);
    for (const load of model.loads) if (isBodyLoad(load)) total += loadEffect(model, load, here, t).power;
    model.actuators.forEach((actuator, i) => {
      if (actuator.kind === "body") total += actuatorEffect(model, actuator, here, inputs.u?.[i]).power;
    });
    return total;
  };

  const jacobian = (state: State, body: number, point: V3): number[][] => {
    const columns = unitMotions(state).map((all) => [...angularVelocity(all[body]), ...pointOf(all[body], point)[1]]);
    return [0, 1, 2, 3, 4, 5].map((row) => columns.map((column) => column[row]));
  };

  return {
    model,
    nv,
    frames,
    massMatrix,
    inverseDynamics,
    forwardDynamics: (state, inputs = {}) =>
      solve(
        massMatrix(state),
        inverseDynamics(state, rest, inputs).map((x) => -x),
      ),
    jointLoads,
    energy,
    momentum,
    power,
    jacobian,
  };
}
