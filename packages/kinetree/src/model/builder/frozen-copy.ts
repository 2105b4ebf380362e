/**
 * A copy of plain data (objects, arrays, primitives) that nobody can change; the original stays as it was. What the original
 * shares, such as one pose in a thousand joints, the copy shares too. What is held under a symbol is no data, such as the ground
 * that a terrain was given: it stays as it is.
 */
export function frozenCopy<T>(data: T): T {
  const copies = new Map<object, unknown>();
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value) ? value.map(copyOf) : copyOfRecord(value);
    copies.set(value, Object.freeze(copy));
    return copy;
  };
  const copyOfRecord = (record: object): object => {
    const copy: Record<string | symbol, unknown> = {};
    for (const key of Object.getOwnPropertySymbols(record)) copy[key] = (record as typeof copy)[key];
    for (const [key, item] of Object.entries(record)) copy[key] = copyOf(item);
    return copy;
  };
  return copyOf(data) as T;
}
