import { Code, I32 } from "../kernel/code.js";
import { entryFunction, type Finish } from "../kernel/finish.js";
import { Instance, type EntryFunction } from "../kernel/instance.js";
import { link, type Linkage } from "../kernel/link.js";
import type { Rec } from "../kernel/record.js";
import { makeHost } from "../formulation/hosts.js";
import type { State } from "../state/state.js";
import type { TreeProgram } from "../formulation/tree/tree-program.js";

/** An algorithm traced for a model: t, q, v, tau, u and perhaps v̇ in, one row of numbers out. */
export interface TracedAlgorithm {
  readonly tree: TreeProgram;
  readonly vdot: Rec | null;
  readonly out: Rec;
  /** Multipliers of closures, as a result or as an input. */
  readonly lambda?: Rec;
  /** The function to call; default: the entry point of the steps. */
  readonly finish?: Finish;
}

/** Values of the named parameters, with a version that counts changes. */
export interface ParameterValues {
  readonly values: Float64Array;
  version: number;
}

/** A compiled algorithm with its own memory. It evaluates one sample; both lanes hold the same numbers. */
export class CompiledAlgorithm {
  readonly size: number;
  readonly #instance: Instance;
  readonly #run: EntryFunction;
  readonly #at: Readonly<Record<"t" | "q" | "v" | "z" | "tau" | "u" | "vdot" | "out" | "lambda", number>>;
  readonly #lambdaCount: number;
  /** States of contacts before any touch. */
  readonly #noContacts: Float64Array;
  readonly #parameters: ParameterValues;
  #version = -1;

  constructor({ tree, vdot, out, lambda, finish }: TracedAlgorithm, parameters: ParameterValues) {
    const { artifact, offsetOf } = link(tree.program, (linkage) => {
      exportRun(linkage, (finish ?? entryFunction(tree.program))(linkage));
    });
    this.#instance = new Instance(artifact, { hosts: makeHost });
    this.#run = this.#instance.exports["evaluate"] as EntryFunction;
    this.#parameters = parameters;
    this.size = out.layout.size;
    const { t, q, v, z, tau, u } = tree;
    this.#noContacts = new Float64Array(z.layout.size);
    this.#at = this.#instance.placesOf({ t, q, v, z, tau, u, vdot, out, lambda }, offsetOf);
    this.#lambdaCount = lambda?.layout.size ?? 0;
  }

  /** Floating-point operations of all entry points, one each. */
  get flops(): number {
    return Object.values(this.#instance.artifact.flops).reduce((sum, count) => sum + count, 0);
  }

  get memoryBytes(): number {
    return this.#instance.memory.buffer.byteLength;
  }

  /** Multipliers found by the last evaluation. */
  lambda(): Float64Array {
    const { f64 } = this.#instance;
    return Float64Array.from({ length: this.#lambdaCount }, (_, k) => f64[this.#at.lambda + 2 * k]);
  }

  setLambda(values: Float64Array): void {
    // Couplers alone act within their joints: nothing reads multipliers then.
    if (this.#lambdaCount > 0) this.#instance.writeBoth(this.#at.lambda, values);
  }

  /** Clears the memory of host parts, such as a selection of coordinates: the next evaluation does not depend on earlier ones. */
  forget(): void {
    const { artifact, f64 } = this.#instance;
    if (artifact.hosts.length === 0) return;
    const start = this.#instance.state() / 8;
    f64.fill(0, start, start + artifact.stateBytes / 8);
  }

  evaluateInto(
    out: Float64Array,
    { t, q, v, z = this.#noContacts }: State,
    tau: Float64Array,
    u: Float64Array,
    vdot: Float64Array | null,
  ): Float64Array {
    const instance = this.#instance;
    if (this.#version !== this.#parameters.version) {
      const { values, version } = this.#parameters;
      for (let i = 0; i < values.length; i++) instance.setParameter(i, values[i]);
      instance.prologue();
      this.#version = version;
    }
    const { f64 } = instance;
    const at = this.#at;
    f64[at.t] = f64[at.t + 1] = t;
    instance.writeBoth(at.q, q);
    instance.writeBoth(at.v, v);
    instance.writeBoth(at.z, z);
    instance.writeBoth(at.tau, tau);
    instance.writeBoth(at.u, u);
    if (vdot) instance.writeBoth(at.vdot, vdot);
    this.#run(instance.state(), instance.parameters(), instance.work);
    // + 0: turns -0 into 0, whose sign means nothing after 0 − x has become −x.
    for (let i = 0; i < out.length; i++) out[i] = f64[at.out + 2 * i] + 0;
    return out;
  }
}

/** Exports a function under a name that does not depend on the entry points. */
function exportRun({ module }: Linkage, index: number): void {
  const code = new Code([I32, I32, I32]);
  module.add(code.get(0).get(1).get(2).call(index), "evaluate");
}
