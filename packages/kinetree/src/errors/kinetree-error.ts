/** Where a value is within data: names and numbers from the outside in, such as `["bodies", 2, "mass"]`. */
export type DataPath = readonly (string | number)[];

/** Content of every error of kinetree: the subject, the value, and (in the message) the fix. */
export interface ErrorFacts {
  /** Stable, machine-readable name of the mistake, such as "inertia-triangle". */
  readonly code: string;
  /** The thing at fault, such as `body "arm"`. */
  readonly subject: string;
  /** The offending value, if there is one. */
  readonly value?: unknown;
  /** Path of the mistake in a model's description or a builder's options, also for a field that is missing; undefined where there is none. */
  readonly path?: DataPath | undefined;
  /** Names the subject and the value and ends with the fix. */
  readonly message: string;
}

/** Base of all errors of kinetree, to distinguish them from those of other code; among themselves they differ by `code`. */
export class KinetreeError extends Error {
  readonly code: string;
  readonly subject: string;
  readonly value: unknown;
  /** Path of the mistake in the input, such as `["joints", 0, "axis"]`; undefined where there is no such place. */
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

/** A request that a valid model cannot fulfil: an unknown option, a formulation that refuses, a wrong length. */
export class RequestError extends KinetreeError {}

/** A run had to stop: it diverged, a hinge lost its inertia, a step fell below the clock's resolution. */
export class SimulationError extends KinetreeError {}
