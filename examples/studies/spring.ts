import { mechanism, param, solidBox } from "kinetree";
import { defineStudy } from "@kinetree/study";

const block = mechanism("block on a spring")
  .parameter("stiffness", 100, { unit: "N/m", min: 1 })
  .parameter("mass", 1, { unit: "kg", min: 0.01 })
  .gravity(0, 0, 0)
  .body("block", solidBox(param("mass"), [0.1, 0.1, 0.1]))
  .prismatic("slide", { parent: "ground", child: "block", axis: [1, 0, 0], stiffness: param("stiffness") })
  .build();

/** A block on a spring whose sizes vary: how much does its speed vary, and when does it first pass the middle? */
export const study = defineStudy({
  name: "spring",
  title: "a block on a spring, written in TypeScript",
  scenario: {
    name: "spring",
    model: block,
    inputs: [{ name: "pull", value: 0.1, unit: "m", min: null, max: null, description: "at the start" }],
    start: ({ pull }) => ({ q: { slide: pull } }),
    tEnd: 2,
    events: [{ name: "middle", when: (probe) => probe.q("slide"), direction: "falling" }],
  },
  parameters: {
    stiffness: { uniform: { min: 80, max: 120 } },
    pull: { normal: { mean: 0.1, std: 0.01 } },
  },
  samples: 50,
  outputs: {
    quarter: { timeOf: "middle" },
    peak: { maxAbs: "v.slide" },
    last: { final: "q.slide" },
  },
});
