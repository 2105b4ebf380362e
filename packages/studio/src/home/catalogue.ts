/* What comes with kinetree, as a list that costs the first page a few kilobytes; a test holds it against the library. */
import { studyList, systemList } from "./catalogue-data.js";

export interface SystemCardData {
  readonly name: string;
  readonly title: string;
  /** Which heading it stands under. */
  readonly group: string;
  readonly summary: string;
  readonly bodies: number;
  readonly loops: number;
}

export interface StudyCardData {
  readonly name: string;
  readonly title: string;
  /** Default samples per case, cases and seed. */
  readonly samples: number;
  readonly cases: number;
  readonly seed: number;
  readonly system: string;
}

export const systemCards: readonly SystemCardData[] = systemList;

export const studyCards: readonly StudyCardData[] = studyList;

export const systemGroups: readonly string[] = [...new Set(systemCards.map(({ group }) => group))];

export function matches(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
