/* What the page and the engine's worker say to each other. */
import type { Counts, ErrorFacts, FormulationName, Model } from "kinetree";
import type { Comparison } from "kinetree/formulations";
import type { ImplicitCounts } from "kinetree/implicit";
import type { FormatIssue } from "kinetree/formats";
import type { Drag, Experiment, Hold, ModelSource, RunSetup, Start } from "../experiment/types.js";
import type { StudyInfo } from "../api/types.js";
import type { Flexibles } from "./flexible-protocol.js";
import type { FoundModes, HeldJoints } from "./mode-protocol.js";

export type { Drag, Hold } from "../experiment/types.js";
export type { FlexibleInfo, Flexibles, FlexibleShape } from "./flexible-protocol.js";
export type { FoundModes, HeldJoints, ModeInfo } from "./mode-protocol.js";

/** An error for the user: subject, value and fix; with places in files. */
export interface Trouble extends Pick<ErrorFacts, "code" | "subject"> {
  readonly message: string;
  readonly issues: readonly FormatIssue[];
  /** Time at which a run failed [s]. */
  readonly t?: number;
}

export interface Finding {
  readonly severity: "warning" | "note";
  readonly message: string;
  /** The body, joint, … that it is about; null for the whole model. */
  readonly of: Target | null;
  readonly line: number | null;
}

export interface Target {
  readonly kind:
    | "body"
    | "joint"
    | "loop"
    | "load"
    | "actuator"
    | "controller"
    | "contact"
    | "tyre"
    | "terrain"
    | "constraint"
    | "shaft"
    | "drive"
    | "frame";
  readonly name: string;
}

/** A formulation, and why it cannot take the model; null if it can. */
export interface FormulationInfo {
  readonly name: FormulationName;
  readonly refusal: string | null;
}

export interface CoordinateInfo {
  /** Column name, such as "q.elbow" or "q.root.3". */
  readonly name: string;
  readonly joint: string;
  readonly index: number;
  readonly at: number;
  readonly unit: string;
  /** Range of a slider; limits of the joint where it has any. */
  readonly lower: number;
  readonly upper: number;
  /** Quaternions are not moved one number at a time. */
  readonly kind: "angle" | "length" | "quaternion";
}

export interface ChannelInfo {
  readonly name: string;
  readonly unit: string;
  /** "q", "pos", "energy", …, or "closure". */
  readonly group: string;
}

export interface Posed {
  readonly start: Start;
  readonly q: Float64Array;
  /** Seven numbers a body in the order of the model: position, then quaternion w, x, y, z, in the world. */
  readonly poses: Float64Array;
  /** Largest residual of the closures [m, or rad]; 0 without loops. */
  readonly closure: number;
  readonly moved: readonly string[];
}

export interface OpenedModel {
  readonly source: ModelSource;
  readonly model: Model;
  /** The model with every expression replaced by its value for the parameters at hand: all numbers are plain. */
  readonly numbers: Model;
  readonly parameters: Readonly<Record<string, number>>;
  readonly hash: string;
  readonly counts: Counts;
  readonly degreesOfFreedom: number;
  readonly cuts: readonly string[];
  /** [kg] */
  readonly totalMass: number;
  readonly findings: readonly Finding[];
  readonly formulations: readonly FormulationInfo[];
  /** The choice of "auto", and its reason. */
  readonly automatic: { readonly name: FormulationName; readonly reason: string } | null;
  readonly coordinates: readonly CoordinateInfo[];
  readonly channels: readonly ChannelInfo[];
  /** null if all bodies are rigid. */
  readonly flexible: Flexibles | null;
  readonly posed: Posed;
}

export interface RunStatus {
  /** Counts up with every start, so that late messages can be recognised. */
  readonly run: number;
  readonly state: "compiling" | "running" | "paused" | "ended" | "failed";
  readonly t: number;
  /** Simulated seconds a second, lately; 0 while paused. */
  readonly realTimeFactor: number;
  /** Share of one core that the physics takes, lately. */
  readonly physicsShare: number;
  readonly steps: { readonly accepted: number; readonly rejected: number };
  readonly formulation: string;
  readonly formulationReason: string;
  readonly integrator: string;
  /** The integrator that an automatic run uses now, and why; null for other runs. */
  readonly integratorNow: { readonly name: string; readonly reason: string } | null;
  /** Work of implicit integrators; null for explicit ones. */
  readonly implicit: ImplicitCounts | null;
  /** Advice from the run: an integrator that would be faster, and why. */
  readonly advice: string | null;
  /** Reasons not to trust the run. */
  readonly warnings: readonly string[];
  /** Kernel size [bytes] and time it took to make [ms]. */
  readonly compileMs: number;
  /** "failed": why. */
  readonly trouble: Trouble | null;
  readonly last: Start | null;
}

export interface Rows {
  readonly run: number;
  readonly t: Float64Array;
  readonly values: Float64Array;
}

export interface RunColumns {
  readonly run: number;
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** First column of each body's position (x, y, z) and quaternion (w, x, y, z), in the order of the model. */
  readonly position: Int32Array;
  readonly quaternion: Int32Array;
}

export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A companion file, such as the metadata of a CSV file. */
  readonly beside?: MadeFile;
}

export interface ReplayedSample {
  readonly row: number;
  readonly caseName: string;
  readonly sample: number;
  readonly values: Readonly<Record<string, number>>;
  readonly cells: readonly (number | string | null)[];
  /** Of the numbers of the row, as `hashNumbers` has it. */
  readonly hash: string;
  readonly failure: string | null;
  readonly model: Model;
  /** The model with plain numbers for this sample. */
  readonly numbers: Model;
  readonly flexible: Flexibles | null;
  readonly columns: RunColumns;
  readonly rows: Rows;
  readonly experiment: Experiment | null;
}

export interface ComparedMotion {
  readonly name: FormulationName;
  readonly columns: RunColumns;
  readonly rows: Rows;
}

export interface EngineCalls {
  /** The token with which files are read from the server. */
  useToken(token: string | null): null;
  open(source: ModelSource, parameters: Readonly<Record<string, number>>, start: Start | null): OpenedModel;
  /** Other parameters for the open model; keeps the pose as near as loops allow. */
  setParameters(parameters: Readonly<Record<string, number>>): OpenedModel;
  /** Moves coordinates (by column name) of the pose and closes the loops again, those named staying put. */
  pose(from: Start, moves: Readonly<Record<string, number>>): Posed;
  /** Modes about a pose at zero speed. `held` null: locks joints only if the model needs it. */
  modes(from: Start, held: HeldJoints | null): FoundModes;
  /** One swing of a mode that was found last, as rows over a period of 1 s; its largest displacement is that share of the model's size. */
  modeMotion(mode: number, size: number): { readonly columns: RunColumns; readonly rows: Rows };
  settle(from: Start): Posed;
  /**
   * Compiles and starts a run of the open model, paused. Its columns and rows follow as events. `channels` beside the usual ones.
   * `append`: goes on with the run there is, from a state of it (rows after that are forgotten), as one more leg. `drags` are
   * repeated at their attempts, until a body is dragged anew.
   */
  begin(
    setup: RunSetup,
    start: Start,
    parameters: Readonly<Record<string, number>>,
    channels: readonly string[],
    append: boolean,
    drags?: readonly Drag[],
  ): RunColumns;
  /** Simulated seconds a second; Infinity for as fast as possible. */
  play(speed: number): null;
  pause(): null;
  advance(): null;
  runTo(t: number): null;
  hold(hold: Hold | null): null;
  /** Mouse drags of the newest leg; one in progress ends here. */
  drags(): readonly Drag[];
  /** The run so far again, with these channels recorded too: the same bits, more columns. Rows come back at once. */
  record(channels: readonly string[]): { readonly columns: RunColumns; readonly rows: Rows };
  startAt(t: number): Start;
  compare(
    setup: RunSetup,
    start: Start,
    parameters: Readonly<Record<string, number>>,
    tEnd: number,
    names: readonly FormulationName[],
  ): {
    readonly comparison: Comparison;
    readonly motions: readonly ComparedMotion[];
  };
  encode(
    format: "csv" | "parquet" | "mcap",
    name: string,
    columns: Pick<RunColumns, "names" | "units">,
    rows: Pick<Rows, "t" | "values">,
    metadata: Readonly<Record<string, string>>,
    summary?: Readonly<Record<string, string>>,
  ): MadeFile;
  /** Reads a result file (CSV, Parquet, MCAP); `sidecar` is the text of a CSV file's JSON file. */
  readResult(name: string, bytes: Uint8Array<ArrayBuffer>, sidecar?: string | null): ResultFile;
  prepareStudy(info: StudyInfo): { readonly rows: number };
  replay(row: number, sampleEvery: number | null): ReplayedSample;
}

export interface ResultFile {
  readonly name: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly t: Float64Array;
  /** Row after row. */
  readonly values: Float64Array;
  readonly metadata: Readonly<Record<string, string>>;
  /** Problems of the file, such as that it is incomplete. */
  readonly warnings: readonly string[];
}

export type EngineEvent =
  | { readonly type: "columns"; readonly columns: RunColumns }
  | { readonly type: "rows"; readonly rows: Rows }
  | { readonly type: "status"; readonly status: RunStatus }
  /** Progress of the current work, 0 to 1. */
  | { readonly type: "progress"; readonly part: number; readonly of: string };
