import { wrongType, type Codec } from "./codec.js";
import type { JsonNode, JsonType } from "./json-tree.js";
import type { Reading } from "./reading.js";

export interface ShortForm<T, S> {
  /** What the short form looks like in JSON; the full form looks different. */
  readonly types: readonly JsonType[];
  readonly codec: Codec<S>;
  readonly from: (short: S, node: JsonNode, reading: Reading) => T | undefined;
  /** The short form of a value, or undefined where there is none. */
  readonly to: (value: T) => S | undefined;
}

/** A value that may also be said in a shorter way, such as a pose by its position alone. */
export function withShortForm<T, S>(full: Codec<T>, short: ShortForm<T, S>): Codec<T> {
  // Full forms are objects or lists.
  const isNeither = ({ type }: JsonNode): boolean =>
    !short.types.includes(type) && type !== "object" && type !== "array";
  return {
    label: `${short.codec.label}; or ${full.label}`,
    read: (node, reading) => {
      if (isNeither(node)) return wrongType(node, reading, `${plain(short.codec.label)}, or ${plain(full.label)}`);
      if (!short.types.includes(node.type)) return full.read(node, reading);
      const value = short.codec.read(node, reading);
      return value === undefined ? undefined : short.from(value, node, reading);
    },
    write: (value) => {
      const shorter = short.to(value);
      return shorter === undefined ? full.write(value) : short.codec.write(shorter);
    },
    schema: (definitions) => ({ anyOf: [short.codec.schema(definitions), full.schema(definitions)] }),
    tables: () => [...short.codec.tables(), ...full.tables()],
  };
}

/** A label of the documentation's tables without its links and marks. */
const plain = (label: string): string => label.replace(/\[([^\]]*)\]\(#[^)]*\)/g, "$1").replaceAll("`", "");
