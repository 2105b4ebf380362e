import { parquetMetadata, type FileMetaData, type SchemaElement } from "hyparquet";
import { thriftEnd } from "./check-thrift.js";
import { MAGIC } from "./constants.js";
import type { Storage } from "../write/storage.js";
import { isAt } from "./page-header.js";

/* What a Parquet file says at its end, believed only where it agrees with itself and with the length of the file. */

/** More rows than a typed array takes. */
const MOST_ROWS = 2 ** 32;

/** Where the tail of a complete file begins; throws if there is none. */
export const tailStart = (bytes: Uint8Array): number =>
  tailStartIn({ size: () => bytes.length, read: (at, length) => bytes.subarray(at, at + length) });

/** The same of a file that is not in memory. */
export function tailStartIn(file: Pick<Storage, "size" | "read">): number {
  const size = file.size();
  if (size < 12 || !isAt(file.read(0, MAGIC.length), MAGIC, 0)) fail("it does not begin with PAR1");
  const end = file.read(size - 8, 8);
  if (!isAt(end, MAGIC, 4)) fail("it does not end with PAR1");
  const length = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (length > size - 12) fail(`its footer has ${length} bytes, the file ${size}`);
  return size - 8 - length;
}

/** The footer of a complete file; throws if it cannot be that of this file. */
export function readMetadata(bytes: Uint8Array<ArrayBuffer>): FileMetaData {
  const start = tailStart(bytes);
  return metadataIn(bytes.slice(start), start);
}

/** The same from the tail alone, which begins at `start`. */
export function metadataIn(tail: Uint8Array<ArrayBuffer>, start: number): FileMetaData {
  const end = thriftEnd(tail.subarray(0, tail.length - 8), 0);
  if (end !== tail.length - 8) fail(`its footer is ${typeof end === "string" ? end : "longer than it says"}`);
  const metadata = parquetMetadata(tail.buffer, { geoparquet: false });
  checkMetadata(metadata, start);
  return metadata;
}

interface Leaf {
  readonly path: string;
  readonly type: string;
}

function checkMetadata({ schema, num_rows, row_groups, key_value_metadata }: FileMetaData, dataEnd: number): void {
  const leaves = leavesOf(schema);
  const tops = new Set(leaves.map(({ path }) => path.split("\0")[0]));
  if (tops.size !== schema[0].num_children) fail("two of its columns have one name");
  let rows = 0;
  for (const { columns, num_rows: count } of row_groups) {
    rows += wholeNumber("rows of a group", count, MOST_ROWS);
    if (columns.length !== leaves.length) fail(`a group has ${columns.length} of ${leaves.length} columns`);
    columns.forEach(({ meta_data: about }, i) => {
      const { path, type } = leaves[i];
      if (about?.path_in_schema.join("\0") !== path) fail(`column ${i + 1} of a group is not that of the file`);
      if (about?.type !== type) fail(`column ${i + 1} of a group is not of its type`);
      const begins = [about?.data_page_offset, about?.dictionary_page_offset]
        .filter((offset) => offset !== undefined)
        .map((offset) => wholeNumber("place of a page", offset, dataEnd));
      const size = wholeNumber("size of a column", about?.total_compressed_size, dataEnd);
      if (Math.min(...begins) + size > dataEnd) fail("a column reaches beyond its data");
      wholeNumber("number of values", about?.num_values, 2 ** 40);
    });
  }
  if (wholeNumber("number of rows", num_rows, MOST_ROWS) !== rows) fail(`it says ${num_rows} rows, its groups ${rows}`);
  if (key_value_metadata?.some(({ key }) => typeof key !== "string") === true) fail("an entry has no name");
}

/** The columns with values, under the root, by their paths. */
function leavesOf(schema: readonly SchemaElement[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let next = 0;
  const visit = (path: readonly string[]): void => {
    const element = schema[next++] as SchemaElement | undefined;
    if (typeof element?.name !== "string") return fail("its columns are fewer than it says");
    const here = next === 1 ? [] : [...path, element.name];
    const children = wholeNumber("number of columns", element.num_children ?? 0, schema.length);
    if (here.length > 16) fail("its columns are nested too deep");
    if (children === 0 && next > 1) leaves.push({ path: here.join("\0"), type: String(element.type) });
    for (let i = 0; i < children; i++) visit(here);
  };
  visit([]);
  if (next !== schema.length) fail("its columns are more than it says");
  return leaves;
}

function wholeNumber(what: string, value: unknown, most: number): number {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= most) return number;
  return fail(`a ${what} is ${String(value)}`);
}

function fail(reason: string): never {
  throw new Error(reason);
}
