/** What the shell is told. Scripts rely on these numbers; the help and the documentation list them. */
export const EXIT = Object.freeze({
  fine: 0,
  /** The model is at fault, or the run. */
  failed: 1,
  /** The command line is at fault: an unknown option, a bad value. */
  usage: 2,
  /** A file cannot be read or written. */
  file: 3,
  /** A mistake of kinetree itself. */
  bug: 70,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const);

export const exitCodeTable: readonly (readonly [number, string])[] = Object.freeze([
  [EXIT.fine, "fine; warnings are on standard error"],
  [EXIT.failed, "the model or the run failed, or a run warned with --fail-on-warning"],
  [EXIT.usage, "wrong usage: an unknown option, a bad value"],
  [EXIT.file, "a file cannot be read or written"],
  [EXIT.bug, "a mistake of kinetree itself; please report it"],
  [EXIT.hungUp, "hung up (the terminal is gone); what was recorded is complete on disk"],
  [EXIT.interrupted, "interrupted (Ctrl-C); what was recorded is complete on disk"],
  [EXIT.terminated, "terminated; what was recorded is complete on disk"],
] as const);
