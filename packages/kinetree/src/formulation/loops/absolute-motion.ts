import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import type { Topology } from "../../topology/types.js";
import { ACCELERATION_SIZE } from "../body-motion.js";
import { CompiledAlgorithm, type ParameterValues } from "../evaluator-algorithm.js";
import { algorithms } from "../evaluator-algorithms.js";
import { articulated } from "../formulation.js";
import { parameterValues } from "../parameter-values.js";
import { buildSkeleton } from "../skeleton.js";
import type { State } from "../state.js";
import { absoluteStates, type AbsoluteStates } from "./absolute-state.js";
import { closuresOf } from "./closures.js";
import { explode } from "./explode.js";

/** States and accelerations of a model by its joints, and by bodies on their own: see `explode`. */
export class AbsoluteMotion {
  /** The model with every body on its own, and its topology. */
  readonly exploded: Model;
  readonly explodedTopology: Topology;
  /** For each row of the model's own closures, the same row among those of all joints. */
  readonly rows: Int32Array;
  readonly #model: Model;
  readonly #topology: Topology;
  readonly #parameters: ParameterValues;
  #states: AbsoluteStates;
  #still: CompiledAlgorithm | null = null;

  constructor(model: Model, topology: Topology) {
    this.#model = model;
    this.#topology = topology;
    this.exploded = explode(model);
    this.explodedTopology = buildTopology(this.exploded);
    this.#states = absoluteStates(model, topology);
    this.#parameters = { values: Float64Array.from(model.parameters, ({ value }) => value), version: 0 };
    const own = closuresOf(buildSkeleton(model, topology));
    const all = closuresOf(buildSkeleton(this.exploded, this.explodedTopology));
    this.rows = Int32Array.from(
      own.flatMap((closure) => {
        // Joints and constraints may share names, but not places.
        const twin = all.find((each) => each.name === closure.name && each.joint < 0 === closure.joint < 0);
        return closure.rows.map((_, k) => (twin ? twin.first + k : 0));
      }),
    );
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#states = absoluteStates(this.#model, this.#topology, values);
    this.#parameters.values.set(parameterValues(this.#model, values));
    this.#parameters.version++;
  }

  explode(joints: State): State {
    return this.#states.explode(joints);
  }

  join(bodies: State, near: State): State {
    return this.#states.join(bodies, near);
  }

  /** q + (v + w) · dt for coordinates whose rates are their speeds; quaternions and what goes with them stay. */
  advance(q: Float64Array, v: Float64Array, w: Float64Array, dt: number): void {
    for (const { nq, nv, qStart, vStart } of this.#topology.tree)
      if (nq === nv) for (let i = 0; i < nq; i++) q[qStart + i] += (v[vStart + i] + w[vStart + i]) * dt;
  }

  /**
   * v̇ of the joints from that of the bodies. What the joints' speeds alone would cause is taken off; the rest is linear in v̇ as
   * velocities are in v.
   */
  accelerations(bodies: State, vdot: Float64Array, joints: State): Float64Array {
    const { nv } = this.#topology.counts;
    this.#still ??= new CompiledAlgorithm(
      algorithms.bodyAccelerations(this.#model, this.#topology, articulated, null),
      this.#parameters,
    );
    const bias = new Float64Array(ACCELERATION_SIZE * this.#model.bodies.length);
    const none = new Float64Array(nv);
    this.#still.evaluateInto(bias, joints, none, new Float64Array(this.#model.actuators.length), none);
    const left = { t: bodies.t, q: bodies.q, v: new Float64Array(vdot.length) };
    this.#model.bodies.forEach((_, body) => {
      const place = this.explodedTopology.tree[this.explodedTopology.positionOf[body]];
      const quat = bodies.q.subarray(place.qStart + 3, place.qStart + 7);
      const at = (x: Float64Array, start: number): V3 => [x[start], x[start + 1], x[start + 2]];
      const omega = at(bodies.v, place.vStart);
      const com = this.#com(body);
      // Of the mass centre, in body axes: as bodies on their own have it, and as the joints' speeds cause it.
      const spin = at(vdot, place.vStart);
      const push = plus(at(vdot, place.vStart + 3), cross(omega, at(bodies.v, place.vStart + 3)));
      const alpha = turnedBack(quat, at(bias, ACCELERATION_SIZE * body));
      const origin = turnedBack(quat, at(bias, ACCELERATION_SIZE * body + 3));
      const caused = plus(origin, plus(cross(alpha, com), cross(omega, cross(omega, com))));
      left.v.set(minus(spin, alpha), place.vStart);
      left.v.set(minus(push, caused), place.vStart + 3);
    });
    return this.#states.join(left, joints).v;
  }

  readonly #coms = new Map<number, { version: number; com: V3 }>();

  #com(body: number): V3 {
    const { version } = this.#parameters;
    const known = this.#coms.get(body);
    if (known?.version === version) return known.com;
    const com = this.#states.massCentre(body);
    this.#coms.set(body, { version, com });
    return com;
  }
}

type V3 = readonly [number, number, number];
const plus = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: V3, b: V3): V3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Rᵀ v of a unit quaternion. */
function turnedBack([w, x, y, z]: Float64Array | readonly number[], v: V3): V3 {
  const u: V3 = [-x, -y, -z];
  const t = cross(u, v);
  const doubled: V3 = [2 * t[0], 2 * t[1], 2 * t[2]];
  return plus(plus(v, [w * doubled[0], w * doubled[1], w * doubled[2]]), cross(u, doubled));
}
