import { SimulationError } from "../../errors/kinetree-error.js";
import { Instance } from "../../kernel/instance.js";
import { link } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { parameterValues } from "../../state/parameter-values.js";
import type { Skeleton } from "../skeleton/skeleton.js";
import { speedName } from "../../state/speed-name.js";
import type { TreeProgram } from "./tree-program.js";

/** A tree program at work on one pair of samples: writes and reads its state records by lane. */
export class TreeInstance {
  readonly skeleton: Skeleton;
  /** Floating-point operations of each entry point. */
  readonly flops: Readonly<Record<string, number>>;
  readonly #instance: Instance;
  readonly #offsetOf: (rec: Rec) => number;

  constructor(tree: TreeProgram) {
    this.skeleton = tree.skeleton;
    const { artifact, offsetOf } = link(tree.program);
    this.#instance = new Instance(artifact);
    this.#offsetOf = offsetOf;
    this.flops = artifact.flops;
    this.setParameters({});
  }

  /** Sets all named parameters: to the given values, which are checked, else to the model's. */
  setParameters(values: Readonly<Record<string, number>>): void {
    parameterValues(this.skeleton.model, values).forEach((value, i) => this.#instance.setParameter(i, value));
    this.#instance.prologue();
  }

  /** Sets an input of the parameter graph by its number, in one lane; `prologue` makes it felt. */
  setParameter(index: number, value: number, lane: 0 | 1): void {
    this.#instance.setParameter(index, value, lane);
  }

  prologue(): void {
    this.#instance.prologue();
  }

  /** Writes a state record, in both lanes. */
  write(rec: Rec, values: Float64Array): void {
    this.#instance.writeBoth(this.#at(rec), values);
  }

  writeEntry(rec: Rec, entry: number, lane: 0 | 1, value: number): void {
    this.#instance.f64[this.#at(rec) + 2 * entry + lane] = value;
  }

  fill(rec: Rec, value: number): void {
    const at = this.#at(rec);
    this.#instance.f64.fill(value, at, at + 2 * rec.layout.size);
  }

  /** out[start + stride · i] = entry i of a state record. */
  read(out: Float64Array, rec: Rec, lane: 0 | 1, start = 0, stride = 1): void {
    const { f64 } = this.#instance;
    const at = this.#at(rec) + lane;
    for (let i = 0; i < rec.layout.size; i++) out[start + stride * i] = f64[at + 2 * i];
  }

  run(entry: string): void {
    this.#instance.run(entry);
  }

  #at(rec: Rec): number {
    // A record without entries has no place, and nothing is written there.
    return rec.layout.size === 0 ? 0 : (this.#instance.state() + this.#offsetOf(rec)) / 8;
  }
}

/** Refuses a result, one row of numbers for each speed, that is not finite: the state is out of the equations' reach. */
export function requireFiniteResult(skeleton: Skeleton, what: string, values: Float64Array, columns = 1): void {
  const bad = values.findIndex((x) => !Number.isFinite(x));
  if (bad < 0) return;
  const name = speedName(skeleton.model, skeleton.topology, Math.floor(bad / columns));
  throw new SimulationError({
    code: "result-not-finite",
    subject: name,
    value: values[bad],
    message:
      `${name}: the ${what} is ${values[bad]} there. Look for a part that moves with it and has no inertia, for a ` +
      `spring between two points that coincide, or for numbers of astronomical size.`,
  });
}
