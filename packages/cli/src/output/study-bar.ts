import { spell } from "../run/progress-bar.js";

/** Shorter work needs no bar [ms]. */
const QUIET_FOR = 500;
/** Between two pictures [ms]. */
const REDRAW_EVERY = 100;
const WIDTH = 24;

/** How far a study is. */
export interface SampleCounts {
  readonly rows: number;
  readonly done: number;
  /** Of these, done before this program began. */
  readonly doneBefore: number;
  readonly failed: number;
}

/** A line on a terminal that says how many samples are done and how fast; on anything else it says nothing. */
export class StudyBar {
  readonly #isOn: boolean;
  readonly #started: number;
  #drawn = -Infinity;

  constructor(isWanted: boolean, now: number) {
    this.#isOn = isWanted && process.stderr.isTTY === true;
    this.#started = now;
  }

  show(now: number, counts: SampleCounts): void {
    if (!this.#isOn || now - this.#started < QUIET_FOR || now - this.#drawn < REDRAW_EVERY) return;
    this.#drawn = now;
    const text = studyText((now - this.#started) / 1000, counts);
    process.stderr.write(`\r\x1b[K${text.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
  }

  clear(): void {
    if (this.#drawn !== -Infinity) process.stderr.write("\r\x1b[K");
    this.#drawn = -Infinity;
  }
}

/** @param wall seconds since the program began */
export function studyText(wall: number, { rows, done, doneBefore, failed }: SampleCounts): string {
  const part = rows > 0 ? done / rows : 1;
  const filled = Math.floor(part * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  const rate = (done - doneBefore) / wall;
  const left = rate > 0 ? (rows - done) / rate : Infinity;
  const failures = failed > 0 ? `  ${failed} failed` : "";
  return `${bar} ${String(Math.floor(100 * part)).padStart(3)}%  ${spell(left)} left  ${rateText(rate)}  ${done} of ${rows}${failures}`;
}

/** "27.3 samples/s". */
export const rateText = (rate: number): string =>
  `${rate >= 100 ? rate.toFixed(0) : Number(rate.toPrecision(3))} samples/s`;
