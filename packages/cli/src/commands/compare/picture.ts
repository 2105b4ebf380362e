import type { ComparedRun, Comparison } from "kinetree/formulations";
import type { ResultTable } from "@kinetree/results";
import { drawPng, drawSvg } from "../../output/draw-picture.js";
import { writeWhole } from "../../output/write-text.js";

/** Draws how far the motions are apart over time; false if there is nothing to draw. */
export async function writeComparison(files: readonly string[], found: Comparison): Promise<boolean> {
  const others = found.formulations.filter(
    (each): each is ComparedRun => each.outcome === "ran" && each.name !== found.reference,
  );
  if (others.length === 0 || found.allowed === null) return false;
  const table = differencesOf(found.t, others, found.allowed);
  const svg = drawSvg(table, table.names, {
    title: `${found.model}: difference of motion from ${found.reference}`,
    logarithmic: true,
  });
  for (const file of files) writeWhole(file, /\.svg$/i.test(file) ? svg : await drawPng(svg));
  return true;
}

/** A table with the differences as columns, as plots take them. */
function differencesOf(
  time: Float64Array,
  runs: readonly ComparedRun[],
  allowed: NonNullable<Comparison["allowed"]>,
): ResultTable {
  const columns: (readonly [name: string, unit: string, values: Float64Array])[] = [
    ...runs.map(({ name, positionsOverTime }) => [`${name}, positions`, "m", positionsOverTime] as const),
    ["allowed for positions", "m", allowed.positions],
    ...runs.map(({ name, coordinatesOverTime }) => [`${name}, coordinates`, "rad or m", coordinatesOverTime] as const),
    ["allowed for coordinates", "rad or m", allowed.coordinates],
  ];
  return {
    names: columns.map(([name]) => name),
    units: columns.map(([, unit]) => unit),
    time,
    columns: columns.map(([, , values]) => values),
    metadata: {},
    summary: {},
  };
}
