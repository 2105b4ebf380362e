import type { FormulationName } from "kinetree";
import type { Comparison } from "kinetree/formulations";
import { create } from "zustand";
import type { Engine } from "../engine/client.js";
import type { ComparedMotion, OpenedModel, Trouble } from "../engine/protocol.js";
import type { RunSetup } from "../experiment/types.js";

export interface FoundComparison {
  readonly opened: OpenedModel;
  readonly setup: RunSetup;
  readonly comparison: Comparison;
  readonly motions: readonly ComparedMotion[];
}

/** State of the comparison page, kept while other pages are shown. */
export interface CompareState {
  /** Formulations that are to run; null: all that take the model. */
  readonly chosen: readonly FormulationName[] | null;
  /** Length of the motion [s]. */
  readonly span: number;
  /** null: the tolerance of the run set-up. */
  readonly tolerance: number | null;
  readonly engine: Engine | null;
  readonly work: { readonly part: number; readonly of: string } | null;
  readonly found: FoundComparison | null;
  readonly trouble: Trouble | null;
  /** Time that the overlay shows [s]. */
  readonly t: number;
  readonly playing: boolean;
  readonly hidden: ReadonlySet<string>;
}

export const useCompare = create<CompareState>()(() => ({
  chosen: null,
  span: 2,
  tolerance: null,
  engine: null,
  work: null,
  found: null,
  trouble: null,
  t: 0,
  playing: false,
  hidden: new Set<string>(),
}));
