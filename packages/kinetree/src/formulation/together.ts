import type { Program } from "../kernel/program.js";

/**
 * Traces steps of many kinds as one where there are few nodes: each would run once or twice, and calls would outweigh them.
 * Beyond `most` nodes they are left apart: kernels shared by like nodes are then worth more than registers.
 */
export const together = <T>(program: Program, nodes: number, most: number, make: () => T): T =>
  nodes > most ? make() : program.fuse(make);
