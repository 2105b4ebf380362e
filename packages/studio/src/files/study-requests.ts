import { create } from "zustand";

export interface DroppedStudy {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Id of the study page that shows a dropped file. */
export const DROPPED_STUDY = "dropped";

export const useDroppedStudy = create<{ readonly study: DroppedStudy | null }>()(() => ({ study: null }));

/** Study description on the server for which the home page shows the start dialog. */
export const useAskedStudy = create<{ readonly id: string | null }>()(() => ({ id: null }));
