/** Where a value is within data: names and numbers from the outside in, such as `["bodies", 2, "mass"]`. */
export type DataPath = readonly (string | number)[];

/** What every error of kinetree says: the thing, the value, and (inside the message) the fix. */
export interface ErrorFacts {
  /** Stable, machine-readable name of the mistake, such as "inertia-triangle". */
  readonly code: string;
  /** The thing at fault, such as `body "arm"`. */
  readonly subject: string;
  /** The offending value, if there is one. */
  readonly value?: unknown;
  /**
   * Where the mistake is in what was given: in the description of a model, or in the options of a builder's call. It leads
   * to the parent and then one step further where something is missing. Left out where there is no such place.
   */
  readonly path?: DataPath | undefined;
  /** Names the thing and the value and ends with what to do about it. */
  readonly message: string;
}

/** What all errors of kinetree extend, so that they can be told from those of other code. Tell them apart by `code`. */
export class KinetreeError extends Error {
  readonly code: string;
  readonly subject: string;
  readonly value: unknown;
  /** Where the mistake is in what was given, such as `["joints", 0, "axis"]`; undefined where there is no such place. */
  readonly path: DataPath | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.name = new.target.name;
    this.code = facts.code;
    this.subject = facts.subject;
    this.value = facts.value;
    this.path = facts.path;
  }
}

/** The description of the mechanism is at fault. */
export class ModelError extends KinetreeError {}

/** What was asked of a sound model cannot be done: an unknown option, a formulation that refuses, a wrong length. */
export class RequestError extends KinetreeError {}

/** A run had to stop: it diverged, a hinge lost its inertia, a step fell below the clock's resolution. */
export class SimulationError extends KinetreeError {}
