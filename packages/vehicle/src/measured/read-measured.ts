import { RequestError } from "kinetree";
import { parseQuantity, UnitError } from "kinetree/formats";

/** Measured channels over time. */
export interface Measured {
  /** Rising [s]. */
  readonly time: Float64Array;
  readonly channels: readonly MeasuredChannel[];
}

/** A column of a file of measurements, in SI. */
export interface MeasuredChannel {
  readonly name: string;
  /** As the file wrote it; "" if it wrote none. */
  readonly unit: string;
  readonly values: Float64Array;
}

/** Heads such as `ay [m/s^2]` or `yawRate (deg/s)`. */
const HEAD = /^(.*?)\s*(?:[[(]([^\])]*)[\])])?$/;

/** Names under which a column of times goes. */
const TIMES = ["time", "t"];

/**
 * Reads a table of measurements: a head with the names of the columns and their units in brackets, then rows of numbers, with
 * commas, semicolons or tabs. One column is the time; values are turned into SI. Empty cells are gaps.
 * @param file its name, for messages
 */
export function readMeasured(text: string, file: string): Measured {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length < 3)
    throw mistake(file, "measured-empty", lines.length, "has no two rows below its head. Give it rows.");
  const separator = [";", "\t", ","].find((each) => lines[0].includes(each)) ?? ",";
  const heads = lines[0].split(separator).map((cell) => headOf(file, unquoted(cell)));
  const rows = lines.slice(1).map((line, i) => numbersOf(file, line, separator, heads.length, i + 2));
  const at = heads.findIndex(({ name }) => TIMES.includes(name.toLowerCase()));
  if (at < 0) {
    const names = heads.map(({ name }) => `"${name}"`).join(", ");
    throw mistake(file, "measured-without-time", names, `has no column "time": it has ${names}. Name one "time [s]".`);
  }
  const columns = heads.map(({ factor }, column) => Float64Array.from(rows, (row) => factor * row[column]));
  const time = columns[at];
  const wrong = time.findIndex((t, i) => !Number.isFinite(t) || (i > 0 && !(t > time[i - 1])));
  if (wrong >= 0)
    throw mistake(
      file,
      "measured-time-order",
      time[wrong],
      `line ${wrong + 2}: the time does not rise there. Sort the rows, without doubles.`,
    );
  return {
    time,
    channels: heads.flatMap(({ name, unit }, i) => (i === at ? [] : [{ name, unit, values: columns[i] }])),
  };
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, "$1");

interface Head {
  readonly name: string;
  readonly unit: string;
  /** Turns its numbers into SI. */
  readonly factor: number;
}

function headOf(file: string, text: string): Head {
  const [, name = text, unit = ""] = HEAD.exec(text) ?? [];
  if (unit === "" || unit === "-") return { name, unit: "", factor: 1 };
  try {
    return { name, unit, factor: factorOf(unit) };
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw mistake(file, "measured-unit", unit, `column "${name}": ${error.message}`);
  }
}

/** Percent and g are how measurements are written. */
function factorOf(unit: string): number {
  if (unit === "%") return 0.01;
  if (unit === "g") return 9.80665;
  return parseQuantity(`1 ${unit}`).value;
}

function numbersOf(file: string, line: string, separator: string, count: number, number: number): readonly number[] {
  const cells = line.split(separator).map(unquoted);
  if (cells.length !== count)
    throw mistake(
      file,
      "measured-cells",
      cells.length,
      `line ${number} has ${cells.length} cells, must have ${count} like the head.`,
    );
  return cells.map((cell) => {
    if (cell === "") return NaN;
    const value = Number(separator === ";" ? cell.replace(",", ".") : cell);
    if (Number.isFinite(value)) return value;
    throw mistake(file, "measured-number", cell, `line ${number}: "${cell}" is no number.`);
  });
}

const mistake = (file: string, code: string, value: unknown, rest: string): RequestError =>
  new RequestError({ code, subject: file, value, message: `${file} ${rest}` });
