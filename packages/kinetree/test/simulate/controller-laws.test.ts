import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import type { ControllerOptions } from "../../src/model/builder/load.js";
import type { Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { simulate } from "../../src/simulate/simulate.js";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";

const arm = () =>
  mechanism("arm")
    .gravity(0, 0, -9.81)
    .parameter("target", 0.5, { unit: "rad" })
    .body("link", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1] })
    .revolute("hinge", { parent: "ground", child: "link", axis: [0, 1, 0] });

const driven = (law?: ControllerOptions<"motor">["law"], period = 0.01): Model =>
  arm()
    .actuator("motor", { joint: "hinge" })
    .controller("servo", { period, actuators: ["motor"], ...(law ? { law } : {}) })
    .build();

const servo = { commands: ["40 * (target - q.hinge) - 4 * v.hinge"] };

describe("a controller's law", () => {
  it("does what the same function does, to the last bit", () => {
    const byLaw = simulate(driven(servo), 1);
    const byFunction = simulate(driven(), 1, {
      controllers: {
        servo: ({ q, v }, commands) => {
          commands[0] = 40 * (0.5 - q[0]) - 4 * v[0];
        },
      },
    });
    expect(byLaw.rows).toEqual(byFunction.rows);
    expect(Math.abs(byLaw.final.q[0])).toBeGreaterThan(0.1);
  });

  it("remembers from one sample to the next, and commands what it has just worked out", () => {
    // Counts its samples; the command is the count, so that the work done tells how often it acted.
    const law = { memory: [{ name: "count", start: 0, next: "count + 1" }], commands: ["count"] };
    const free = mechanism("puck")
      .body("puck", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "puck", axis: [1, 0, 0] })
      .actuator("push", { joint: "rail" })
      .controller("ramp", { period: 0.1, actuators: ["push"], law })
      .build();
    // Force 1, 2, …, 10 over a tenth of a second each.
    expect(simulate(free, 1).final.v[0]).toBeCloseTo(5.5, 12);
  });

  it("runs in batches as it does alone, whoever shares the lanes", async () => {
    const model = driven({
      memory: [{ name: "late", start: 0, next: "max(late, min(1, 1000 * max(0, q.hinge - 0.3)))" }],
      commands: ["(1 - late) * (40 * (target - q.hinge) - 4 * v.hinge)"],
    });
    const start = (i: number) => ({ q: { hinge: -0.2 * i } });
    const batch = await runBatch(model, {
      tEnd: 1,
      samples: 5,
      sample: (i) => ({ state: start(i), parameters: { target: 0.4 + 0.1 * i } }),
      chunkSize: 3,
    });
    for (let i = 0; i < 5; i++) {
      const alone = simulate(model, 1, {
        state: start(i),
        parameters: { target: 0.4 + 0.1 * i },
        energyBalance: false,
      });
      expect(batch.stateAt(i).q).toEqual(alone.final.q);
      expect(batch.stateAt(i).v).toEqual(alone.final.v);
    }
  });

  it("survives the way through a file", () => {
    const model = driven({ memory: [{ name: "m", start: 2, next: "m / 2" }], commands: ["m * t"] });
    expect(readJsonModel(writeJsonModel(model)).model).toEqual(model);
  });

  it("is refused where it cannot be compiled, by name", () => {
    expect(() => driven({ commands: [] })).toThrow(InvalidModelError);
    expect(() => driven({ commands: ["q.hinge +"] })).toThrow(/command 0.*is no expression/);
    expect(() => simulate(driven({ commands: ["q.hinj"] }), 1)).toThrow(
      /controller "servo", command 0: "q.hinj".*q.hinge/s,
    );
    expect(() => simulate(driven({ commands: ["vdot.hinge"] }), 1)).toThrow(/depends on the accelerations/);
    expect(() => simulate(driven({ commands: ["1 / t"] }), 1)).toThrow(/computes Infinity for command 0 at 0 s/);
    const number = 5 as unknown as string;
    expect(() => driven({ commands: [number] })).toThrow(/command 0 is 5, must be text/);
  });

  it.each(["t", "time", "target", "q.hinge"])(
    "cannot remember a number by a name that means something else: %s",
    (name) => {
      const law = { memory: [{ name, start: 0, next: "1" }], commands: ["1"] };
      expect(() => driven(law)).toThrow(InvalidModelError);
      expect(() => driven(law)).toThrow(`memory is "${name}", which`);
    },
  );

  it("is refused where bodies are integrated, not joints, and never left out", () => {
    const absolute = { formulation: "augmented" } as const;
    expect(() => simulate(driven(servo), 0.1, absolute)).toThrow(
      /controller "servo" has a law, which formulation "augmented"/,
    );
    const byFunction = { servo: (_: unknown, commands: Float64Array) => void (commands[0] = 1) };
    expect(simulate(driven(servo), 0.1, { ...absolute, controllers: byFunction }).end).toBe("finished");
  });
});

describe("an impedance actuator", () => {
  const soft = { stiffness: 5, damping: 0.2 };
  const stiff = { stiffness: 80, damping: 1.5 };
  const modal = arm()
    .actuator("mode", {
      joint: "hinge",
      stiffness: [soft.stiffness, stiff.stiffness],
      damping: [soft.damping, stiff.damping],
      rest: 0.3,
    })
    .build();
  const sprung = (setting: typeof soft): Model =>
    mechanism("arm")
      .gravity(0, 0, -9.81)
      .body("link", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1] })
      .revolute("hinge", { parent: "ground", child: "link", axis: [0, 1, 0], rest: 0.3, ...setting })
      .build();

  it.each([
    [0, soft],
    [1, stiff],
    [7, stiff],
    [-2, soft],
    [0.5, { stiffness: 42.5, damping: 0.85 }],
  ])("commanded %f is the joint's own spring of that setting", (command, setting) => {
    const run = { state: { q: { hinge: 0.8 } }, tolerance: 1e-10, energyBalance: false } as const;
    const byActuator = simulate(modal, 1, { ...run, u: [command] });
    const bySpring = simulate(sprung(setting), 1, run);
    expect(Math.abs(byActuator.final.q[0] - bySpring.final.q[0])).toBeLessThan(1e-9);
  });

  it("survives the way through a file", () => {
    expect(readJsonModel(writeJsonModel(modal)).model).toEqual(modal);
  });

  it("is refused along the speeds of a spherical or free joint: they are not rates of coordinates", () => {
    const body = { mass: 1, inertia: [0.1, 0.1, 0.1] } as const;
    const spring = { stiffness: [1, 2], damping: [0, 0] } as const;
    const ball = mechanism("ball").body("ball", body);
    const held = ball.spherical("joint", { parent: "ground", child: "ball" });
    expect(() => held.actuator("mode", { joint: "joint", ...spring }).build()).toThrow(/which is spherical/);
    const free = ball.free("joint", { parent: "ground", child: "ball" });
    expect(() => free.actuator("mode", { joint: "joint", coordinate: 4, ...spring }).build()).toThrow(/which is free/);
  });
});
