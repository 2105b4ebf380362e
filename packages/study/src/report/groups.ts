import type { CaseData, StudyData } from "./study-data.js";

/** Cases that are drawn into one frame. */
export interface Panel {
  /** What they have in common; "" if there is one panel only. */
  readonly title: string;
  readonly series: readonly Series[];
}

/** A case in a frame. */
export interface Series {
  readonly name: string;
  /** The same name has the same colour in all panels. */
  readonly color: number;
  readonly of: CaseData;
}

/** More lines than this in one frame cannot be distinguished. */
const MOST_SERIES = 6;
/** More frames than this of one output are not looked at. */
const MOST_PANELS = 4;

/** Cases in frames of a few: all together, or by a factor; null where there are too many for either. */
export function panelsOf({ cases }: StudyData): readonly Panel[] | null {
  if (cases.length <= MOST_SERIES)
    return [{ title: "", series: cases.map((of, color) => ({ name: of.name, color, of })) }];
  const factors = [...new Set(cases.flatMap((each) => Object.keys(each.factors)))];
  const levels = (factor: string): string[] => [...new Set(cases.map((each) => each.factors[factor] ?? ""))];
  const fitting = factors
    .map((factor) => ({ factor, values: levels(factor) }))
    .filter(
      ({ factor, values }) =>
        values.length <= MOST_PANELS &&
        values.every((value) => cases.filter((each) => (each.factors[factor] ?? "") === value).length <= MOST_SERIES),
    )
    .sort((a, b) => a.values.length - b.values.length)[0];
  if (fitting === undefined) return null;
  const { factor, values } = fitting;
  const others = factors.filter((each) => each !== factor);
  const nameOf = (each: CaseData): string => others.map((other) => each.factors[other] ?? "").join(", ") || each.name;
  const names = [...new Set(cases.map(nameOf))];
  return values.map((value) => ({
    title: `${factor} ${value}`,
    series: cases
      .filter((each) => (each.factors[factor] ?? "") === value)
      .map((of) => ({ name: nameOf(of), color: names.indexOf(nameOf(of)), of })),
  }));
}
