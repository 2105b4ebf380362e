/** Ends a switch over a union: the compiler complains here when a case is missing. */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected ${JSON.stringify(value)}`);
}
