import { create } from "zustand";
import type { Job, StudyInfo } from "../../api/types.js";
import type { Engine } from "../../engine/client.js";
import type { ReplayedSample } from "../../engine/protocol.js";
import type { Filter, FilterMask } from "./filter-mask.js";
import type { StudyTable } from "./study-table.js";

export interface Replay {
  readonly row: number;
  readonly colour: number;
  readonly state: "waiting" | "running" | "done" | "failed";
  readonly sample: ReplayedSample | null;
  /** Whether the replayed row equals the stored one; null before that. */
  readonly verdict: Verdict | null;
  /** How long it took [ms]. */
  readonly took: number;
  readonly trouble: string | null;
}

export interface Verdict {
  readonly isSame: boolean;
  readonly hash: string;
  readonly storedHash: string;
  readonly differing: readonly string[];
}

export interface ReplayHost {
  readonly engine: Engine;
  readonly opening: number;
  readonly ready: Promise<unknown>;
  /** Start of the current work [ms]; null while idle. */
  since: number | null;
}

export interface StudyState {
  /** Counts up with every opened study, so that late answers can be recognised. */
  readonly opening: number;
  readonly name: string;
  readonly info: StudyInfo | null;
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
  readonly distributions: readonly string[];
  readonly output: string | null;
  readonly hovered: number;

  readonly replays: readonly Replay[];
  /** null until a sample is replayed. */
  readonly replayHost: ReplayHost | null;
  readonly job: Job | null;
  readonly jobTrouble: string | null;
}

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

/** State of the study page; changed only by study-actions.ts, job-actions.ts and replay-actions.ts. */
export const useStudy = create<StudyState>()(() => studyDefaults);
