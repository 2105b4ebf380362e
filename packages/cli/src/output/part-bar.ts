import { barText, TerminalLine } from "./terminal-line.js";

/** Says on a terminal how much of some work is done, and what is being done. */
export class PartBar {
  readonly #line: TerminalLine;

  constructor(isWanted: boolean, now: number) {
    this.#line = new TerminalLine(isWanted, now);
  }

  /** @param part of the work that is done, 0 to 1 */
  show(now: number, part: number, doing: string): void {
    this.#line.draw(now, (wall) => partText(wall, part, doing));
  }

  clear(): void {
    this.#line.clear();
  }
}

/** @param wall seconds since the beginning */
export const partText = (wall: number, part: number, doing: string): string =>
  `${barText(part, part > 0 ? (wall * (1 - part)) / part : Infinity)}  ${doing}`;
