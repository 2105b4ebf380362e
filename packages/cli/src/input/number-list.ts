import { usage } from "../failure/errors.js";

/** What a list of whole numbers on the command line may hold. */
export interface NumberListRule {
  /** "--cases". */
  readonly flag: string;
  readonly least: number;
  readonly most: number;
  /** What the numbers are of: "cases". */
  readonly what: string;
  /** "1-4,16". */
  readonly example: string;
}

/** Whole numbers and ranges of them, "1-4,16", in rising order and each once. */
export function readNumberList(text: string, rule: NumberListRule): readonly number[] {
  const { flag, least, most, what, example } = rule;
  const bad = (why: string): Error =>
    usage("bad-value", flag, text, `${flag} ${text}: ${why}. Write it like ${example}.`);
  const found = new Set<number>();
  for (const part of text.split(",")) {
    const range = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    if (!range) throw bad(`"${part}" is neither a number nor a range`);
    const first = Number(range[1]);
    const last = range[2] === undefined ? first : Number(range[2]);
    if (first > last) throw bad(`"${part}" ends before it begins`);
    if (first < least || last > most) throw bad(`"${part}" is not among the ${what} ${least} to ${most}`);
    for (let number = first; number <= last; number++) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}
