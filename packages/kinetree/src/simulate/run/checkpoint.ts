import { RequestError } from "../../errors/kinetree-error.js";
import { hashNumbers, hashText } from "../../model/hash.js";

/** The complete state of a run between two steps, from which it continues bit for bit. Plain data. */
export interface RunCheckpoint {
  readonly version: string;
  readonly model: string;
  /** Hash of the compiled plan and its step limits. */
  readonly plan: string;
  /** Hash of the grounds under the run; none where the model has no terrain that takes one. */
  readonly grounds?: string;
  /** Time reached, and end time [s]. */
  readonly t: number;
  readonly tEnd: number;
  /** Contents by part. */
  readonly numbers: Readonly<Record<string, Float64Array>>;
}

const MAGIC = "kinetree checkpoint 2\n";

/** Of all that a checkpoint says, its head included. */
const hashOf = (head: string, numbers: readonly Float64Array[]): string =>
  hashText(`${head}\n${hashNumbers(...numbers)}`);

/** A checkpoint as bytes: a line with the format's name, one of JSON with the sizes, one with a hash, then little-endian numbers. */
export function encodeCheckpoint({ numbers, ...facts }: RunCheckpoint): Uint8Array {
  const parts = Object.entries(numbers);
  const sizes = Object.fromEntries(parts.map(([name, values]) => [name, values.length]));
  const about = JSON.stringify({ ...facts, sizes });
  const head = new TextEncoder().encode(`${MAGIC}${about}\n${hashOf(about, Object.values(numbers))}\n`);
  const count = parts.reduce((sum, [, values]) => sum + values.length, 0);
  const out = new Uint8Array(head.length + 8 * count);
  out.set(head);
  const view = new DataView(out.buffer);
  let at = head.length;
  for (const [, values] of parts) {
    for (const value of values) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return out;
}

/**
 * Reads the bytes of `encodeCheckpoint`; throws a `RequestError` for anything else.
 * @param subject what the bytes are called in an error, such as the name of a file
 */
export function decodeCheckpoint(bytes: Uint8Array, subject = "checkpoint"): RunCheckpoint {
  const refuse = (why: string): RequestError =>
    new RequestError({
      code: "not-a-checkpoint",
      subject,
      message: `${subject} ${why}. Give a file that a run with a checkpoint has written.`,
    });
  const ends: number[] = [];
  for (let i = 0; i < bytes.length && ends.length < 3; i++) if (bytes[i] === 10) ends.push(i);
  const text = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  if (ends.length < 3 || text(0, ends[0] + 1) !== MAGIC) throw refuse("does not begin like a checkpoint");
  const about = text(ends[0] + 1, ends[1]);
  const head = factsIn(about);
  if (!head) throw refuse("has a damaged head");
  const { sizes, ...facts } = head;
  const count = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const start = ends[2] + 1;
  if (bytes.length !== start + 8 * count) {
    throw refuse(`has ${bytes.length} bytes where ${start + 8 * count} belong: it is truncated, or has extra bytes`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const numbers = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => {
      const values = new Float64Array(size);
      for (let i = 0; i < size; i++, at += 8) values[i] = view.getFloat64(at, true);
      return [name, values];
    }),
  );
  if (hashOf(about, Object.values(numbers)) !== text(ends[1] + 1, ends[2]))
    throw refuse("is damaged: its hash differs");
  return { ...facts, numbers };
}

type Facts = Omit<RunCheckpoint, "numbers"> & { readonly sizes: Readonly<Record<string, number>> };

function factsIn(text: string): Facts | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("sizes" in value)) return null;
  const { sizes } = value;
  if (typeof sizes !== "object" || sizes === null) return null;
  const areCounts = Object.values(sizes).every((size) => Number.isInteger(size) && size >= 0);
  return areCounts ? (value as Facts) : null;
}
