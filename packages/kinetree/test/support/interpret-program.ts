import { interpret } from "../../src/graph/interpret.js";
import type { Num } from "../../src/graph/graph.js";
import type { Program } from "../../src/kernel/program.js";
import type { Rec } from "../../src/kernel/record.js";

/** The numbers of all records of a program, by home record. */
export class RecordMemory {
  readonly #values: Float64Array[];

  constructor(program: Program) {
    this.#values = program.records.map((rec) => new Float64Array(rec.home === rec.id ? rec.layout.size : 0));
  }

  read(rec: Rec): Float64Array {
    return this.#values[rec.home].subarray(rec.firstSlot, rec.firstSlot + rec.layout.size);
  }

  write(rec: Rec, values: ArrayLike<number>): void {
    this.#values[rec.home].set(values, rec.firstSlot);
  }
}

/**
 * Runs the steps of a program one after the other with plain numbers, no code generated, nothing reordered, nothing left
 * out: what a kernel computes must have the same bits.
 */
export function interpretProgram(program: Program, memory: RecordMemory, parameters: ArrayLike<number>): void {
  for (const [id, entries] of program.parameterValues) {
    const rec = program.records[id];
    const values = interpret(entries, parameters);
    memory.write(rec, stored(rec.layout.slots, values));
  }
  for (const { class: stepClass, inputs, outputs } of program.steps) {
    const values = inputs.flatMap((rec) => Array.from(memory.read(rec)));
    const results = interpret(stepClass.outputs.flat() as readonly Num[], values);
    let start = 0;
    outputs.forEach((rec, i) => {
      const { slots } = stepClass.outputLayouts[i];
      memory.write(rec, stored(slots, results.subarray(start, start + slots.length)));
      start += slots.length;
    });
  }
}

/** Of all entries of a record, those that have a slot. */
const stored = (slots: readonly number[], entries: Float64Array): Float64Array =>
  entries.filter((_, i) => slots[i] >= 0);
