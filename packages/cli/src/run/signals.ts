import { EXIT } from "../failure/exit-code.js";

/** Waits for Ctrl-C, a termination, or the end of the terminal; a second one ends the program at once. */
export interface SignalWatch {
  /** Exit code of what came; null as long as nothing has. */
  readonly received: () => number | null;
  readonly stop: () => void;
}

const codes = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp } as const;

export function watchSignals(): SignalWatch {
  let code: number | null = null;
  const listeners = Object.entries(codes).map(([signal, its]) => {
    const listener = (): void => {
      code ??= its;
      stop();
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  // Without a listener a signal does what it always does: end the program.
  const stop = (): void => {
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
  return { received: () => code, stop };
}
