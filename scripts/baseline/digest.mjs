import { createHash } from "node:crypto";

/**
 * Twelve hexadecimal digits that tell values apart by their content: numbers by their bits, objects by their keys in order.
 * Functions and undefined do not count.
 * @param {...unknown} values
 */
export function digest(...values) {
  const hash = createHash("sha256");
  for (const value of values) absorb(hash, value);
  return hash.digest("hex").slice(0, 12);
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {unknown} value
 */
function absorb(hash, value) {
  if (typeof value === "number") hash.update(new Uint8Array(Float64Array.of(value).buffer));
  else if (ArrayBuffer.isView(value)) hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (part === undefined || typeof part === "function") continue;
      hash.update(`${key}:`);
      absorb(hash, part);
    }
    hash.update("}");
  } else if (typeof value !== "function") hash.update(`${String(value)};`);
}
