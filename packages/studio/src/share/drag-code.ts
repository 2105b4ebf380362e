import type { Drag, Hold } from "../experiment/types.js";
import { fromBase64Url, toBase64Url } from "./base64.js";
import { aNumber, anObject, aPoint, aText, listOf, refuse, type Reader } from "./read-parts.js";

/*
 * Drags in a link: one entry for each time that a body was held. Moves are bytes, since there are sixty of them a second: attempts
 * since the move before, seven bits to a byte, then the target as three numbers of 32 bits.
 */

interface Grip {
  readonly body: string;
  readonly point: Hold["point"];
  /** Attempts at the first move, and at the release. */
  readonly from: number;
  readonly to: number;
  /** base64url */
  readonly moves: string;
}

/** The drags of a run as plain data. */
export function dragData(drags: readonly Drag[]): readonly Grip[] {
  const grips: Grip[] = [];
  let held: { readonly first: Drag; readonly hold: Hold; readonly bytes: number[]; last: number } | null = null;
  const end = (attempts: number): void => {
    if (held === null) return;
    const { first, hold, bytes } = held;
    const { body, point } = hold;
    grips.push({ body, point, from: first.attempts, to: attempts, moves: toBase64Url(Uint8Array.from(bytes)) });
    held = null;
  };
  for (const drag of drags) {
    const { attempts, hold } = drag;
    if (hold === null || (held !== null && !isSameGrip(held.hold, hold))) end(attempts);
    if (hold === null) continue;
    held ??= { first: drag, hold, bytes: [], last: attempts };
    held.bytes.push(...countBytes(attempts - held.last), ...new Uint8Array(Float32Array.from(hold.target).buffer));
    held.last = attempts;
  }
  end(drags.at(-1)?.attempts ?? 0);
  return grips;
}

const isSameGrip = (a: Hold, b: Hold): boolean =>
  a.body === b.body && a.point.every((x, i) => Object.is(x, b.point[i]));

function countBytes(count: number): number[] {
  const bytes: number[] = [];
  let rest = count;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const TARGET_BYTES = 12;

/** The drags again; throws a `ShareError` for what is none. */
export const someDrags: Reader<readonly Drag[]> = (value, path) => {
  let last = 0;
  return listOf(anObject)(value, path).flatMap((given, i): Drag[] => {
    const at = `${path}[${i}]`;
    const body = aText(given["body"], `${at}.body`);
    const point = aPoint(given["point"], `${at}.point`);
    const bytes = fromBase64Url(aText(given["moves"], `${at}.moves`));
    const from = aCount(given["from"], `${at}.from`);
    const to = aCount(given["to"], `${at}.to`);
    const moves = bytes === null ? null : movesIn(bytes, from);
    if (moves === null) return refuse(given["moves"], `${at}.moves`, "moves of a drag");
    if (from < last || to < (moves.at(-1)?.attempts ?? from)) return refuse(to, `${at}.to`, "a later attempt");
    last = to;
    return [
      ...moves.map(({ attempts, target }) => ({ attempts, hold: { body, point, target } })),
      { attempts: to, hold: null },
    ];
  });
};

const aCount: Reader<number> = (value, path) => {
  const count = aNumber(value, path);
  return Number.isSafeInteger(count) && count >= 0 ? count : refuse(value, path, "a whole number of at least 0");
};

interface Move {
  readonly attempts: number;
  readonly target: Hold["target"];
}

/** Null if the bytes end in the middle of a move, or hold something that is no number. */
function movesIn(bytes: Uint8Array<ArrayBuffer>, from: number): readonly Move[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const moves: Move[] = [];
  let attempts = from;
  for (let at = 0; at < bytes.length;) {
    let scale = 1;
    for (; at < bytes.length && bytes[at] >= 128; scale *= 128) attempts += (bytes[at++] - 128) * scale;
    if (at + 1 + TARGET_BYTES > bytes.length) return null;
    attempts += bytes[at++] * scale;
    const part = (i: number): number => view.getFloat32(at + 4 * i, true);
    const target: Hold["target"] = [part(0), part(1), part(2)];
    if (!target.every(Number.isFinite) || !Number.isSafeInteger(attempts)) return null;
    moves.push({ attempts, target });
    at += TARGET_BYTES;
  }
  return moves.length > 0 ? moves : null;
}
