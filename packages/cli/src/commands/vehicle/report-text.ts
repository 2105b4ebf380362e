import type { Overlay, TestNumber, TestReport, TestTable } from "@kinetree/vehicle";
import { brief, briefCell } from "../../output/number-text.js";
import { table } from "../../output/table.js";

/** A report for a reader. */
export const reportText = (report: TestReport, scores: Overlay | null): string =>
  [
    `${report.title} (${report.norm}): ${report.subject}${verdictText(report)}`,
    numbersText(report.numbers),
    ...report.tables.map(tableText),
    ...(scores === null ? [] : [scoresText(scores)]),
    report.notes.join("\n"),
  ].join("\n\n");

const verdictText = ({ isPassed }: TestReport): string =>
  isPassed === null ? "" : isPassed ? ", passed" : ", NOT PASSED";

const numbersText = (numbers: readonly TestNumber[]): string =>
  table(
    numbers.map((each) => [each.title, cellText(each.value), each.unit, limitText(each)]),
    ["left", "right", "left", "left"],
  );

function limitText({ limit, isMet }: TestNumber): string {
  if (limit === undefined) return "";
  const bounds = [
    ...(limit.atLeast === undefined ? [] : [`at least ${brief(limit.atLeast)}`]),
    ...(limit.atMost === undefined ? [] : [`at most ${brief(limit.atMost)}`]),
  ];
  return `${bounds.join(", ")}: ${isMet === true ? "met" : "NOT MET"}`;
}

/** Rows under their heads. */
export const tableText = ({ title, columns, rows }: TestTable): string =>
  `${title}\n${table(
    [columns, ...rows.map((row) => row.map(cellText))],
    columns.map((_, i) => (rows.some((row) => typeof row[i] === "string") ? "left" : "right")),
  )}`;

const cellText = (cell: number | string | null): string =>
  cell === null ? "-" : typeof cell === "string" ? cell : brief(cell, 5);

/** Scores of measured channels. */
function scoresText({ scores, unmatched }: Overlay): string {
  const head = ["channel", "unit", "rms", "rms / spread", "peak", "correlation", "delay [s]", "correlation then"];
  const rows = scores.map((each) => [
    each.name,
    each.unit,
    brief(each.rmsError, 4),
    briefCell(each.relativeError),
    brief(each.peakError, 4),
    brief(each.correlation, 4),
    brief(each.delay, 3),
    brief(each.shiftedCorrelation, 4),
  ]);
  const left = unmatched.length === 0 ? "" : `\nNot computed by this test: ${unmatched.join(", ")}.`;
  const sides = head.map((_, i) => (i < 2 ? ("left" as const) : ("right" as const)));
  return `Computed against measured\n${table([head, ...rows], sides)}${left}`;
}
