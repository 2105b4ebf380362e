import type { TestContext } from "@kinetree/vehicle";
import type { PartBar } from "../../output/part-bar.js";
import { watchSignals } from "../../run/signals.js";

/** Work under a progress bar that Ctrl-C ends: what it gives, or the exit code of the signal. */
export function watchedRun<T extends object>(bar: PartBar, run: (context: TestContext) => T): T | number {
  const signals = watchSignals();
  const signal = {
    get aborted(): boolean {
      return signals.received() !== null;
    },
  };
  try {
    return run({ onProgress: (part, doing) => bar.show(performance.now(), part, doing), signal });
  } catch (error) {
    const code = signals.received();
    if (code !== null) return code;
    throw error;
  } finally {
    bar.clear();
    signals.stop();
  }
}
