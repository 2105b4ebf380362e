import { describe, expect, it } from "vitest";
import { KinetreeError } from "../../src/errors/kinetree-error.js";
import { sin } from "../../src/graph/elementary.js";
import type { Num } from "../../src/graph/graph.js";
import { mul, sub } from "../../src/graph/num.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { RunFailedError } from "../../src/simulate/run/failure.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";

const ball = mechanism("ball")
  .gravity(0, 0, -9.81)
  .body("ball", { mass: 1, inertia: [0.1, 0.1, 0.1] })
  .free("flight", { parent: "ground", child: "ball" })
  .build();

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof KinetreeError) return error.code;
    throw error;
  }
  return "none";
}

describe("events in motion that is stepped over in long strides", () => {
  it.each([2, 2.5, 5, 10])("a ball thrown up passes a height twice, in a run of %s s / z = v t - g t² / 2", (tEnd) => {
    const { events } = simulate(ball, tEnd, {
      state: { v: { flight: [0, 0, 0, 0, 0, 10] } },
      events: [{ name: "height", when: (probe) => sub(probe.position("ball")[2], 4.5) }],
    });
    const root = Math.sqrt(100 - 2 * 9.81 * 4.5);
    const expected = [(10 - root) / 9.81, (10 + root) / 9.81];
    expect(events).toHaveLength(2);
    events.forEach(({ state }, i) => expect(state.t).toBeCloseTo(expected[i], 9));
  });

  it("a wheel at constant speed passes each of 63 marks once", () => {
    const wheel = mechanism("wheel")
      .gravity(0, 0, 0)
      .body("disc", { mass: 1, inertia: [1, 1, 1] })
      .continuous("axle", { parent: "ground", child: "disc", axis: [0, 0, 1] })
      .build();
    const { events } = simulate(wheel, 10, {
      state: { q: { axle: 1e-3 }, v: { axle: 1 } },
      events: [{ name: "mark", when: (probe) => sin(mul(20, probe.q("axle"))) }],
    });
    expect(events).toHaveLength(Math.floor((20 * 10.001) / Math.PI));
  });

  it("the state at a terminal event is the last row", () => {
    const { t, final, end, column } = simulate(ball, 2, {
      state: { v: { flight: [0, 0, 0, 0, 0, 1] } },
      events: [{ name: "down", when: (probe) => probe.position("ball")[2], direction: "falling", terminal: true }],
    });
    expect(end).toBe("event");
    expect(t.at(-1)).toBe(final.t);
    expect(column("q.flight.2").at(-1)).toBe(final.q[2]);
    expect(final.t).toBeCloseTo(2 / 9.81, 9);
  });
});

describe("commands without a controller", () => {
  const cart = mechanism("cart")
    .gravity(0, 0, 0)
    .body("cart", { mass: 2, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .actuator("motor", { joint: "rail", gain: 3, upper: 4 })
    .build();

  it("act for the whole run / x = gain clamp(u) t² / 2 m", () => {
    expect(simulate(cart, 1, { u: [1] }).final.q[0]).toBeCloseTo((0.5 * 3) / 2, 9);
    expect(simulate(cart, 1, { u: [9] }).final.q[0]).toBeCloseTo((0.5 * 12) / 2, 9);
  });

  it("of samples in a batch / the same as alone", async () => {
    const batch = await runBatch(cart, { tEnd: 1, samples: 3, sample: (i) => ({ u: [i], tau: [-i] }) });
    for (let i = 0; i < 3; i++) expect(batch.q[i]).toBe(simulate(cart, 1, { u: [i], tau: [-i] }).final.q[0]);
  });
});

describe("an actuator on a body", () => {
  /** A thruster 1 m beside the mass centre, along the body's z axis: m a = F, I α = r × F. */
  const ship = (along: "body" | "world") =>
    mechanism("ship")
      .gravity(0, 0, 0)
      .body("hull", { mass: 2, inertia: [3, 5, 3] })
      .free("flight", { parent: "ground", child: "hull" })
      .actuator("thruster", { at: { body: "hull", at: [1, 0, 0] }, axis: [0, 0, 2], along })
      .build();

  it("turns with the body, or not", () => {
    const h = 1e-3; // s: v and ω after h are a h and α h to O(h³)
    for (const along of ["body", "world"] as const) {
      const { final } = simulate(ship(along), h, { u: [10] });
      expect(final.v[1] / h).toBeCloseTo(-10 / 5, 6); // (1, 0, 0) × (0, 0, 10) = (0, -10, 0)
      expect(final.v[5] / h).toBeCloseTo(10 / 2, 6);
    }
    // After a quarter turn about y the body's z axis points along the world's x.
    const turned = { q: { flight: [0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0] } };
    const body = simulate(ship("body"), h, { u: [10], state: turned }).final;
    const world = simulate(ship("world"), h, { u: [10], state: turned }).final;
    expect(body.q[0] / (h * h)).toBeCloseTo(2.5, 5);
    expect(world.q[2] / (h * h)).toBeCloseTo(2.5, 5);
  });
});

describe("runs that would not end", () => {
  const stiff = mechanism("stiff")
    .gravity(0, 0, -9.81)
    .body("speck", { mass: 1e-6, inertia: [1e-9, 1e-9, 1e-9] })
    .prismatic("rail", { parent: "ground", child: "speck", axis: [0, 0, 1], damping: 1e4 })
    .build();

  it("give up after maxSteps, name it, and keep what was recorded", () => {
    const failed = ((): RunFailedError => {
      try {
        simulate(stiff, 1, { maxSteps: 1000 });
      } catch (error) {
        if (error instanceof RunFailedError) return error;
        throw error;
      }
      throw new Error("the run was expected to give up");
    })();
    expect(failed.code).toBe("too-many-steps");
    expect(failed.subject).toBe('joint "rail" of body "speck"');
    expect(failed.recorded.t[0]).toBe(0);
  });

  it("end when whoever watches says so", () => {
    const { end, final } = simulate(stiff, 1, { onProgress: () => false });
    expect(end).toBe("stopped");
    expect(final.t).toBeLessThan(1);
  });

  it("are a recorded failure of a sample in a batch", async () => {
    const { end } = await runBatch(stiff, {
      tEnd: 1,
      samples: 2,
      maxSteps: 500,
      sample: (i) => ({ tEnd: i === 0 ? 1 : 1e-12 }),
    });
    expect(end).toEqual(["too-many-steps", "finished"]);
  });
});

describe("mistakes that would go unnoticed", () => {
  const model = pendulum();

  it("operators on expressions are refused by the name of the event", () => {
    // What JavaScript makes of them: NaN.
    const wrong = (probe: { q: (joint: string) => Num }): Num => (probe.q("hinge") as number) - 1;
    expect(codeOf(() => simulate(model, 1, { events: [{ name: "late", when: wrong }] }))).toBe("measure-not-a-number");
  });

  it("a run inside a run of the same simulation is refused", () => {
    const simulation = createSimulation(model);
    const inner = (): unknown => simulation.run(100, { onProgress: () => simulation.run(1) });
    expect(codeOf(inner)).toBe("run-within-run");
    expect(codeOf(() => simulation.run(1))).toBe("none"); // and usable again
  });

  it("a hinge without inertia is explained before the first step", () => {
    const point = mechanism("point")
      .body("mass", { mass: 1, inertia: [0, 0, 0] })
      .revolute("own axis", { parent: "ground", child: "mass", axis: [0, 0, 1] })
      .build();
    expect(() => simulate(point, 1)).toThrow(/own axis.*inertia/s);
  });

  it("a row that was not recorded is refused", () => {
    expect(codeOf(() => simulate(model, 1).stateAt(500))).toBe("row-range");
  });
});
