import { showNode, valueOf, wrongType, type Codec } from "./codec.js";

/** How many entries a list has, and how they differ. */
export interface ListOptions<T> {
  readonly fewest?: number;
  readonly most?: number;
  /** How an item is read whose type depends on its place. */
  readonly itemAt?: (index: number) => Codec<T>;
}

/** A list of values of one type. */
export function list<T>(item: Codec<T>, options: ListOptions<T> = {}): Codec<readonly T[]> {
  const { fewest = 0, most = Infinity, itemAt = () => item } = options;
  const wanted = fewest === most ? `${fewest}` : most === Infinity ? `at least ${fewest}` : `${fewest} to ${most}`;
  return {
    label: fewest === most ? `list of ${fewest}: ${item.label}` : `list: ${item.label}`,
    read: (node, reading) => {
      if (node.type !== "array") return wrongType(node, reading, "a list [ … ]");
      if (node.items.length < fewest || node.items.length > most) {
        const message = `${showNode(node)} must have ${wanted} entries. Give ${wanted}.`;
        return reading.report(node, "wrong-length", message, valueOf(node));
      }
      const values = node.items.map((each, i) => itemAt(i).read(each, reading));
      return values.every((value) => value !== undefined) ? (values as T[]) : undefined;
    },
    write: (values) => values.map(item.write),
    schema: (definitions) => ({
      type: "array",
      items: item.schema(definitions),
      ...(fewest > 0 ? { minItems: fewest } : {}),
      ...(most < Infinity ? { maxItems: most } : {}),
    }),
    tables: item.tables,
  };
}

export const pair = <T>(item: Codec<T>): Codec<readonly [T, T]> => tuple<readonly [T, T]>(item, 2);
export const three = <T>(item: Codec<T>): Codec<readonly [T, T, T]> => tuple<readonly [T, T, T]>(item, 3);
export const four = <T>(item: Codec<T>): Codec<readonly [T, T, T, T]> => tuple<readonly [T, T, T, T]>(item, 4);

type Six<T> = readonly [T, T, T, T, T, T];

/** Three about, then three along the axes. */
export const threeAndThree = <T>(item: Codec<T>, angular: Codec<T>, linear: Codec<T>): Codec<Six<T>> =>
  tuple<Six<T>>(item, 6, (i) => (i < 3 ? angular : linear));

/** A list whose length the type knows; the cast rests on the check of the length. */
function tuple<L extends readonly unknown[]>(
  item: Codec<L[number]>,
  length: number,
  itemAt: (index: number) => Codec<L[number]> = () => item,
): Codec<L> {
  const codec = list(item, { fewest: length, most: length, itemAt });
  return {
    ...codec,
    read: (node, reading) => codec.read(node, reading) as L | undefined,
    write: (values) => codec.write(values),
  };
}
