import { internalStatesFromNames } from "../../src/analysis.js";
import { mechanism, neutralState, type Model, type State } from "../../src/index.js";

/** A mechanism that has nothing to do with the shafts that a test adds. */
export const bench = (name: string) =>
  mechanism(name)
    .body("base", { mass: 1, inertia: [1, 1, 1] })
    .revolute("hinge", { parent: "ground", child: "base", axis: [0, 0, 1] });

/** At rest but for states by name, such as "rotor, speed". */
export const startWith = (model: Model, states: Readonly<Record<string, number>>): State => ({
  ...neutralState(model),
  z: internalStatesFromNames(model, states),
});

/** A four-bar whose crank is driven by a motor through a gear and an elastic shaft. */
export const drivenFourBar = () => {
  const bar = (length: number) => ({
    mass: 2 * length,
    com: [length / 2, 0, 0] as const,
    inertia: [1e-3, (length * length * length) / 6, (length * length * length) / 6] as const,
  });
  return mechanism("driven four-bar")
    .gravity(0, -9.81, 0)
    .body("crank", bar(0.3))
    .body("coupler", bar(0.9))
    .body("rocker", bar(0.7))
    .revolute("motor", { parent: "ground", child: "crank", axis: [0, 0, 1] })
    .revolute("knee", { parent: "crank", child: "coupler", axis: [0, 0, 1], at: [0.3, 0, 0] })
    .revolute("elbow", { parent: "coupler", child: "rocker", axis: [0, 0, 1], at: [0.9, 0, 0] })
    .revolute("foot", { parent: "ground", child: "rocker", axis: [0, 0, 1], at: [0.8, 0, 0], childAt: [0.7, 0, 0] });
};

/** Adds a motor on a shaft, a gear, and an elastic shaft to a joint. */
export const withDrive = (builder: ReturnType<typeof drivenFourBar>, joint: "motor" | "foot" = "motor"): Model =>
  builder
    .shaft("rotor", { inertia: 2e-3, damping: 1e-3 })
    .shaft("output", { inertia: 0.01 })
    .shaftElement("drive", {
      kind: "motor",
      on: "rotor",
      maxTorque: 3,
      maxPower: 200,
      command: { kind: "sine", amplitude: 0.8, angularFrequency: 3, phase: 0, offset: 0.2 },
    })
    .shaftElement("gear", { kind: "gear", input: "rotor", output: "output", ratio: 12 })
    .shaftElement("elastic", { kind: "spring", a: "output", b: { joint }, stiffness: 400, damping: 2 })
    .build();
