import type * as Kinetree from "kinetree";
import type * as Arithmetic from "kinetree/graph";
import type * as Random from "kinetree/random";
import type * as Systems from "kinetree/systems";

/* What the same code must compute to the same bits in Node and in a browser. */

/** The entry points that the scenarios use, in one object. */
export type Library = typeof Kinetree & typeof Arithmetic & typeof Random & typeof Systems;

/** Hashes of all results by name. Self-contained: its text is sent to the page. */
export function computeHashes(kinetree: Library): Record<string, string> {
  const { hashNumbers, simulate } = kinetree;
  const hashes: Record<string, string> = {};

  const lander = kinetree.lander();
  for (const integrator of ["dormand-prince", "dop853", "rkf45"] as const) {
    const result = simulate(lander, 2, {
      integrator,
      state: {
        q: { hip0: 0.3, knee1: -0.2 },
        v: { root: [0.1, 0.2, 0.3, 1, 2, -3], hip2: 1.5, knee4: -2 },
      },
      measures: { foot: (probe) => probe.position("lower0", [0, 0, -1])[2] },
      events: [{ name: "low", when: (probe) => kinetree.add(probe.position("lower3", [0, 0, -1])[2], 2) }],
    });
    const states = result.events.map(({ state }) => [state.t, ...state.q, ...state.v]).flat();
    hashes[`lander, ${integrator}`] = hashNumbers(result.t, result.rows, states);
  }
  for (const formulation of ["articulated", "mass-matrix"] as const) {
    const top = simulate(kinetree.heavyTop(), 2, {
      formulation,
      integrator: "rk4",
      step: 1e-3,
      state: { q: { pivot: [0.8, 0.6, 0, 0] }, v: { pivot: [0.5, 1, 20] } },
    });
    hashes[`heavy top, ${formulation}`] = hashNumbers(top.t, top.rows);
  }

  // The elementary functions in a kernel, as measures of a coordinate that runs over a grid.
  const slide = kinetree
    .mechanism("grid")
    .gravity(0, 0, 0)
    .body("point", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("x", { parent: "ground", child: "point", axis: [1, 0, 0] })
    .build();
  const unary = ["sin", "cos", "tan", "exp", "atan", "asin", "acos", "log", "sqrt"] as const;
  const measures: Record<string, (probe: Kinetree.Probe) => Kinetree.Num> = {
    atan2: (probe) => kinetree.atan2(probe.q("x"), kinetree.sub(probe.q("x"), 0.3)),
    pow: (probe) => kinetree.pow(kinetree.abs(probe.q("x")), 1.7),
  };
  for (const name of unary) {
    const inside = name === "asin" || name === "acos" ? 1 / 16 : 1;
    const positive = name === "log" || name === "sqrt";
    measures[name] = (probe) => {
      const x = kinetree.mul(inside, probe.q("x"));
      return kinetree[name](positive ? kinetree.abs(x) : x);
    };
  }
  const grid = kinetree.createSimulation(slide, { measures, integrator: "rk4", step: 1 });
  const curves = grid.run(30, { state: { q: { x: -15 }, v: { x: 1 } }, sampleEvery: 1 / 128 });
  for (const name of Object.keys(measures)) hashes[`grid of ${name}`] = hashNumbers(curves.column(name));

  // The same functions of numbers known now, without a kernel.
  for (const name of unary) {
    const values: number[] = [];
    for (let k = -2000; k <= 2000; k++) {
      const x = name === "asin" || name === "acos" ? k / 2000 : k / 37;
      values.push(kinetree[name](name === "log" || name === "sqrt" ? Math.abs(x) : x) as number);
    }
    hashes[`numbers of ${name}`] = hashNumbers(values);
  }
  return hashes;
}

/** Hash of a batch of pendulums with events, on this thread or on workers. Self-contained, as above. */
export async function computeBatch(kinetree: Library, workers: Kinetree.WorkerPool | undefined): Promise<string> {
  const result = await kinetree.runBatch(kinetree.pendulum(), {
    tEnd: 1,
    samples: 60,
    chunkSize: 4,
    sample: (i) => ({
      parameters: { length: 0.3 + 2 * kinetree.uniform(7, i, "length") },
      state: { q: { hinge: 3 * kinetree.uniform(7, i, "angle") }, v: { hinge: kinetree.normal(7, i, "rate") } },
      tEnd: 1 + 3 * kinetree.uniform(7, i, "end"),
    }),
    events: [{ name: "down", when: (probe) => probe.q("hinge") }],
    measures: { height: (probe) => probe.position("bob", [0, 0, -1])[2] },
    ...(workers ? { workers } : {}),
  });
  const { t, q, v, measures, events, accepted, rejected } = result;
  return kinetree.hashNumbers(t, q, v, measures, events, accepted, rejected);
}
