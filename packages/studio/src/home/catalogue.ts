/* What comes with kinetree, as a list that costs the first page a few kilobytes; a test holds it against the library. */
import { studyList, systemList } from "./catalogue-data.js";

/** A named mechanism, for its card. */
export interface SystemCardData {
  readonly name: string;
  readonly title: string;
  /** Which heading it stands under. */
  readonly group: string;
  /** One line, as the library has it. */
  readonly summary: string;
  readonly bodies: number;
  readonly loops: number;
}

/** A named study, for its card. */
export interface StudyCardData {
  readonly name: string;
  readonly title: string;
  /** Samples of each case, cases, and the seed, if nobody changes them. */
  readonly samples: number;
  readonly cases: number;
  readonly seed: number;
  /** The mechanism that it varies. */
  readonly system: string;
}

/** All named mechanisms, in the order of the library. */
export const systemCards: readonly SystemCardData[] = systemList;

/** All named studies. */
export const studyCards: readonly StudyCardData[] = studyList;

/** Headings in the order of the page. */
export const systemGroups: readonly string[] = [...new Set(systemCards.map(({ group }) => group))];

/** Whether all words of a search are in what a card says. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
