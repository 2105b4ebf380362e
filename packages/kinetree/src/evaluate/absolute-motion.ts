import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { articulated } from "../formulation/articulated.js";
import { ACCELERATION_SIZE } from "../formulation/recursions/body-motion.js";
import { CompiledAlgorithm, type ParameterValues } from "./evaluator-algorithm.js";
import { algorithms } from "./evaluator-algorithms.js";
import { parameterValues } from "../state/parameter-values.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import type { State } from "../state/state.js";
import { absoluteStates, type AbsoluteStates } from "../formulation/loops/absolute/absolute-state.js";
import { closuresOf } from "../formulation/loops/closures/closures.js";
import { explode } from "../formulation/loops/absolute/explode.js";
import {
  cross,
  difference,
  sum,
  turnedBack,
  type Numbers3,
  type NumbersQuat,
} from "../formulation/loops/closures/number-frames.js";

/** Converts states and accelerations between joint coordinates and separate bodies: see `explode`. */
export class AbsoluteMotion {
  readonly exploded: Model;
  readonly explodedTopology: Topology;
  /** For each row of the model's own closures, its row among the closures of all joints. */
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

  join(bodies: State): State {
    return this.#states.join(bodies);
  }

  /** For each number of z of the model's own states, its place in z of the exploded ones. */
  get internal(): Int32Array {
    return this.#states.internal;
  }

  /** v̇ of the joints from that of the bodies: less the part caused by the joints' speeds, it is linear as v is. */
  accelerations(bodies: State, vdot: Float64Array, joints: State): Float64Array {
    const { nv } = this.#topology.counts;
    this.#still ??= new CompiledAlgorithm(
      algorithms.bodyAccelerations(this.#model, this.#topology, articulated, null),
      this.#parameters,
    );
    const bias = new Float64Array(ACCELERATION_SIZE * this.#model.bodies.length);
    const none = new Float64Array(nv);
    this.#still.evaluateInto(bias, joints, none, new Float64Array(this.#model.actuators.length), none);
    const left = { ...bodies, v: new Float64Array(vdot.length) };
    this.#model.bodies.forEach((_, body) => {
      const place = this.explodedTopology.tree[this.explodedTopology.positionOf[body]];
      const [w, x, y, z] = bodies.q.subarray(place.qStart + 3, place.qStart + 7);
      const quat: NumbersQuat = [w, x, y, z];
      const at = (from: Float64Array, start: number): Numbers3 => [from[start], from[start + 1], from[start + 2]];
      const omega = at(bodies.v, place.vStart);
      const com = this.#com(body);
      // Acceleration of the mass centre in body axes: of the separate body, and as caused by the joints' speeds.
      const spin = at(vdot, place.vStart);
      const push = sum(at(vdot, place.vStart + 3), cross(omega, at(bodies.v, place.vStart + 3)));
      const alpha = turnedBack(quat, at(bias, ACCELERATION_SIZE * body));
      const origin = turnedBack(quat, at(bias, ACCELERATION_SIZE * body + 3));
      const caused = sum(origin, sum(cross(alpha, com), cross(omega, cross(omega, com))));
      left.v.set(difference(spin, alpha), place.vStart);
      left.v.set(difference(push, caused), place.vStart + 3);
    });
    return this.#states.join(left).v;
  }

  readonly #coms = new Map<number, { version: number; com: Numbers3 }>();

  #com(body: number): Numbers3 {
    const { version } = this.#parameters;
    const known = this.#coms.get(body);
    if (known?.version === version) return known.com;
    const com = this.#states.massCentre(body);
    this.#coms.set(body, { version, com });
    return com;
  }
}
