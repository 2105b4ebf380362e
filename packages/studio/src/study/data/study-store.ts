import { create } from "zustand";
import type { Job, StudyInfo } from "../../api/types.js";
import type { Engine } from "../../engine/client.js";
import type { ReplayedSample } from "../../engine/protocol.js";
import type { Filter, FilterMask } from "./filter-mask.js";
import type { StudyTable } from "./study-table.js";

/** A sample that is replayed, or was. */
export interface Replay {
  /** Row of the study. */
  readonly row: number;
  /** Which colour of the series it has. */
  readonly colour: number;
  readonly state: "waiting" | "running" | "done" | "failed";
  readonly sample: ReplayedSample | null;
  /** Whether the row that was computed anew is the stored one; null before that. */
  readonly verdict: Verdict | null;
  /** How long it took [ms]. */
  readonly took: number;
  /** Why it could not be run. */
  readonly trouble: string | null;
}

/** A replayed row against the stored one. */
export interface Verdict {
  readonly isSame: boolean;
  readonly hash: string;
  readonly storedHash: string;
  /** Names of columns that differ. */
  readonly differing: readonly string[];
}

/** The engine that replays samples of the study that is open. */
export interface ReplayHost {
  readonly engine: Engine;
  readonly opening: number;
  /** Settles when the study can be replayed. */
  readonly ready: Promise<unknown>;
  /** When it began what it works on [ms]; null while it rests. */
  since: number | null;
}

/** What the page shows of a study. */
export interface StudyState {
  /** Counts up with every study that is opened, so that what comes late can be told. */
  readonly opening: number;
  readonly name: string;
  /** What the server says; null for a dropped file. */
  readonly info: StudyInfo | null;
  /** Why samples cannot be replayed; null if they can. */
  readonly noReplay: string | null;
  readonly table: StudyTable | null;
  readonly isLoading: boolean;
  readonly trouble: { readonly title: string; readonly message: string } | null;

  readonly filters: readonly Filter[];
  readonly mask: FilterMask | null;
  /** From the last change of a filter to the plots that follow it [ms]; null before the first. */
  readonly answered: number | null;
  /** Column that tells classes apart; null for one colour. */
  readonly colourBy: string | null;
  readonly axes: { readonly x: string | null; readonly y: string | null };
  /** Columns whose distributions are shown. */
  readonly distributions: readonly string[];
  /** Output that tables and correlations are about. */
  readonly output: string | null;
  /** Place of the row under the pointer; -1 for none. */
  readonly hovered: number;

  readonly replays: readonly Replay[];
  /** null until a sample is replayed. */
  readonly replayHost: ReplayHost | null;
  readonly job: Job | null;
  readonly jobTrouble: string | null;
}

/** Nothing is open. */
export const studyDefaults: StudyState = Object.freeze({
  opening: 0,
  name: "",
  info: null,
  noReplay: null,
  table: null,
  isLoading: false,
  trouble: null,
  filters: [],
  mask: null,
  answered: null,
  colourBy: null,
  axes: { x: null, y: null },
  distributions: [],
  output: null,
  hovered: -1,
  replays: [],
  replayHost: null,
  job: null,
  jobTrouble: null,
});

/** What the study page knows; changed by the functions of study-actions.ts, job-actions.ts and replay-actions.ts alone. */
export const useStudy = create<StudyState>()(() => studyDefaults);
