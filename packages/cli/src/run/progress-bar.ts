import { brief } from "../output/number-text.js";
import { barText, TerminalLine } from "../output/terminal-line.js";

/** Says on a terminal how far a run is. */
export class ProgressBar {
  readonly #line: TerminalLine;
  readonly #from: number;
  readonly #start: number;
  readonly #end: number;

  /** @param start where the whole run began; @param from where this program began */
  constructor(isWanted: boolean, now: number, start: number, from: number, end: number) {
    this.#line = new TerminalLine(isWanted, now);
    this.#start = start;
    this.#from = from;
    this.#end = end;
  }

  show(now: number, t: number): void {
    this.#line.draw(now, (wall) => progressText(wall, this.#start, this.#from, t, this.#end));
  }

  clear(): void {
    this.#line.clear();
  }
}

/** @param wall seconds since `from` */
export function progressText(wall: number, start: number, from: number, t: number, end: number): string {
  const part = end > start ? Math.min(1, (t - start) / (end - start)) : 1;
  const factor = (t - from) / wall;
  const left = factor > 0 ? (end - t) / factor : Infinity;
  const speed = factor >= 100 ? factor.toFixed(0) : factor.toPrecision(3);
  return `${barText(part, left)}  ${speed}× real time  t = ${brief(t, 4)} s`;
}
