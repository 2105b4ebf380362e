import { RequestError } from "../errors/kinetree-error.js";

/** A text meant as a quantity or a unit that cannot be taken as one. */
export class UnitError extends RequestError {}

/** Texts come from files: a message shows no more than this of them. */
const LONGEST_SHOWN = 60;

export const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

export const unitError = (code: string, text: string, message: string): UnitError =>
  new UnitError({ code, subject: `quantity ${shown(text)}`, value: text, message });
