import type { Inputs } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { angularAcceleration, angularVelocity, pointOf, type MovingFrame } from "./moving-frame.js";
import { add, apply, cross, dot, product, scale, solve, sub, transpose, type M3, type V3 } from "./numbers.js";
import { numericModel, type NumericModel } from "./numeric-model.js";
import { bodyFrames, fixedPose } from "./oracle-kinematics.js";
import {
  actuatorEffect,
  commanded,
  coordinateEffect,
  couplingEffect,
  isBodyLoad,
  loadEffect,
  signalAt,
  type Wrench,
} from "./oracle-loads.js";
import { compose } from "./moving-frame.js";

/**
 * Tree dynamics without recursion, spatial vectors or traced code, in plain numbers: every body by itself in the world, tied
 * together by virtual work (Kane and Levinson, Dynamics: Theory and Applications, 1985). Of the library it uses the numbering
 * of the topology and the evaluation of parameters, nothing else.
 *   M = Σ Jᵀ I J + armature,  τ = Σ Jᵀ (inertial − external) − forces along the joints
 * Column k of a body's J is its velocity at v = e_k; accelerations come from derivatives by Leibniz's rule.
 */
export interface Oracle {
  readonly model: NumericModel;
  readonly nv: number;
  frames(state: State, vdot?: Float64Array): readonly MovingFrame[];
  massMatrix(state: State): number[][];
  /** Forces beyond loads and inputs. */
  inverseDynamics(state: State, vdot: Float64Array, inputs?: Inputs): number[];
  forwardDynamics(state: State, inputs?: Inputs): number[];
  /** 6 numbers a joint. */
  jointLoads(state: State, vdot: Float64Array, inputs?: Inputs): number[][];
  energy(state: State): { kinetic: number; potential: number };
  momentum(state: State): { linear: V3; angular: V3; centre: V3 };
  /** Power of inputs, signals, dampers and friction: all that changes the total energy. */
  power(state: State, inputs?: Inputs): number;
  /** 6 × nv, rows by rows. */
  jacobian(state: State, body: number, point: V3): number[][];
}

export function createOracle(description: Model, parameters: Readonly<Record<string, number>> = {}): Oracle {
  const model = numericModel(description, parameters);
  const { tree, counts } = buildTopology(description);
  const { nv } = counts;
  const rest: Float64Array = new Float64Array(nv);

  const frames = ({ q, v }: State, vdot = rest): readonly MovingFrame[] => bodyFrames(model, tree, q, v, vdot);

  /** For each speed, the velocities of all bodies if it alone is 1. */
  const unitMotions = (state: State): readonly (readonly MovingFrame[])[] =>
    Array.from({ length: nv }, (_, k) => {
      const v = new Float64Array(nv);
      v[k] = 1;
      return bodyFrames(model, tree, state.q, v, rest);
    });

  const inertiaInWorld = (body: number, R: M3): M3 => {
    const [xx, yy, zz, xy, xz, yz] = model.bodies[body].inertia;
    const I: M3 = [
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ];
    return product(product(R, I), transpose(R));
  };

  /** Bodies that the tree moves at all, all of them here: those welded to ground have zero columns. */
  const massMatrix = (state: State): number[][] => {
    const units = unitMotions(state);
    const here = frames(state);
    const M = Array.from({ length: nv }, () => new Array<number>(nv).fill(0));
    model.bodies.forEach(({ mass, com }, b) => {
      const I = inertiaInWorld(b, here[b].R[0]);
      const columns = units.map((all) => ({ w: angularVelocity(all[b]), v: pointOf(all[b], com)[1] }));
      for (let i = 0; i < nv; i++) {
        const Iw = apply(I, columns[i].w);
        for (let j = 0; j <= i; j++) M[i][j] += mass * dot(columns[i].v, columns[j].v) + dot(Iw, columns[j].w);
      }
    });
    for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) M[j][i] = M[i][j];
    for (const { joint, vStart } of tree)
      model.joints[joint].coordinates.forEach(({ armature }, k) => (M[vStart + k][vStart + k] += armature));
    return M;
  };

  const externalWrenches = (state: State, here: readonly MovingFrame[], { u }: Inputs): readonly Wrench[] => {
    const wrenches: Wrench[] = model.bodies.map(({ mass, com }, body) => ({
      body,
      point: pointOf(here[body], com)[0],
      force: scale(mass, model.gravity),
      torque: [0, 0, 0],
    }));
    for (const load of model.loads)
      if (isBodyLoad(load)) wrenches.push(...loadEffect(model, load, here, state.t).wrenches);
    model.actuators.forEach((actuator, i) => {
      if (actuator.kind === "body") wrenches.push(...actuatorEffect(model, actuator, here, u?.[i]).wrenches);
    });
    return wrenches.filter(({ body }) => body >= 0);
  };

  /** Inertial forces of the bodies, about their mass centres. */
  const inertialWrenches = (moving: readonly MovingFrame[]): readonly Wrench[] =>
    model.bodies.map(({ mass, com }, body) => {
      const I = inertiaInWorld(body, moving[body].R[0]);
      const w = angularVelocity(moving[body]);
      const [point, , acceleration] = pointOf(moving[body], com);
      const torque = add(apply(I, angularAcceleration(moving[body])), cross(w, apply(I, w)));
      return { body, point, force: scale(mass, acceleration), torque };
    });

  /** Forces along the joints by the joints' own elements and the inputs. */
  const jointForces = ({ t, q, v }: State, { tau, u }: Inputs): number[] => {
    const coupling = couplingEffect(model, tree, { t, q, v });
    const forces = coupling.forces.map((force, k) => force + (tau?.[k] ?? 0));
    const startOf = new Map(tree.map(({ joint, vStart }) => [model.joints[joint].name, vStart]));
    for (const { joint, qStart, vStart, nq, nv: count } of tree)
      model.joints[joint].coordinates.forEach((c, k) => {
        const at = nq === count ? q[qStart + k] : 0; // quaternion joints have dampers only
        forces[vStart + k] += coordinateEffect(c, at, v[vStart + k]).force;
      });
    for (const load of model.loads)
      if (load.kind === "joint-force")
        forces[(startOf.get(load.joint) as number) + load.coordinate] += signalAt(load.signal, t);
    model.actuators.forEach((actuator, i) => {
      if (actuator.kind === "joint")
        forces[(startOf.get(actuator.joint) as number) + actuator.coordinate] += commanded(actuator, u?.[i]);
    });
    return forces;
  };

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
    for (const wrench of inertialWrenches(moving)) project(wrench, 1);
    for (const wrench of externalWrenches(state, moving, inputs)) project(wrench, -1);
    for (const { joint, vStart } of tree)
      model.joints[joint].coordinates.forEach(({ armature }, k) => (result[vStart + k] += armature * vdot[vStart + k]));
    return result;
  };

  const jointLoads = (state: State, vdot: Float64Array, inputs: Inputs = {}): number[][] => {
    const moving = frames(state, vdot);
    // Momentum balance of everything outboard of a joint, about the world's origin.
    const needed = model.bodies.map(() => ({ force: [0, 0, 0] as V3, torque: [0, 0, 0] as V3 }));
    const count = ({ body, point, force, torque }: Wrench, sign: 1 | -1): void => {
      const about = add(torque, cross(point, force));
      needed[body] = {
        force: add(needed[body].force, scale(sign, force)),
        torque: add(needed[body].torque, scale(sign, about)),
      };
    };
    for (const wrench of inertialWrenches(moving)) count(wrench, 1);
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

  const energy = (state: State): { kinetic: number; potential: number } => {
    const here = frames(state);
    let kinetic = 0;
    let potential = 0;
    model.bodies.forEach(({ mass, com }, b) => {
      if (isGround(b)) return;
      const [p, v] = pointOf(here[b], com);
      const w = angularVelocity(here[b]);
      kinetic += (mass * dot(v, v) + dot(w, apply(inertiaInWorld(b, here[b].R[0]), w))) / 2;
      potential -= mass * dot(model.gravity, p);
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

  /** Whether only welds are between a body and the ground. */
  const isGround = (body: number): boolean => {
    let place = tree.find((each) => each.body === body);
    while (place && place.nv === 0) {
      if (place.parent < 0) return true;
      place = tree[place.parent];
    }
    return false;
  };

  const momentum = (state: State): { linear: V3; angular: V3; centre: V3 } => {
    const here = frames(state);
    let [linear, angular, moment]: V3[] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    let total = 0;
    model.bodies.forEach(({ mass, com }, b) => {
      if (isGround(b)) return;
      const [p, v] = pointOf(here[b], com);
      const own = apply(inertiaInWorld(b, here[b].R[0]), angularVelocity(here[b]));
      linear = add(linear, scale(mass, v));
      angular = add(angular, add(own, cross(p, scale(mass, v))));
      moment = add(moment, scale(mass, p));
      total += mass;
    });
    return { linear, angular, centre: scale(1 / total, moment) };
  };

  const power = (state: State, inputs: Inputs = {}): number => {
    const { t, q, v } = state;
    const here = frames(state);
    let total = 0;
    // All forces along the joints, but springs and stops give only what they do not store.
    jointForces(state, inputs).forEach((force, k) => (total += force * v[k]));
    for (const { joint, qStart, vStart, nq, nv: count } of tree)
      model.joints[joint].coordinates.forEach((c, k) => {
        const at = nq === count ? q[qStart + k] : 0;
        const effect = coordinateEffect(c, at, v[vStart + k]);
        total += effect.power - effect.force * v[vStart + k];
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
