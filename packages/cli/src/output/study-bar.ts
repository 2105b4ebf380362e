import { briefRate } from "./number-text.js";
import { barText, TerminalLine } from "./terminal-line.js";

/** How far a study is. */
export interface SampleCounts {
  readonly rows: number;
  readonly done: number;
  /** Of these, done before this program began. */
  readonly doneBefore: number;
  readonly failed: number;
}

/** Says on a terminal how many samples are done, and how fast. */
export class StudyBar {
  readonly #line: TerminalLine;

  constructor(isWanted: boolean, now: number) {
    this.#line = new TerminalLine(isWanted, now);
  }

  show(now: number, counts: SampleCounts): void {
    this.#line.draw(now, (wall) => studyText(wall, counts));
  }

  clear(): void {
    this.#line.clear();
  }
}

/** @param wall seconds since the program began */
export function studyText(wall: number, { rows, done, doneBefore, failed }: SampleCounts): string {
  const rate = (done - doneBefore) / wall;
  const left = rate > 0 ? (rows - done) / rate : Infinity;
  const failures = failed > 0 ? `  ${failed} failed` : "";
  return `${barText(rows > 0 ? done / rows : 1, left)}  ${rateText(rate)}  ${done} of ${rows}${failures}`;
}

/** "27.3 samples/s". */
export const rateText = (rate: number): string => `${briefRate(rate)} samples/s`;
