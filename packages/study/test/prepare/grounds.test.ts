import { describe, expect, test } from "vitest";
import { mechanism, simulate, solidSphere } from "kinetree";
import { nodeWorkers } from "kinetree/node";
import type { Study } from "../../src/description/study.js";
import { runStudy } from "../../src/prepare/run-in-memory.js";

const ball = mechanism("ball")
  .parameter("push", 1)
  .body("ball", solidSphere(1, 0.1))
  .free("base", { parent: "ground", child: "ball", at: [0, 0, 0.1] })
  .ground("road")
  .contact("skin", {
    body: "ball",
    radius: 0.1,
    terrain: "road",
    normal: { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.3 },
  })
  .build();

const road = { kind: "iso-8608", class: "C", seed: 3, length: 50 } as const;

const study: Study = {
  name: "rough",
  scenario: {
    model: "ball.json",
    grounds: { road },
    inputs: { speed: 1 },
    start: { v: { base: [0, 0, 0, "= speed", 0, 0] } },
    tEnd: 0.5,
  },
  parameters: { speed: { uniform: { min: 1, max: 2 } } },
  samples: 4,
  outputs: { height: { final: "pos.ball.z" } },
};

const options = { loadModel: () => ball };

describe("a study on a ground", () => {
  test("on threads / without, bit for bit", async () => {
    const here = await runStudy(study, options);
    const threads = await runStudy(study, { ...options, threads: 2, workers: nodeWorkers });
    expect(threads.numbers("height")).toEqual(here.numbers("height"));
  });

  test("each sample / a run on the same ground", async () => {
    const table = await runStudy(study, options);
    const [speeds, heights] = [table.numbers("speed"), table.numbers("height")];
    for (let i = 0; i < 4; i++) {
      const state = { v: { base: [0, 0, 0, speeds[i], 0, 0] } };
      const run = simulate(ball, 0.5, { state, grounds: { road }, channels: ["pos"] });
      expect(heights[i]).toBeCloseTo(run.column("pos.ball.z").at(-1) ?? NaN, 9);
    }
  });

  test("a wrong description is told with its place", async () => {
    const wrong = { ...study, scenario: { ...study.scenario, grounds: { road: { kind: "iso-8606" } } } };
    await expect(runStudy(wrong as unknown as Study, options)).rejects.toThrow('Did you mean "iso-8608"');
  });
});
