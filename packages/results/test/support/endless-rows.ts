import type { ResultHeader } from "../../src/result-header.js";

export function endlessHeader(channels: number): ResultHeader {
  const names = Array.from({ length: channels }, (_, j) => `q.j${j}`);
  return { names, units: names.map(() => "rad"), metadata: { model: '"endless"' } };
}

/** Row `i`: numbers that tell where they belong. */
export function fillRow(row: Float64Array, i: number): void {
  for (let j = 0; j < row.length; j++) row[j] = i + j / 1024;
}
