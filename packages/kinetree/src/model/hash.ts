import type { Model } from "./types.js";

/**
 * Hash of the bits of numbers, to tell whether two machines computed the same: FNV-1a on 32-bit words, twice with different
 * starts, as 16 hexadecimal digits. The bits of NaN are not part of the language, so all NaN count as one.
 */
export function hashNumbers(...parts: readonly ArrayLike<number>[]): string {
  const number = new Float64Array(1);
  const words = new Uint32Array(number.buffer);
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      number[0] = part[i];
      if (part[i] !== part[i]) [words[0], words[1]] = [0, 0x7ff80000];
      for (const word of words) {
        a = Math.imul(a ^ word, 0x01000193);
        b = Math.imul(b ^ (word + 0x9e3779b9), 0x01000193) ^ (b >>> 15);
      }
    }
  }
  return [a, b].map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Hash of a model's content: the same for equal models, whoever made them and in whatever order their fields were named. */
export const modelHash = (model: Model): string => hashText(canonicalText(model));

/** The same kind of hash of a text. */
export function hashText(text: string): string {
  return hashNumbers(Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)));
}

/** JSON with the keys of every object in order and without those that are undefined. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
