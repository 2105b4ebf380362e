import { describe, expect, it, test } from "vitest";
import { sub } from "../../../src/graph/num.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import { implicitNames, type ImplicitName } from "../../../src/integrate/integrators.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { piecewise } from "../../../src/model/signals.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../../src/simulate/run/checkpoint.js";
import { hashNumbers } from "../../../src/model/hash.js";
import type { SimulationResult } from "../../../src/simulate/run/result.js";
import { createSimulation, simulate } from "../../../src/simulate/simulate.js";
import { doublePendulum } from "../../../src/systems/chains/double-pendulum.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { heavyTop } from "../../../src/systems/chains/heavy-top.js";
import { pendulum } from "../../../src/systems/chains/pendulum.js";
import { drivenSlider } from "../slider.js";

/** Methods of second order reach what others do with a hundredth of the tolerance's steps less. */
const toleranceOf = (integrator: ImplicitName): number =>
  integrator === "generalized-alpha" || integrator === "hht" ? 1e-4 : 1e-6;

describe.each(implicitNames)("%s", (integrator) => {
  const tolerance = toleranceOf(integrator);

  it("samples between steps are as near to the truth as steps are", () => {
    const state = { q: { shoulder: 2, elbow: 1 } };
    const run = (options: object): SimulationResult =>
      simulate(doublePendulum(), 0.6, { state, sampleEvery: 0.0071, ...options });
    const truth = run({ integrator: "dop853", tolerance: 1e-12 });
    const found = run({ integrator, tolerance });
    const worst = Math.max(
      ...["q.shoulder", "v.elbow"].map((name) => {
        const [a, b] = [truth.column(name), found.column(name)];
        return Math.max(...b.map((value, k) => Math.abs(value - a[k]) / (1 + Math.abs(a[k]))));
      }),
    );
    expect(worst).toBeLessThan(30 * tolerance);
  });

  it("an event between steps is found where the motion passes, and ends the run there", () => {
    const when = (name: string) => ({
      events: [{ name, when: (p: { q: (joint: string) => never }) => p.q("hinge"), terminal: true }],
    });
    const state = { q: { hinge: 1 } };
    const truth = simulate(pendulum(), 2, {
      state,
      integrator: "dop853",
      tolerance: 1e-12,
      ...(when("down") as object),
    });
    const found = simulate(pendulum(), 2, { state, integrator, tolerance, ...(when("down") as object) });
    expect(found.end).toBe("event");
    expect(Math.abs(found.final.t - truth.final.t)).toBeLessThan(30 * tolerance);
    expect(Math.abs(found.final.q[0])).toBeLessThan(1e-12);
    expect(found.events.length).toBe(1);
  });

  it("a load that jumps is felt from its instant on", () => {
    const kicked = mechanism("kicked")
      .body("cart", { mass: 2, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
      .jointForce("kick", {
        joint: "rail",
        force: piecewise([
          [0.1, 4],
          [0.3, -6],
          [0.4, 0],
        ]),
      })
      .build();
    const { final } = simulate(kicked, 0.5, { integrator, tolerance });
    // 2 m/s² for 0.2 s, then −3 m/s² for 0.1 s, then none for 0.1 s: methods of any order above 1 follow exactly.
    expect(Math.abs(final.v[0] - 0.1)).toBeLessThan(1e-9);
    expect(Math.abs(final.q[0] - (0.04 + 0.04 - 0.015 + 0.01))).toBeLessThan(10 * tolerance);
  });

  it("a controller that acts every twentieth of a second gives what it gives with explicit steps", () => {
    const options = {
      state: { q: { rail: 1 } },
      controllers: {
        pilot: ({ q, v }: { q: Float64Array; v: Float64Array }, commands: Float64Array) =>
          void (commands[0] = -4 * q[0] - 2 * v[0]),
      },
    };
    const truth = simulate(drivenSlider(0.05), 1, { ...options, integrator: "dop853", tolerance: 1e-12 });
    const found = simulate(drivenSlider(0.05), 1, { ...options, integrator, tolerance });
    expect(Math.abs(found.final.q[0] - truth.final.q[0])).toBeLessThan(100 * tolerance);
    expect(Math.abs(found.final.v[0] - truth.final.v[0])).toBeLessThan(100 * tolerance);
  });
});

const interrupted: readonly { integrator: ImplicitName; formulation?: FormulationName }[] = [
  { integrator: "bdf" },
  { integrator: "radau5" },
  { integrator: "rosenbrock" },
  { integrator: "generalized-alpha" },
  { integrator: "bdf", formulation: "constrained" },
  { integrator: "hht", formulation: "constrained" },
];

describe("stopped at any step and resumed from the bytes of its checkpoint / the run without a break, bit for bit", () => {
  const bits = (rows: readonly number[], { final, counts, energy }: SimulationResult): string =>
    JSON.stringify([hashNumbers(rows, final.q, final.v), counts, energy]);

  it.each(interrupted)("$integrator $formulation", ({ integrator, formulation }) => {
    const isLoop = formulation !== undefined;
    const model = isLoop ? fourBar() : heavyTop();
    const state = isLoop ? { v: { crank: 5 } } : { v: { pivot: [1, 2, 30] as const } };
    const options = { integrator, tolerance: 1e-3, ...(formulation ? { formulation } : {}) };
    const [first, second] = [createSimulation(model, options), createSimulation(model, options)];
    const rows: number[] = [];
    const onRow = (t: number, row: Float64Array): void => void rows.push(t, ...row);
    const whole = first.begin(0.2, { state, onRow });
    while (whole.advance(1000));
    const expected = bits(rows, whole.finish());
    const every = Math.max(1, Math.floor(whole.attempts / 6));
    for (let at = 0; at < whole.attempts; at += every) {
      rows.length = 0;
      const before = first.begin(0.2, { state, onRow });
      before.advance(at);
      const bytes = encodeCheckpoint(before.checkpoint());
      const kept = [...rows];
      before.advance(3); // what comes after the checkpoint is lost
      before.finish();
      rows.splice(0, rows.length, ...kept);
      const after = second.resume(decodeCheckpoint(bytes), { onRow });
      while (after.advance(1000));
      expect(bits(rows, after.finish())).toBe(expected);
    }
  });

  test("by another implicit method, or by one that was told something else / refused", () => {
    const run = createSimulation(pendulum(), { integrator: "bdf" }).begin(1, { state: { q: { hinge: 1 } } });
    run.advance(5);
    const checkpoint = run.checkpoint();
    for (const options of [{ integrator: "radau5" }, { integrator: "bdf", implicit: { maxOrder: 2 } }] as const)
      expect(() => createSimulation(pendulum(), options).resume(checkpoint)).toThrow("plan");
  });
});

test("an event is looked for in every step, however long: two passages are two events", () => {
  const { events } = simulate(pendulum(), 4, {
    integrator: "radau5",
    tolerance: 1e-5,
    state: { q: { hinge: 0.5 } },
    events: [{ name: "passed", when: (probe) => sub(probe.q("hinge"), 0.1) }],
  });
  // A pendulum of 1 m swings with some 2.04 s at this amplitude: twice through 0.1 in each swing.
  expect(events.length).toBe(4);
});
