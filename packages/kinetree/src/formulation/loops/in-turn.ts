import { Code, I32 } from "../../kernel/code.js";
import type { Linkage } from "../../kernel/link.js";

/** A function that calls others, one after the other. */
export function inTurn({ module }: Linkage, ...functions: readonly number[]): number {
  const code = new Code([I32, I32, I32]);
  for (const index of functions) code.get(0).get(1).get(2).call(index);
  return module.add(code);
}
