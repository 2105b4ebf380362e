import { crc32 } from "../crc32.js";
import { CREATOR } from "./constants.js";
import { isAt } from "./page-header.js";

/*
 * A checksum within what it covers: the tail of a file has an entry for it, of eight digits that count as zeros. The entry is
 * the last of its list, so that no text before it can be taken for it.
 */

const BLANK = "00000000";
const encoder = new TextEncoder();

/** The entry to be filled in. */
export const blankSeal = (key: string): readonly [key: string, value: string] => [key, BLANK];

/** Fills in the checksum of what comes before the tail (`before`) followed by the tail. */
export function sealed(tail: Uint8Array<ArrayBuffer>, key: string, before: number): Uint8Array<ArrayBuffer> {
  const at = placeOf(tail, key);
  if (at !== null) tail.set(encoder.encode(checksumOf(tail, at, before)), at);
  return tail;
}

/** Why a tail is not what was written; null if it is. */
export function brokenSeal(tail: Uint8Array, key: string, before: number): string | null {
  const at = placeOf(tail, key);
  if (at === null) return "its checksum is not there";
  const told = new TextDecoder().decode(tail.subarray(at, at + BLANK.length));
  const found = checksumOf(tail, at, before);
  return found === told ? null : `its checksum is ${found}, not ${told}`;
}

/** Whether a tail is signed by us or has a place for a checksum, however its structure may have changed. */
export const isOurs = (tail: Uint8Array, key: string): boolean =>
  placeOf(tail, key) !== null || lastPlace(tail, encoder.encode(CREATOR)) !== null;

const hexOf = (crc: number): string => crc.toString(16).padStart(8, "0");

function checksumOf(tail: Uint8Array, at: number, before: number): string {
  const withBlank = crc32(encoder.encode(BLANK), crc32(tail.subarray(0, at), before));
  return hexOf(crc32(tail.subarray(at + BLANK.length), withBlank));
}

/** Where the digits are: behind the key, the letter of the field "value" and the length. */
function placeOf(tail: Uint8Array, key: string): number | null {
  const before = Uint8Array.of(...encoder.encode(key), 0x18, BLANK.length);
  const at = lastPlace(tail.subarray(0, -BLANK.length), before);
  return at === null ? null : at + before.length;
}

function lastPlace(bytes: Uint8Array, part: Uint8Array): number | null {
  for (let at = bytes.length - part.length; at >= 0; at--) if (isAt(bytes, part, at)) return at;
  return null;
}
