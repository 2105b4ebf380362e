import { EXIT } from "../failure/exit-code.js";

/** Waits for Ctrl-C or a termination; a second one ends the program at once. */
export interface SignalWatch {
  /** Exit code of what came; null as long as nothing has. */
  readonly received: () => number | null;
  readonly stop: () => void;
}

export function watchSignals(): SignalWatch {
  let code: number | null = null;
  const stop = (): void => {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
    process.off("SIGHUP", onTerminate);
  };
  // Without a listener a signal does what it always does: end the program.
  const onInterrupt = (): void => {
    code ??= EXIT.interrupted;
    stop();
  };
  const onTerminate = (): void => {
    code ??= EXIT.terminated;
    stop();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  process.on("SIGHUP", onTerminate);
  return { received: () => code, stop };
}
