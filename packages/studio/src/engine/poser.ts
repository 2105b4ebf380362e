import {
  buildTopology,
  createAssembler,
  createEvaluator,
  followCouplers,
  jointFacts,
  modelHash,
  type Assembly,
  type AssembleOptions,
  type Evaluator,
  type Model,
  type State,
  type Topology,
} from "kinetree";
import { createClosureMeter } from "kinetree/tools";
import type { Start } from "../experiment/types.js";
import type { Posed } from "./protocol.js";
import { startOf, stateOf } from "./start-state.js";

type Parameters = Readonly<Record<string, number>>;

/** Poses a model: where its bodies are for given coordinates, with its loops closed. */
export class Poser {
  readonly model: Model;
  readonly topology: Topology;
  readonly hasLoops: boolean;
  readonly hash: string;
  #evaluator: Evaluator | null = null;
  #assembler: ((given: State, options?: AssembleOptions) => Assembly) | null = null;
  #meter: { readonly of: Parameters; readonly at: (state: State) => number } | null = null;

  constructor(model: Model) {
    this.model = model;
    this.topology = buildTopology(model);
    this.hasLoops = this.topology.cuts.length > 0 || model.constraints.length > 0;
    this.hash = modelHash(model);
  }

  /** Compiled when it is first needed. */
  get evaluator(): Evaluator {
    return (this.#evaluator ??= createEvaluator(this.model));
  }

  /** Seven numbers a body: position and quaternion. */
  poses(state: State, parameters: Parameters): Float64Array {
    this.evaluator.setParameters(parameters);
    const out = new Float64Array(7 * this.model.bodies.length);
    this.evaluator.bodies(state).forEach(({ position, quaternion }, i) => {
      out.set(position, 7 * i);
      out.set(quaternion, 7 * i + 3);
    });
    return out;
  }

  /** Largest residual of the closures. */
  closure(state: State, parameters: Parameters): number {
    if (!this.hasLoops) return 0;
    if (this.#meter?.of !== parameters)
      this.#meter = { of: parameters, at: createClosureMeter(this.model, parameters) };
    return this.#meter.at(state);
  }

  show(state: State, parameters: Parameters, moved: readonly string[] = []): Posed {
    return {
      start: startOf(this.model, this.topology, state),
      q: Float64Array.from(state.q),
      poses: this.poses(state, parameters),
      closure: this.closure(state, parameters),
      moved,
    };
  }

  /** Brings the loops together with as little motion as they need, the joints that are named staying put. */
  close(state: State, parameters: Parameters, pinned: readonly string[] = []): { state: State; moved: string[] } {
    const { z: _, ...given } = state;
    // Contact states belong to the pose in which they arose.
    if (!this.hasLoops) return { state: followCouplers(this.model, given, parameters), moved: [] };
    this.#assembler ??= createAssembler(this.model);
    const { state: closed, moved } = this.#assembler(followCouplers(this.model, given, parameters), {
      parameters,
      pinned,
    });
    return { state: closed, moved: moved.map(({ name }) => name) };
  }

  /** Ways in which the mechanism can move from a state, redundant closures not counted. */
  freedoms(state: State, parameters: Parameters): number {
    this.#assembler ??= createAssembler(this.model);
    return this.#assembler(state, { parameters }).degreesOfFreedom;
  }

  /** The pose with some coordinates moved, by column name ("q.elbow", "q.root.2"). */
  move(from: Start, moves: Readonly<Record<string, number>>, parameters: Parameters): Posed {
    const state = stateOf(this.model, this.topology, from);
    const pinned = new Set<string>();
    for (const { joint, qStart } of this.topology.tree) {
      const each = this.model.joints[joint];
      for (const [i, { column }] of jointFacts(each).coordinates.entries()) {
        const value = moves[column];
        if (value === undefined) continue;
        state.q[qStart + i] = value;
        pinned.add(each.name);
      }
    }
    normaliseQuaternions(this.model, this.topology, state.q);
    const { state: closed, moved } = this.close(state, parameters, [...pinned]);
    return this.show(closed, parameters, moved);
  }
}

/** Quaternions that were put together from sliders have about unit length; states need it exactly. */
function normaliseQuaternions(model: Model, { tree }: Topology, q: Float64Array): void {
  for (const { joint, qStart } of tree) {
    const { quaternion } = jointFacts(model.joints[joint]);
    if (quaternion === null) continue;
    const part = q.subarray(qStart + quaternion, qStart + quaternion + 4);
    const length = Math.sqrt(part.reduce((sum, x) => sum + x * x, 0));
    if (length > 0) part.forEach((x, i) => (part[i] = x / length));
    else part.set([1, 0, 0, 0]);
  }
}
