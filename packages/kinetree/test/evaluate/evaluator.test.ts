import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { formulationNamed, formulations } from "../../src/formulation/formulations.js";
import { matVec, newMatrix } from "../../src/linalg/matrix.js";
import { pointMass, solidBox, thinRod } from "../../src/model/bodies/solids.js";
import { withParameters } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { neutralState, speedsFromJoints, stateFromJoints } from "../../src/state/state.js";
import { arm7 } from "../../src/systems/chains/arm7.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { hingeChain } from "../../src/systems/chains/chain.js";
import { normFrobenius } from "../support/linalg.js";
import { mechanism as randomMechanism, mechanisms } from "../support/mechanisms.js";
import { norm2, relativeError } from "../support/numbers.js";

const fourBar = mechanism("four-bar")
  .body("crank", solidBox(1, [1, 0.1, 0.1], [0.5, 0, 0]))
  .body("coupler", solidBox(1, [2, 0.1, 0.1], [1, 0, 0]))
  .body("rocker", solidBox(1, [1, 0.1, 0.1], [0.5, 0, 0]))
  .revolute("drive", { parent: "ground", child: "crank", axis: [0, 1, 0] })
  .revolute("first", { parent: "crank", child: "coupler", axis: [0, 1, 0], at: [1, 0, 0] })
  .revolute("second", { parent: "coupler", child: "rocker", axis: [0, 1, 0], at: [2, 0, 0] })
  .revolute("pivot", { parent: "rocker", child: "ground", axis: [0, 1, 0], at: [1, 0, 0], role: "loop" })
  .build();

describe("formulations", () => {
  it("are found by name", () => {
    expect(formulations.map(({ name }) => formulationNamed(name).name)).toEqual([
      "articulated",
      "mass-matrix",
      "tree-augmented",
      "embedded",
      "partitioned",
      "augmented",
    ]);
  });

  it("of an unknown name are refused with the nearest", () => {
    expect(() => formulationNamed("articulate")).toThrow(/"articulate" is unknown.*"articulated"/);
  });

  it("articulated refuses closed loops and names the joint and what it would take", () => {
    const evaluator = createEvaluator(fourBar, { formulation: "articulated" });
    const state = neutralState(fourBar);
    const refusal = /"pivot" closes a loop.*tree-augmented.*or leave the choice open/;
    expect(() => evaluator.forwardDynamics(state)).toThrow(refusal);
    expect(() => evaluator.inverseDynamics(state, new Float64Array(3))).toThrow(refusal);
    expect(() => evaluator.jointLoads(state)).toThrow(refusal);
  });

  it("or none: where bodies are does not depend on loops being closed", () => {
    const evaluator = createEvaluator(fourBar);
    expect([...evaluator.bodies(neutralState(fourBar))[2].position]).toEqual([3, 0, 0]);
    expect(evaluator.massMatrix(neutralState(fourBar)).rows).toBe(3);
  });
});

describe("methods that write into their first argument", () => {
  it("give what their twins give, and the argument", () => {
    const { model, state, inputs, vdot, nv } = randomMechanism(920, 3, { maxBodies: 6 });
    const evaluator = createEvaluator(model);
    const out = new Float64Array(nv);
    expect(evaluator.forwardDynamicsInto(out, state, inputs)).toBe(out);
    expect(out).toEqual(evaluator.forwardDynamics(state, inputs));
    expect(evaluator.inverseDynamicsInto(out, state, vdot, inputs)).toBe(out);
    expect(out).toEqual(evaluator.inverseDynamics(state, vdot, inputs));
    expect(evaluator.solveMassMatrixInto(out, state, vdot)).toBe(out);
    expect(out).toEqual(evaluator.solveMassMatrix(state, vdot));
    expect(evaluator.massMatrixInto(newMatrix(nv, nv), state)).toEqual(evaluator.massMatrix(state));
    const { name } = model.bodies[0];
    expect(evaluator.pointJacobianInto(newMatrix(6, nv), state, name)).toEqual(evaluator.pointJacobian(state, name));
  });
});

describe("what follows from accelerations, none given", () => {
  it("= the same for those of forward dynamics under the inputs", () => {
    const { model, state, inputs } = randomMechanism(920, 3, { maxBodies: 6 });
    const evaluator = createEvaluator(model);
    const vdot = evaluator.forwardDynamics(state, inputs);
    expect(evaluator.jointLoads(state, undefined, inputs)).toEqual(evaluator.jointLoads(state, vdot, inputs));
    expect(evaluator.bodyAccelerations(state, undefined, inputs)).toEqual(evaluator.bodyAccelerations(state, vdot));
    expect(evaluator.bodyAccelerations(state, undefined, inputs)).not.toEqual(evaluator.bodyAccelerations(state));
  });
});

describe("M x = b", () => {
  it("M times its solution = b, to the rounding of a backward stable solve", () => {
    for (const { model, state, vdot, nv } of mechanisms(925, 10, { maxBodies: 6 })) {
      const evaluator = createEvaluator(model);
      const M = evaluator.massMatrix(state);
      const x = evaluator.solveMassMatrix(state, vdot);
      // Higham, Accuracy and Stability of Numerical Algorithms (2nd ed. 2002), theorem 10.4: ‖r‖ <= 4 n (3 n + 1) u ‖M‖ ‖x‖.
      const r = matVec(M, x).map((y, i) => y - vdot[i]);
      const bound = 4 * nv * (3 * nv + 1) * (Number.EPSILON / 2) * normFrobenius(M) * norm2(x);
      expect(norm2(r)).toBeLessThanOrEqual(bound);
    }
  });

  it("of a hinge without inertia is refused by the hinge's name", () => {
    const model = mechanism("spinning rod")
      .body("rod", thinRod(1, 1))
      .revolute("spin", { parent: "ground", child: "rod", axis: [0, 0, 1] })
      .build();
    expect(() => createEvaluator(model).solveMassMatrix(neutralState(model), Float64Array.of(1))).toThrow(
      expect.objectContaining({ code: "hinge-without-inertia", subject: 'joint "spin" (ground → rod)' }),
    );
  });
});

describe("parameters", () => {
  it("set later = built in, for every algorithm", () => {
    for (const { model, state, vdot } of mechanisms(930, 12, { maxBodies: 6 })) {
      if (model.parameters.length === 0) continue;
      const values = Object.fromEntries(model.parameters.map(({ name, value }, i) => [name, value * (1 + 1e-3 * i)]));
      const evaluator = createEvaluator(model);
      evaluator.forwardDynamics(state); // compiled before the change
      evaluator.setParameters(values);
      expect(evaluator.parameters()).toEqual(values);
      const fresh = createEvaluator(withParameters(model, values));
      expect(evaluator.forwardDynamics(state)).toEqual(fresh.forwardDynamics(state));
      expect(evaluator.inverseDynamics(state, vdot)).toEqual(fresh.inverseDynamics(state, vdot)); // compiled after it
      expect(evaluator.energy(state)).toEqual(fresh.energy(state));
      expect(evaluator.bodies(state)).toEqual(fresh.bodies(state));
    }
  });

  it("change what follows from them and keep what is not named", () => {
    const evaluator = createEvaluator(doublePendulum());
    const state = stateFromJoints(evaluator.model, { q: { shoulder: 0.5 } });
    const before = evaluator.massMatrix(state).data[3];
    evaluator.setParameters({ length2: 2 });
    evaluator.setParameters({ mass2: 3 });
    expect(relativeError([evaluator.massMatrix(state).data[3]], [before * 12])).toBeLessThan(1e-15);
  });

  it.each([
    [{ mass3: 1 }, /"mass3".*"mass/],
    [{ mass1: NaN }, /"mass1".*NaN/],
    [{ mass1: -1 }, /"mass1".*-1.*from 0/],
    [{ mass1: 0 }, /body "upper".*mass is 0/],
  ])("that cannot be are refused: %o", (values, message) => {
    const evaluator = createEvaluator(doublePendulum());
    expect(() => evaluator.setParameters(values)).toThrow(message);
    expect(evaluator.parameters()).toEqual({ mass1: 1, mass2: 1, length1: 1, length2: 1 });
  });
});

describe("bad input is refused with a reason", () => {
  const evaluator = createEvaluator(arm7());
  const state = neutralState(evaluator.model);
  const nv = state.v.length;

  it.each<[string, () => unknown, RegExp]>([
    ["a short q", () => evaluator.energy({ ...state, q: new Float64Array(3) }), /q has 3 entries, needs 7/],
    ["NaN in v", () => evaluator.energy({ ...state, v: state.v.map((_, i) => (i === 2 ? NaN : 0)) }), /v\[2\] is NaN/],
    ["an infinite time", () => evaluator.energy({ ...state, t: Infinity }), /t is Infinity/],
    ["a short tau", () => evaluator.forwardDynamics(state, { tau: new Float64Array(1) }), /tau has 1 entries, needs 7/],
    ["commands without actuators", () => evaluator.bias(state, { u: new Float64Array(9) }), /u has 9 entries/],
    ["a short vdot", () => evaluator.inverseDynamics(state, new Float64Array(2)), /vdot has 2 entries, needs 7/],
    ["a short result", () => evaluator.forwardDynamicsInto(new Float64Array(1), state), /has 1 entries, needs 7/],
    ["an unknown body", () => evaluator.pointJacobian(state, "hant"), /body "hant" is unknown/],
    ["a point of two numbers", () => evaluator.pointJacobian(state, "link1", [1, 2]), /point has 2 entries, needs 3/],
    ["a point that is none", () => evaluator.pointJacobian(state, "link1", [1, NaN, 2]), /point\[1\] is NaN/],
    ["a short right-hand side", () => evaluator.solveMassMatrix(state, new Float64Array(1)), /has 1 entries, needs 7/],
    ["a matrix of another size", () => evaluator.massMatrixInto(newMatrix(nv, nv + 1), state), /must be 7 × 7/],
  ])("%s", (_, attempt, message) => {
    expect(attempt).toThrow(message);
  });

  it("but the ground is a body too: its points stand still", () => {
    expect(evaluator.pointJacobian(state, "ground", [1, 2, 3])).toEqual(newMatrix(6, nv));
  });

  it("a quaternion that would stretch the body", () => {
    const model = mechanism("ball")
      .body("ball", solidBox(1, [1, 1, 1]))
      .spherical("joint", { parent: "ground", child: "ball" })
      .build();
    const bent = { ...neutralState(model), q: Float64Array.of(1, 0, 0, 0.1) };
    expect(() => createEvaluator(model).forwardDynamics(bent)).toThrow(/joint "joint".*length 1\.00498/);
  });
});

describe("accelerations without a value", () => {
  it.each(["articulated", "mass-matrix"] as const)("%s: a rod spun about its own axis has no inertia there", (name) => {
    const model = mechanism("spinning rod")
      .body("arm", solidBox(1, [1, 0.1, 0.1], [0.5, 0, 0]))
      .body("rod", thinRod(1, 1))
      .revolute("shoulder", { parent: "ground", child: "arm", axis: [0, 1, 0] })
      .revolute("spin", { parent: "arm", child: "rod", axis: [0, 0, 1], at: [1, 0, 0] })
      .build();
    const evaluator = createEvaluator(model, { formulation: name });
    const state = stateFromJoints(model, { q: { shoulder: 0.3 }, v: { shoulder: 1, spin: 2 } });
    const tau = speedsFromJoints(model, { spin: 1 });
    expect(() => evaluator.forwardDynamics(state, { tau })).toThrow(
      expect.objectContaining({
        name: "SimulationError",
        code: "hinge-without-inertia",
        subject: 'joint "spin" (arm → rod)',
        value: 0,
        message: expect.stringMatching(/"rod" an inertia about that axis, or the joint an armature/),
      }),
    );
  });

  it("a point mass on a spherical joint is told which speed", () => {
    const model = mechanism("point")
      .body("bob", pointMass(1, [0, 0, -1]))
      .spherical("pivot", { parent: "ground", child: "bob" })
      .build();
    expect(() => createEvaluator(model).forwardDynamics(neutralState(model))).toThrow(
      /joint "pivot".*along its speed 2/,
    );
  });

  it("speeds beyond the range of doubles are told as such", () => {
    const evaluator = createEvaluator(doublePendulum());
    const state = stateFromJoints(evaluator.model, { q: { elbow: 1 }, v: { shoulder: 1e200 } });
    expect(() => evaluator.forwardDynamics(state)).toThrow(
      expect.objectContaining({ code: "acceleration-not-finite", subject: expect.stringContaining('"shoulder"') }),
    );
  });

  it("of more speeds than are searched: the first one without a value, at once", () => {
    const model = hingeChain({ n: 201 });
    const state = neutralState(model);
    state.v.fill(1e200);
    expect(() => createEvaluator(model).forwardDynamics(state)).toThrow(
      expect.objectContaining({
        code: "acceleration-not-finite",
        message: expect.stringMatching(/first of 201 speeds without a value, more than the 200/),
      }),
    );
  });

  it("nothing that moves has no centre of mass", () => {
    const model = mechanism("statue")
      .body("statue", solidBox(1, [1, 1, 1]))
      .weld("base", { parent: "ground", child: "statue" })
      .build();
    expect(() => createEvaluator(model).centreOfMass(neutralState(model))).toThrow(/no mass that can move/);
  });
});
