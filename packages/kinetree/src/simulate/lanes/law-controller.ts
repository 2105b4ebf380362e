import type { LaneIndex } from "../../kernel/instance.js";
import type { PlannedLaw } from "../plan/controller-laws.js";
import type { LanePair } from "./lane-pair.js";
import { commandNotFinite, type LaneController } from "./lane-controller.js";

/** A compiled law on one lane. Its memory is part of the lane. */
export function lawController(pair: LanePair, lane: LaneIndex, law: PlannedLaw, width: number): LaneController {
  const { name, memory, memoryStart, results, entry } = law;
  const cells = memoryStart.length;
  const commands = new Float64Array(width);
  return {
    measures: false,
    sample: (_, t) => {
      pair.runLaw(entry);
      const { f64, layout } = pair;
      const from = pair.index(layout.lawResults, lane) + 2 * results;
      for (let k = 0; k < cells + width; k++) {
        const value = f64[from + 2 * k];
        if (Number.isFinite(value)) continue;
        const what = k < cells ? `memory ${k}` : `command ${k - cells}`;
        throw commandNotFinite(name, value, `computes ${value} for ${what} at ${t} s, must be finite. Check its law.`);
      }
      const to = pair.index(layout.memory, lane) + 2 * memory;
      for (let k = 0; k < cells; k++) f64[to + 2 * k] = f64[from + 2 * k];
      for (let k = 0; k < width; k++) commands[k] = f64[from + 2 * (cells + k)];
      return commands;
    },
    snapshot: () => [],
    restore: () => {},
  };
}
