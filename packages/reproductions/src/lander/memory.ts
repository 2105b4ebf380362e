import { openStudy, beginStudy } from "@kinetree/study/node";
import type { BenchContext } from "../bench/bench-study.js";
import { inScratchFolder } from "./scratch.js";

/** Between two looks [ms]. */
const LOOK_EVERY = 10;

/** Of each sample [s]: short, so that there can be many. */
const DURATION = 0.2;

/** Parts of a study whose peaks are measured separately. */
const PARTS = 10;

/** What the system says [bytes]. */
const residentSize = (): number => process.memoryUsage.rss();

/** Looks at the memory of the program again and again; the peak of a part is the most that was seen since the part before. */
export class MemoryWatch {
  readonly #read: () => number;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor({ memory = residentSize }: Pick<BenchContext, "memory">) {
    this.#read = memory;
    this.#timer = setInterval(() => this.look(), LOOK_EVERY);
    this.#timer.unref();
  }

  look(): void {
    this.#peak = Math.max(this.#peak, this.#read());
  }

  /** The peak since the last call [bytes]. */
  takePeak(): number {
    this.look();
    const peak = this.#peak;
    this.#peak = 0;
    return peak;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Many samples that went to a folder. */
export interface StreamedSamples {
  readonly samples: number;
  /** [ms] */
  readonly wall: number;
  readonly failed: number;
  /** Largest memory while each part of the samples was run, and at last while their files were put together [bytes]. */
  readonly parts: readonly { readonly done: number; readonly peak: number }[];
}

/** Runs many short swings of the pendulum into a folder. */
export async function streamSamples(
  context: BenchContext,
  samples: number,
  workers: number,
  progress: (part: number) => void,
): Promise<StreamedSamples> {
  const origin = { named: "pendulum", samples, options: { duration: DURATION } };
  return inScratchFolder(async (folder) => {
    const watch = new MemoryWatch(context);
    try {
      const parts: { done: number; peak: number }[] = [];
      const began = context.now();
      const study = await openStudy(origin);
      const { failures } = await beginStudy(folder, study, origin, {
        workers,
        onProgress: ({ done, rows }) => {
          watch.look();
          progress(done / rows);
          if (done >= ((parts.length + 1) * rows) / PARTS) parts.push({ done, peak: watch.takePeak() });
        },
      });
      parts.push({ done: samples, peak: watch.takePeak() });
      const failed = Object.values(failures).reduce((sum, each) => sum + each, 0);
      return { samples, wall: context.now() - began, failed, parts };
    } finally {
      watch.stop();
    }
  });
}
