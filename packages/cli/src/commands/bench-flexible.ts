import { platformCases } from "kinetree";
import type { FlexibleOptions } from "../bench/flexible.js";
import { usage } from "../failure/errors.js";
import { requireTime } from "../input/quantities.js";
import type { OptionValues } from "../program/command-spec.js";

/** The options of `kinetree bench flexible`. */
export function flexibleOptions({ cases, tEnd }: OptionValues): FlexibleOptions {
  return {
    ...(typeof cases === "string" ? { cases: readCases(cases) } : {}),
    ...(typeof tEnd === "string" ? { tEnd: positiveTime(tEnd) } : {}),
  };
}

function positiveTime(text: string): number {
  const time = requireTime("--t-end", text);
  if (time > 0) return time;
  throw usage("bad-value", "--t-end", text, `--t-end "${text}" must be more than 0. Write it like 100 or "2 min".`);
}

/** Numbers and ranges of cases, "1-4,16", in rising order and each once. */
export function readCases(text: string): readonly number[] {
  const found = new Set<number>();
  for (const part of text.split(",")) {
    const range = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    if (!range) throw badCases(text, `"${part}" is neither a number nor a range`);
    const first = Number(range[1]);
    const last = range[2] === undefined ? first : Number(range[2]);
    if (first > last) throw badCases(text, `"${part}" ends before it begins`);
    if (first < 1 || last > platformCases.length)
      throw badCases(text, `"${part}" is not among the cases 1 to ${platformCases.length}`);
    for (let number = first; number <= last; number++) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

const badCases = (text: string, why: string): Error =>
  usage("bad-value", "--cases", text, `--cases ${text}: ${why}. Write it like 1-4,16.`);
