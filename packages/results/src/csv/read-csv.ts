import { GrowingColumns } from "../growing-columns.js";
import { readError } from "../read-error.js";
import { RECORDING, unfinished } from "../result-header.js";
import type { ResultTable } from "../result-table.js";
import { readSidecar, type SidecarContent } from "./sidecar.js";

/** Bytes decoded at a time: strings have a largest length, files have not. */
const SLICE = 1 << 20;
const LINE_FEED = 10;
const nothing: SidecarContent = { units: {}, metadata: {}, summary: {} };

/** A table of numbers under a line of names of which the first is "time". */
export function readCsv(bytes: Uint8Array, file: string, sidecar: string | null): ResultTable {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const about = sidecar === null ? nothing : readSidecar(sidecar, bytes, file);
  const { names, end, lines } = readNames(bytes, start, file);
  // A run that was killed may have left half a line, which its summary says.
  const whole = about.summary[RECORDING] === unfinished[RECORDING] ? bytes.lastIndexOf(LINE_FEED) + 1 : bytes.length;
  const columns = new GrowingColumns(names.length);
  const decoder = new TextDecoder();
  let line = lines + 1;
  for (let at = end; at < whole;) {
    const stop = sliceEnd(bytes, at, whole);
    for (const text of decoder.decode(bytes.subarray(at, stop)).split("\n")) {
      // The last piece is what follows the last line feed: nothing, or a line that has none.
      addLine(columns, names, text.endsWith("\r") ? text.slice(0, -1) : text, file, line++);
    }
    // The piece behind a slice's last line feed is no line.
    line--;
    at = stop;
  }
  const [time, ...values] = columns.finish();
  const units = new Map(Object.entries(about.units));
  return {
    names: names.slice(1),
    units: names.slice(1).map((name) => units.get(name) ?? ""),
    time,
    columns: values,
    metadata: about.metadata,
    summary: about.summary,
  };
}

/** The end of a slice: behind a line feed, or at the end of what is whole. */
function sliceEnd(bytes: Uint8Array, at: number, whole: number): number {
  if (at + SLICE >= whole) return whole;
  const last = bytes.lastIndexOf(LINE_FEED, at + SLICE - 1);
  if (last >= at) return last + 1;
  const next = bytes.indexOf(LINE_FEED, at + SLICE);
  return next < 0 ? whole : next + 1;
}

function addLine(columns: GrowingColumns, names: readonly string[], text: string, file: string, line: number): void {
  if (text === "") return;
  columns.addRow();
  let column = 0;
  for (let from = 0; from <= text.length; column++) {
    const comma = text.indexOf(",", from);
    const to = comma < 0 ? text.length : comma;
    if (column < names.length) columns.set(column, toNumber(text.slice(from, to), file, line, names[column]));
    from = to + 1;
  }
  if (column === names.length) return;
  throw readError(
    file,
    String(line),
    column,
    `the line has ${column} values under ${names.length} names. Complete it, or delete it.`,
  );
}

function toNumber(text: string, file: string, line: number, name: string): number {
  const x = Number(text);
  // Spaces alone would be zero.
  if (!Number.isNaN(x) && (x !== 0 || text.trim() !== "")) return x;
  const word = text.trim().toLowerCase();
  // An empty field is how other programs write a missing number.
  if (word === "nan" || word === "") return NaN;
  if (word === "inf" || word === "+inf") return Infinity;
  if (word === "-inf") return -Infinity;
  throw readError(
    file,
    String(line),
    text,
    `"${name}" is "${text}", which is no number. Correct it, or leave it empty.`,
  );
}

/** The first record; names in quotes may hold commas and line feeds. */
function readNames(bytes: Uint8Array, start: number, file: string): { names: string[]; end: number; lines: number } {
  const quote = '"'.charCodeAt(0);
  let inQuotes = false;
  let end = start;
  let lines = 1;
  for (; end < bytes.length && (inQuotes || bytes[end] !== LINE_FEED); end++) {
    if (bytes[end] === quote) inQuotes = !inQuotes;
    if (bytes[end] === LINE_FEED) lines++;
  }
  const text = new TextDecoder().decode(bytes.subarray(start, end)).replace(/\r$/, "");
  const names = [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, inside, plain]) =>
    inside === undefined ? plain : inside.replaceAll('""', '"'),
  );
  if (names[0] !== "time") {
    const first = (names[0] ?? "").slice(0, 40);
    throw readError(file, "1", first, `the first column is "${first}", not "time". This is no result of a run.`);
  }
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw readError(file, "1", twice, `column "${twice}" is there twice. Rename one.`);
  return { names, end: Math.min(end + 1, bytes.length), lines };
}
