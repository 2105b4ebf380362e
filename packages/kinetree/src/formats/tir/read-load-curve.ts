import { quoted } from "../format-error.js";
import { numberFrom } from "./read-numbers.js";
import type { TirReport } from "./tir-report.js";
import type { TirSection } from "./tir-text.js";
import type { TirQuantity } from "./tir-units.js";

/** Depth [m] and load [N] of points, both increasing from 0. */
export type LoadCurve = readonly (readonly [depth: number, load: number])[];

/** Rows of depth and load; null where the file has none. */
export function readLoadCurve(
  section: TirSection | undefined,
  units: Readonly<Record<TirQuantity, number>>,
  report: TirReport,
): LoadCurve | null {
  if (section === undefined || section.rows.length === 0) return null;
  const points: (readonly [number, number])[] = [];
  for (const { words, line } of section.rows) {
    const [depth, load] = words.map(numberFrom);
    if (words.length !== 2 || depth === null || load === null) {
      const message = `${quoted(words.join(" "))} must be two numbers, depth and load. Correct the row.`;
      report.failAt(line, section.name, "tir-number", message, words.join(" ").slice(0, 60));
    } else points.push([depth * units.LENGTH, load * units.FORCE]);
  }
  if (points.length > 0 && points[0][0] > 0) points.unshift([0, 0]);
  const wrong = points.findIndex(
    ([depth, load], i) =>
      (i === 0 && (depth !== 0 || load !== 0)) || (i > 0 && (depth <= points[i - 1][0] || load <= points[i - 1][1])),
  );
  if (wrong >= 0 || points.length < 2) {
    const message = "depths and loads must both increase from 0. Sort the rows, and give at least two.";
    report.failAt(section.line, section.name, "tir-range", message, points[Math.max(wrong, 0)]);
  }
  return points;
}
