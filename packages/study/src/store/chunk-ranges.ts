import type { RowRange } from "../prepare/prepared-study.js";

/** How the rows of a study are cut into files. */
export interface Layout {
  readonly cases: number;
  /** Of each case. */
  readonly samples: number;
  readonly chunkSize: number;
}

/** Chunks of all rows in order. None reaches across cases: each case has a model of its own. */
export function chunkRanges({ cases, samples, chunkSize }: Layout): RowRange[] {
  const ranges: RowRange[] = [];
  for (let caseIndex = 0; caseIndex < cases; caseIndex++) {
    for (let firstSample = 0; firstSample < samples; firstSample += chunkSize)
      ranges.push({ caseIndex, firstSample, count: Math.min(chunkSize, samples - firstSample) });
  }
  return ranges;
}

/** The row of the study with which a chunk begins. */
export const firstRow = ({ samples }: Layout, { caseIndex, firstSample }: RowRange): number =>
  caseIndex * samples + firstSample;

/** "0000000064-0000000127.parquet": sorts like the rows. */
export function chunkName(layout: Layout, range: RowRange): string {
  const first = firstRow(layout, range);
  const padded = (row: number): string => String(row).padStart(10, "0");
  return `${padded(first)}-${padded(first + range.count - 1)}.parquet`;
}

/**
 * Default rows per chunk: about two dozen chunks per case, so that two workers end at nearly the same time and a kill
 * loses little, but no more files than a folder likes.
 */
export function defaultChunkSize(samples: number): number {
  let size = 16;
  while (size < 256 && size * 48 <= samples) size *= 2;
  return size;
}
