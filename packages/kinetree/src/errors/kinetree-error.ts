/** What every error of kinetree says: the thing, the value, and (inside the message) the fix. */
export interface ErrorFacts {
  /** Stable, machine-readable name of the mistake, such as "inertia-triangle". */
  readonly code: string;
  /** The thing at fault, such as `body "arm"`. */
  readonly subject: string;
  /** The offending value, if there is one. */
  readonly value?: unknown;
  /** Names the thing and the value and ends with what to do about it. */
  readonly message: string;
}

/** What all errors of kinetree extend, so that they can be told from those of other code. Tell them apart by `code`. */
export class KinetreeError extends Error {
  readonly code: string;
  readonly subject: string;
  readonly value: unknown;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.name = new.target.name;
    this.code = facts.code;
    this.subject = facts.subject;
    this.value = facts.value;
  }
}

/** The description of the mechanism is at fault. */
export class ModelError extends KinetreeError {}

/** What was asked of a sound model cannot be done: an unknown option, a formulation that refuses, a wrong length. */
export class RequestError extends KinetreeError {}

/** A run had to stop: it diverged, a hinge lost its inertia, a step fell below the clock's resolution. */
export class SimulationError extends KinetreeError {}
