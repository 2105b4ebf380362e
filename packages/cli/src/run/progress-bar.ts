/** Shorter runs need no bar [ms]. */
const QUIET_FOR = 500;
/** Between two pictures [ms]. */
const REDRAW_EVERY = 100;
const WIDTH = 24;

/** A line on a terminal that says how far a run is; on anything else it says nothing. */
export class ProgressBar {
  readonly #isOn: boolean;
  readonly #started: number;
  readonly #from: number;
  readonly #start: number;
  readonly #end: number;
  #drawn = -Infinity;

  /** @param start where the whole run began; @param from where this program began */
  constructor(isWanted: boolean, now: number, start: number, from: number, end: number) {
    this.#isOn = isWanted && process.stderr.isTTY === true;
    this.#started = now;
    this.#start = start;
    this.#from = from;
    this.#end = end;
  }

  show(now: number, t: number): void {
    if (!this.#isOn || now - this.#started < QUIET_FOR || now - this.#drawn < REDRAW_EVERY) return;
    this.#drawn = now;
    // A terminal that does not know its size says 0.
    const text = progressText((now - this.#started) / 1000, this.#start, this.#from, t, this.#end);
    process.stderr.write(`\r\x1b[K${text.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
  }

  clear(): void {
    if (this.#drawn !== -Infinity) process.stderr.write("\r\x1b[K");
    this.#drawn = -Infinity;
  }
}

/** @param wall seconds since `from` */
export function progressText(wall: number, start: number, from: number, t: number, end: number): string {
  const part = end > start ? Math.min(1, (t - start) / (end - start)) : 1;
  const filled = Math.floor(part * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  const factor = (t - from) / wall;
  const left = factor > 0 ? (end - t) / factor : Infinity;
  const speed = factor >= 100 ? factor.toFixed(0) : factor.toPrecision(3);
  return `${bar} ${String(Math.floor(100 * part)).padStart(3)}%  ${spell(left)} left  ${speed}× real time  t = ${Number(t.toPrecision(4))} s`;
}

/** 7 s, 1:05, 2:00:07. */
export function spell(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (x: number): string => String(x).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
