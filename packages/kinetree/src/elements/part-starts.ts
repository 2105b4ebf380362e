import type { Num } from "../graph/graph.js";

/** Where each part of a plan's numbers begins, when they stand one behind the other. */
export function startsOf(parts: readonly (readonly Num[])[]): readonly number[] {
  let next = 0;
  return parts.map(({ length }) => (next += length) - length);
}
