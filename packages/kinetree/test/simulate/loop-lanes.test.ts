import { describe, expect, it } from "vitest";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions } from "../../src/simulate/batch/batch-types.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { quarterCar } from "../../src/systems/vehicles/quarter-car.js";
import { spatialSliderCrank } from "../../src/systems/linkages/spatial-slider-crank.js";
import type { Model } from "../../src/model/types.js";

const systems: readonly { name: string; model: Model; joint: string }[] = [
  { name: "four-bar", model: fourBar(), joint: "crank" },
  { name: "quarter car", model: quarterCar(), joint: "" },
  { name: "spatial slider-crank", model: spatialSliderCrank(), joint: "crank" },
];
const cases = systems.flatMap((system) =>
  (["tree-augmented", "embedded"] as const).map((formulation) => ({ ...system, formulation })),
);

describe("samples of loops do not depend on their neighbours", () => {
  it.each(cases)("$name by $formulation", async ({ model, joint, formulation }) => {
    const options = (more: Partial<BatchOptions>): BatchOptions => ({
      tEnd: 0.5,
      samples: 5,
      // Speeds that differ a lot, so that lanes need corrections of different depth.
      sample: (i) => ({ state: joint === "" ? {} : { v: { [joint]: 0.5 + 4 * i } }, tEnd: 0.2 + 0.07 * i }),
      formulation,
      tolerance: 1e-5,
      ...more,
    });
    const together = await runBatch(model, options({}));
    expect(together.end.every((end) => end === "finished")).toBe(true);
    for (let i = 0; i < together.samples; i++) {
      const first = options({}).sample(0);
      const alone = await runBatch(model, options({ first: i, samples: 1, reference: first }));
      expect(together.stateAt(i)).toEqual(alone.stateAt(0));
      expect(together.accepted[i]).toBe(alone.accepted[0]);
    }
  });
});
