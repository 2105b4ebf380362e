import { spell } from "../run/progress-bar.js";

/** Shorter work needs no bar [ms]. */
const QUIET_FOR = 500;
/** Between two pictures [ms]. */
const REDRAW_EVERY = 100;
const WIDTH = 24;

/** A line on a terminal that says how much of some work is done, and what is being done; on anything else it says nothing. */
export class PartBar {
  readonly #isOn: boolean;
  readonly #started: number;
  #drawn = -Infinity;

  constructor(isWanted: boolean, now: number) {
    this.#isOn = isWanted && process.stderr.isTTY === true;
    this.#started = now;
  }

  /** @param part of the work that is done, 0 to 1 */
  show(now: number, part: number, doing: string): void {
    if (!this.#isOn || now - this.#started < QUIET_FOR || now - this.#drawn < REDRAW_EVERY) return;
    this.#drawn = now;
    const text = partText((now - this.#started) / 1000, part, doing);
    process.stderr.write(`\r\x1b[K${text.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
  }

  clear(): void {
    if (this.#drawn !== -Infinity) process.stderr.write("\r\x1b[K");
    this.#drawn = -Infinity;
  }
}

/** @param wall seconds since the beginning */
export function partText(wall: number, part: number, doing: string): string {
  const filled = Math.floor(part * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  const left = part > 0 ? (wall * (1 - part)) / part : Infinity;
  return `${bar} ${String(Math.floor(100 * part)).padStart(3)}%  ${spell(left)} left  ${doing}`;
}
