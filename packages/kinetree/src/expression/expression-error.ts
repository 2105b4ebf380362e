import { RequestError } from "../errors/kinetree-error.js";

/** How much of a text a message shows. */
const LONGEST_SHOWN = 60;

/** A text that is not an expression; `position` is the offset of the mistake. */
export class ExpressionError extends RequestError {
  readonly position: number;

  constructor(code: string, text: string, position: number, problem: string, fix: string) {
    const around = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
    super({
      code,
      subject: `expression "${around}"`,
      value: around,
      message: `expression "${around}", character ${position + 1}: ${problem}. ${fix}`,
    });
    this.position = position;
  }
}
