import type { Program } from "./program.js";
import type { Run } from "./schedule.js";

/** Bytes of one slot: two lanes of a double. */
export const SLOT = 16;

export interface Places {
  /** First byte of each home record within its section; -1 if it is never used. */
  readonly start: Int32Array;
  /** Bytes of each section. */
  readonly state: number;
  readonly parameters: number;
  readonly work: number;
}

/**
 * Places for all records. State records follow one another in order of their making, so that a caller may count on it.
 * Scratch is given back after its last use, so that the accumulators of a long chain stay within a few cache lines.
 * @param entries runs of each entry point, in the order in which the entries are run
 * @param firstParameter slots at the start of the parameter section that the caller has taken
 */
export function allocate(program: Program, entries: readonly (readonly Run[])[], firstParameter: number): Places {
  const start = new Int32Array(program.records.length).fill(-1);
  let state = 0;
  let parameters = firstParameter * SLOT;
  for (const rec of program.records) {
    if (rec.home !== rec.id || rec.layout.size === 0) continue;
    if (rec.section === "state") {
      start[rec.id] = state;
      state += rec.layout.size * SLOT;
    } else if (rec.section === "parameters") {
      start[rec.id] = parameters;
      parameters += rec.layout.size * SLOT;
    }
  }

  // A record read by another entry than the one that made it stays for good.
  const lastUse = new Map<number, { entry: number; time: number } | "kept">();
  entries.forEach((runs, entry) => {
    let time = 0;
    for (const run of runs)
      for (const { step } of run.steps) {
        for (const rec of step.outputs) if (rec.section === "work") lastUse.set(rec.home, { entry, time });
        for (const rec of step.inputs) {
          if (rec.section !== "work") continue;
          const made = lastUse.get(rec.home);
          lastUse.set(rec.home, made && made !== "kept" && made.entry === entry ? { entry, time } : "kept");
        }
        time++;
      }
  });
  const free = new Map<number, number[]>(); // by size
  let work = 0;
  entries.forEach((runs, entry) => {
    let time = 0;
    for (const run of runs)
      for (const { step } of run.steps) {
        const ending: number[] = [];
        for (const rec of step.outputs) {
          if (rec.section !== "work" || rec.layout.size === 0) continue;
          const reused = free.get(rec.layout.size)?.pop();
          start[rec.home] = reused ?? work;
          if (reused === undefined) work += rec.layout.size * SLOT;
          if (ends(lastUse.get(rec.home), entry, time)) ending.push(rec.home);
        }
        for (const rec of step.inputs)
          if (
            rec.section === "work" &&
            rec.layout.size > 0 &&
            !ending.includes(rec.home) &&
            ends(lastUse.get(rec.home), entry, time)
          )
            ending.push(rec.home);
        for (const home of ending) {
          const size = program.records[home].layout.size;
          const list = free.get(size);
          if (list) list.push(start[home]);
          else free.set(size, [start[home]]);
        }
        time++;
      }
  });
  return { start, state, parameters, work };
}

const ends = (use: { entry: number; time: number } | "kept" | undefined, entry: number, time: number): boolean =>
  use !== undefined && use !== "kept" && use.entry === entry && use.time === time;
