import { create } from "zustand";
import type { OpenedModel, Posed, ResultFile, RunStatus, Target, Trouble } from "../engine/protocol.js";
import { setupDefaults, type Drag, type Experiment, type RunSetup } from "../experiment/types.js";
import type { RunHistory } from "./history.js";

/** Elements of the 3D view besides the shapes. */
export interface DisplayOptions {
  readonly shapes: boolean;
  readonly frames: boolean;
  readonly masses: boolean;
  readonly axes: boolean;
  readonly inertia: boolean;
  readonly grid: boolean;
  readonly terrain: boolean;
  readonly names: boolean;
  readonly contactForces: boolean;
  readonly jointLoads: boolean;
  /** Bodies seen through, so that frames and axes inside show. */
  readonly translucent: boolean;
  readonly arrowScale: number;
  /** Flexible bodies in the colours of their stress, or of their displacement where stress is not known. */
  readonly stress: boolean;
  /** Stress at the upper end of the colours [Pa]; 0: the largest of the run so far. */
  readonly stressTop: number;
  readonly undeformed: boolean;
  readonly deformation: number;
  /** How many earlier positions of the run are drawn too; 0: none. */
  readonly trail: number;
  /** Time between two of them [s]. */
  readonly trailEvery: number;
}

export interface Trace {
  readonly body: string;
  /** In the body frame [m]. */
  readonly point: readonly [number, number, number];
}

export interface PlotSpec {
  readonly id: number;
  readonly channels: readonly { readonly name: string; readonly axis: number }[];
  /** Logarithmic vertical axes; values that are not positive leave gaps. */
  readonly logarithmic?: boolean;
}

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "success" | "warning" | "error";
  readonly text: string;
}

/** State of the page about the open model. Changed only by the functions of actions.ts. */
export interface StudioState {
  readonly opening: string | null;
  readonly opened: OpenedModel | null;
  readonly openTrouble: { readonly name: string; readonly trouble: Trouble; readonly text: string | null } | null;
  readonly setup: RunSetup;
  readonly experiment: Experiment | null;
  /** Drags of a link that was opened: they are repeated by a run from this pose with this set-up, until it is reset. */
  readonly script: { readonly posed: Posed; readonly setup: RunSetup; readonly drags: readonly Drag[] } | null;
  /** The pose before a run, set by sliders: the start of the next run. */
  readonly posed: Posed | null;
  readonly poseTrouble: Trouble | null;

  readonly selected: Target | null;
  readonly hovered: Target | null;
  readonly display: DisplayOptions;
  readonly traces: readonly Trace[];

  readonly status: RunStatus | null;
  /** null before the first run: `posed` is shown then. */
  readonly history: RunHistory | null;
  /** Counts up when rows have arrived, at most a few times a second, for readers that need not follow every frame. */
  readonly historyVersion: number;
  /** When it last counted up [ms of the page's clock]. */
  readonly lookedAt: number;
  /** Time shown [s]. */
  readonly cursor: number;
  readonly playing: boolean;
  /** Simulated seconds a second; Infinity: as fast as possible. */
  readonly speed: number;
  readonly looping: boolean;
  readonly duration: number | null;
  readonly channels: readonly string[];

  readonly plots: readonly PlotSpec[];
  readonly result: ResultFile | null;
  readonly notices: readonly Notice[];
  /** Long work: its progress (0 to 1, null if not known), and how to cancel it if possible. */
  readonly work: { readonly text: string; readonly part: number | null; readonly cancel?: () => void } | null;
  readonly isExporting: boolean;
}

export const displayDefaults: DisplayOptions = Object.freeze({
  shapes: true,
  frames: false,
  masses: false,
  axes: false,
  inertia: false,
  grid: true,
  terrain: true,
  names: false,
  contactForces: true,
  jointLoads: false,
  translucent: false,
  arrowScale: 1,
  stress: false,
  stressTop: 0,
  undeformed: false,
  deformation: 1,
  trail: 0,
  trailEvery: 0.1,
});

export const useStudio = create<StudioState>()(() => ({
  opening: null,
  opened: null,
  openTrouble: null,
  setup: setupDefaults,
  experiment: null,
  script: null,
  posed: null,
  poseTrouble: null,
  selected: null,
  hovered: null,
  display: displayDefaults,
  traces: [],
  status: null,
  history: null,
  historyVersion: 0,
  lookedAt: 0,
  cursor: 0,
  playing: false,
  speed: 1,
  looping: false,
  duration: null,
  channels: [],
  plots: [],
  result: null,
  notices: [],
  work: null,
  isExporting: false,
}));
