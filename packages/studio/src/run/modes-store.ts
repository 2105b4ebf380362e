import { create } from "zustand";
import type { FoundModes, Trouble } from "../engine/protocol.js";
import type { RunHistory } from "./history.js";

/** Natural motions of the pose that is shown, and the one that is animated. Changed by the functions of modes.ts alone. */
export interface ModesState {
  readonly isAsking: boolean;
  readonly found: FoundModes | null;
  readonly trouble: Trouble | null;
  readonly selected: number | null;
  /** Largest displacement that is drawn, as a share of the model's size. */
  readonly size: number;
  readonly isPlaying: boolean;
  /** One swing of the selected mode, over a period of 1 s. */
  readonly motion: RunHistory | null;
}

export const noModes: ModesState = Object.freeze({
  isAsking: false,
  found: null,
  trouble: null,
  selected: null,
  size: 0.1,
  isPlaying: false,
  motion: null,
});

export const useModes = create<ModesState>()(() => noModes);
