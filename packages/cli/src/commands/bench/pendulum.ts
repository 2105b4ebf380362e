import type { PendulumBenchOptions } from "@kinetree/reproductions/node";
import { usage } from "../../failure/errors.js";
import { readNumberList } from "../../input/number-list.js";
import { requireCount, requirePositiveTime } from "../../input/quantities.js";
import type { OptionValues } from "../../command-spec.js";

/** Dense systems of 14n equations: at 100 bodies a factorisation takes a second. */
const MOST_DENSE = 100;
const MOST_LARGE = 1_000_000;
/** Nine columns a body: a spreadsheet takes 16,384 of them. */
const MOST_REPORTED = 1800;

/** The options of `kinetree bench pendulum`. */
export function pendulumOptions({ sizes, large, report, tEnd, out }: OptionValues): PendulumBenchOptions {
  if (typeof tEnd === "string" && report === undefined)
    throw usage(
      "option-without-effect",
      "--t-end",
      tEnd,
      "--t-end is for the study flexible, and for pendulum with --report. Leave it out.",
    );
  return {
    ...(typeof sizes === "string" ? { sizes: readSizes(sizes) } : {}),
    ...(typeof large === "string" ? { large: readLarge(large) } : {}),
    ...(typeof tEnd === "string" ? { tEnd: requirePositiveTime("--t-end", tEnd) } : {}),
    ...(typeof report === "string" ? { report: readReport(report, { sizes, large, out }) } : {}),
  };
}

/** Sizes that all four schemes run. */
export const readSizes = (text: string): readonly number[] =>
  readNumberList(text, { flag: "--sizes", least: 1, most: MOST_DENSE, what: "sizes", example: "1-10" });

/** Sizes of the scheme of linear cost. */
export function readLarge(text: string): readonly number[] {
  if (text.includes("-"))
    throw usage(
      "bad-value",
      "--large",
      text,
      `--large ${text}: ranges are not for large sizes. Write it like 100,1000,10000.`,
    );
  return readNumberList(text, {
    flag: "--large",
    least: 1,
    most: MOST_LARGE,
    what: "sizes",
    example: "100,1000,10000",
  });
}

/** A motion goes into files, and nothing else is measured along with it. */
function readReport(text: string, { sizes, large, out }: Pick<OptionValues, "sizes" | "large" | "out">): number {
  const n = requireCount("--report", text, "3");
  if (n > MOST_REPORTED)
    throw usage(
      "bad-value",
      "--report",
      text,
      `--report ${text} makes ${9 * n} columns, more than spreadsheets take. Give at most ${MOST_REPORTED}.`,
    );
  for (const [flag, value] of [
    ["--sizes", sizes],
    ["--large", large],
  ] as const)
    if (value !== undefined)
      throw usage("option-without-effect", flag, value, `${flag} has no effect with --report. Leave it out.`);
  if (out === undefined)
    throw usage(
      "missing-option",
      "--report",
      text,
      `--report ${text} writes a table and a drawing. Say where: --out FOLDER.`,
    );
  return n;
}
