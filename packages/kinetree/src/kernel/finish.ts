import { Code, I32 } from "./code.js";
import type { Linkage } from "./link.js";
import type { Program } from "./program.js";

/** Called when a program is linked: adds code of its own and gives the index of a function (state, parameters, work). */
export type Finish = (linkage: Linkage) => number;

/** The function of the entry point that the last step went to; one that does nothing if there is no step at all. */
export function entryFunction(program: Program): Finish {
  const entry = program.steps.at(-1)?.entry;
  return ({ module, entry: indexOf }) => (entry === undefined ? module.add(new Code([I32, I32, I32])) : indexOf(entry));
}

/** A function that calls others, one after the other. */
export function callSequence({ module }: Linkage, ...functions: readonly number[]): number {
  const code = new Code([I32, I32, I32]);
  for (const index of functions) code.get(0).get(1).get(2).call(index);
  return module.add(code);
}

/** Nodes up to which steps of a mechanism are mostly worth fusing. */
export const MOST_FUSED_NODES = 64;

/**
 * Traces steps of many kinds as one where there are few nodes: each would run once or twice, and calls would outweigh them.
 * Beyond `most` nodes they are left apart: kernels shared by like nodes are then worth more than registers.
 */
export const fuseIfSmall = <T>(program: Program, nodes: number, most: number, make: () => T): T =>
  nodes > most ? make() : program.fuse(make);
