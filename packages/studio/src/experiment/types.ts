import type { DriftControl, FormulationName, IntegratorName, LoopClosing } from "kinetree";

/** Where a model comes from: enough to make it again anywhere. */
export type ModelSource =
  | { readonly kind: "system"; readonly name: string; readonly options: Readonly<Record<string, number | string>> }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly text: string;
      /** Files that it names (meshes, included files), by the path as written. Not part of addresses. */
      readonly files?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
      /** Id on the server, so that files next to it can be fetched; null for a dropped file. */
      readonly served: string | null;
      readonly base?: "fixed" | "free";
    };

/** Exact initial state by joint names, as links store it. */
export interface Start {
  /** [s] */
  readonly t: number;
  readonly q: Readonly<Record<string, readonly number[]>>;
  readonly v: Readonly<Record<string, readonly number[]>>;
  /** Contact states; empty before any contact. */
  readonly z: readonly number[];
}

export interface RunSetup {
  readonly formulation: FormulationName | "auto";
  readonly integrator: IntegratorName | "auto";
  /** Of adaptive steps; ignored with a fixed step. */
  readonly tolerance: number;
  /** Fixed step [s]; null for adaptive steps. */
  readonly step: number | null;
  /** Of the formulation "embedded"; no others look at it. */
  readonly closure: LoopClosing | "auto";
  readonly drift: DriftControl;
  /** Time between recorded rows [s]. */
  readonly sampleEvery: number;
}

/** A spring between a point of a body and a target in the world: an interactive pull (mouse drag). */
export interface Hold {
  readonly body: string;
  /** In the body frame [m]. */
  readonly point: readonly [number, number, number];
  /** In the world [m]. */
  readonly target: readonly [number, number, number];
}

/** A change of what pulls, before the attempt that follows so many; null: the body is let go. */
export interface Drag {
  readonly attempts: number;
  readonly hold: Hold | null;
}

export interface Experiment {
  readonly source: ModelSource;
  readonly parameters: Readonly<Record<string, number>>;
  /** null: the model's own initial state. */
  readonly start: Start | null;
  readonly setup: RunSetup;
  /** Mouse drags of the run, in order; left out if there were none. */
  readonly drags?: readonly Drag[];
}

export const setupDefaults: RunSetup = Object.freeze({
  formulation: "auto",
  integrator: "dormand-prince",
  tolerance: 1e-8,
  step: null,
  closure: "auto",
  drift: "projection",
  sampleEvery: 1 / 120,
});
