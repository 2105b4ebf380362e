import { parquetMetadata, type FileMetaData } from "hyparquet";
import { crc32 } from "../crc32.js";
import { thriftEnd } from "./check-thrift.js";
import { MAGIC } from "./constants.js";
import { FOOTER_SEAL, footerStart } from "./footer.js";
import { readMetadata } from "./metadata.js";
import { isAt, pageAt, pageHeader } from "./page-header.js";
import { brokenSeal } from "./seal.js";

/** What a file of ours holds; that of one whose writer was killed is what it had finished. */
export interface OwnRun {
  readonly metadata: FileMetaData;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

interface Group {
  /** Where the doubles of the first column begin, and those of each next one behind it. */
  readonly values: number;
  readonly stride: number;
  readonly rows: number;
}

/**
 * Reads a file that begins with a preamble of `start` bytes, down to the checksum of each page. Throws if a byte of it is not what
 * was written; a file that just ends early, as a kill leaves it, is read as far as it goes.
 */
export function readOwnRun(bytes: Uint8Array<ArrayBuffer>, start: number): OwnRun {
  const broken = brokenSeal(bytes.subarray(8, start), FOOTER_SEAL, 0);
  if (broken !== null) throw new Error(`${broken}, in its first ${start} bytes`);
  const beginning = parquetMetadata(bytes.slice(0, start).buffer);
  const names = beginning.schema.slice(1).map(({ name }) => name);
  const { groups, end } = groupsIn(bytes, start, names);
  const columns = new Map(names.map((name, i) => [name, columnOf(bytes, groups, i)]));
  if (isCutOff(bytes, end, names)) return { metadata: beginning, columns };
  const wrong = brokenSeal(bytes.subarray(end), FOOTER_SEAL, 0);
  if (wrong !== null) throw new Error(`${wrong}, in its last ${bytes.length - end} bytes`);
  const metadata = readMetadata(bytes);
  const rows = columns.get(names[0])?.length ?? 0;
  if (Number(metadata.num_rows) !== rows) throw new Error(`it says ${metadata.num_rows} rows and has ${rows}`);
  return { metadata, columns };
}

function groupsIn(
  bytes: Uint8Array,
  start: number,
  names: readonly string[],
): { readonly groups: readonly Group[]; readonly end: number } {
  const groups: Group[] = [];
  let at = start;
  for (let total = 0; ;) {
    const first = pageAt(bytes, at);
    if (first === null) break;
    const { rows, header } = first;
    const stride = header + 8 * rows;
    if (at + names.length * stride > bytes.length) break;
    names.forEach((name, i) => {
      const page = pageAt(bytes, at + i * stride);
      const from = at + i * stride + header;
      if (page?.rows !== rows || crc32(bytes.subarray(from, from + 8 * rows)) !== page.crc)
        throw new Error(`the checksum of "${name}" in rows ${total} to ${total + rows - 1} is wrong`);
    });
    groups.push({ values: at + header, stride, rows });
    total += rows;
    at += names.length * stride;
  }
  return { groups, end: at };
}

function columnOf(bytes: Uint8Array, groups: readonly Group[], index: number): Float64Array {
  const out = new Float64Array(groups.reduce((sum, { rows }) => sum + rows, 0));
  let filled = 0;
  for (const { values, stride, rows } of groups) {
    const from = values + index * stride;
    // A copy, since doubles in the file begin anywhere.
    out.set(new Float64Array(bytes.slice(from, from + 8 * rows).buffer), filled);
    filled += rows;
  }
  return out;
}

/** Whether what follows the whole groups is the beginning of another one, or of a tail, and nothing else. */
function isCutOff(bytes: Uint8Array, end: number, names: readonly string[]): boolean {
  const rest = bytes.subarray(end);
  if (rest.length === 0 || pageAt(rest, 0) !== null) return true;
  // Too short to be a header of a page, or a tail.
  const page = pageHeader(1);
  if (rest.length < page.length && isAt(page, rest.subarray(0, 3), 0)) return true;
  const tail = footerStart(names);
  const common = Math.min(tail.length, rest.length);
  if (!isAt(tail, rest.subarray(0, common), 0)) return false;
  if (rest.length < tail.length) return true;
  if (isAt(rest, MAGIC, rest.length - MAGIC.length)) return false;
  const last = thriftEnd(rest, 0);
  if (typeof last === "string") return last === "cut off";
  const closing = Uint8Array.of(...new Uint8Array(Uint32Array.of(last).buffer), ...MAGIC);
  return rest.length - last < closing.length && isAt(closing, rest.subarray(last), 0);
}
