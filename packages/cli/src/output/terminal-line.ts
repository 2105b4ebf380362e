/** Shorter work needs no line [ms]. */
const QUIET_FOR = 500;
/** Between two pictures [ms]. */
const REDRAW_EVERY = 100;
const WIDTH = 24;

/** A line on a terminal that is drawn over again and again; on anything else it says nothing. */
export class TerminalLine {
  readonly #isOn: boolean;
  readonly #started: number;
  #drawn = -Infinity;

  constructor(isWanted: boolean, now: number) {
    this.#isOn = isWanted && process.stderr.isTTY === true;
    this.#started = now;
  }

  /** @param textAt what to say, from the seconds since the beginning; asked only when the line is drawn */
  draw(now: number, textAt: (wall: number) => string): void {
    if (!this.#isOn || now - this.#started < QUIET_FOR || now - this.#drawn < REDRAW_EVERY) return;
    this.#drawn = now;
    const text = textAt((now - this.#started) / 1000);
    // A terminal that does not know its size says 0.
    process.stderr.write(`\r\x1b[K${text.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
  }

  clear(): void {
    if (this.#drawn !== -Infinity) process.stderr.write("\r\x1b[K");
    this.#drawn = -Infinity;
  }
}

/** A bar with the part that is done, 0 to 1, and the seconds that are left. */
export function barText(part: number, left: number): string {
  const filled = Math.floor(part * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  return `${bar} ${String(Math.floor(100 * part)).padStart(3)}%  ${spell(left)} left`;
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
