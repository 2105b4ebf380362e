import { create } from "zustand";

/** Results of a study that were dropped as a file, for the study page. */
export interface DroppedStudy {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Part of the address of the study page that shows what was dropped. */
export const DROPPED_STUDY = "dropped";

/** What was dropped last; null if nothing was. */
export const useDroppedStudy = create<{ readonly study: DroppedStudy | null }>()(() => ({ study: null }));
