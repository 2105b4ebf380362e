import { defineStudy, type Study } from "../description/study.js";

/** A study small enough for a tutorial: how much a pendulum's swing varies when its sizes do. */
export const pendulumStudy: Study = defineStudy({
  name: "pendulum",
  title: "a damped pendulum whose length, damping and start vary",
  description: "How uncertain are the period, the load of the hinge and the energy that is left after 20 s?",
  scenario: { named: "pendulum" },
  parameters: {
    length: { normal: { mean: "1 m", std: "2 cm" } },
    damping: { logNormal: { median: "0.05 N*m*s/rad", sigma: 0.3 } },
    angle: { truncatedNormal: { mean: "60 deg", std: "10 deg", min: "30 deg", max: "90 deg" } },
  },
  sampler: "latin-hypercube",
  samples: 200,
  seed: 1,
  outputs: {
    peakLoad: { max: "sqrt(load.hinge.fx^2 + load.hinge.fz^2)", time: true, unit: "N", description: "of the hinge" },
    peakSpeed: { maxAbs: "v.hinge", time: true },
    halfSwing: { timeOf: "turn" },
    period: { expression: "2*halfSwing", unit: "s", description: "of the first swing" },
    energy: {
      final: "0.5*mass*(length*v.hinge)^2 + mass*gravity*length*(1 - cos(q.hinge))",
      unit: "J",
      description: "left at the end, above hanging at rest",
    },
    overloaded: { predicate: "peakLoad > 2.2*mass*gravity" },
  },
});
