import { beforeAll, describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { planLoops } from "../../../src/formulation/loops/closures/loop-plan.js";
import { matVec } from "../../../src/linalg/matrix.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { unbalanced } from "../../support/body-balance.js";
import { evaluatorsOf, namedClosed, unlessRefused, type ClosedCase } from "../../support/closed-cases.js";
import { norm2, relativeError } from "../../support/numbers.js";
import { closedMechanism, closingConstraints, closingJoints } from "../../support/random-loops.js";

/* Every formulation gives the accelerations and the loads of every closed mechanism that it takes. */

/** Of numbers of size 1 in loops whose equations are conditioned by up to 1e4; the promise to users. */
const ACCELERATIONS = 1e-9;
/** Accelerations below are what rounding leaves of those that balance each other [SI]. */
const LEAST = 1e-3;
/** Multipliers divide by the levers of the closures once more. */
const LOADS = 1e-8;
/** Small enough that all of them compile within half a minute. */
const [SEED, MODELS, MOST_BODIES] = [11, 40, 5];

const random: readonly ClosedCase[] = Array.from({ length: MODELS }, (_, sample) => {
  const { model, state } = closedMechanism(SEED, sample, MOST_BODIES);
  return { name: model.name, model, state };
});

interface Answer {
  readonly formulation: string;
  readonly vdot: Float64Array;
  readonly loads: Float64Array;
  readonly unbalanced: number;
}

/** Whether all that acts on a body reaches it through joints, or is gravity. */
const isCarriedByJoints = ({ model }: ClosedCase): boolean =>
  model.loads.length + model.actuators.length + model.constraints.length === 0 &&
  model.joints.every(({ coordinates }) => coordinates.every(({ armature }) => armature === 0));

describe.each([...namedClosed, ...random])("$name", (closed) => {
  const { model, state } = closed;
  const closures = new ClosureEvaluator(model, buildTopology(model));
  const { redundant } = planLoops(closures, state);
  let answers: readonly Answer[] = [];
  beforeAll(() => {
    answers = evaluatorsOf(model).flatMap((evaluator) =>
      unlessRefused(() => ({
        formulation: evaluator.formulation,
        vdot: evaluator.forwardDynamics(state),
        loads: Float64Array.from(evaluator.jointLoads(state).flatMap(({ torque, force }) => [...torque, ...force])),
        unbalanced: isCarriedByJoints(closed) ? unbalanced(evaluator, state) : 0,
      })),
    );
  });
  /** Formulations whose error exceeds its tolerance, or is no number. */
  const worse = (error: (answer: Answer) => number, tolerance: number): string[] =>
    answers
      .filter((answer) => !(error(answer) < tolerance))
      .map((answer) => `${answer.formulation}: ${error(answer).toExponential(2)}`);

  // Loops of these lead through flexible bodies, which cannot be embedded.
  const taken = [
    "mass-matrix",
    "tree-augmented",
    ...(model.bodies.some(({ flexible }) => flexible) ? [] : ["embedded"]),
  ];
  test(`${taken.join(", ")} take it`, () =>
    expect(answers.map(({ formulation }) => formulation)).toEqual(expect.arrayContaining(taken)));

  test("accelerations / those of the mass matrix with multipliers", () =>
    expect(worse(({ vdot }) => relativeError(vdot, answers[0].vdot, LEAST), ACCELERATIONS)).toEqual([]));

  test("accelerations keep the closures: K v̇ + γ = 0", () => {
    const { K } = closures.at(state);
    const gamma = closures.bias(state);
    const size = ({ vdot }: Answer): number => norm2(K.data) * norm2(vdot) + norm2(gamma) + LEAST;
    const left = ({ vdot }: Answer): number => norm2(matVec(K, vdot).map((x, i) => x + gamma[i]));
    expect(worse((answer) => left(answer) / size(answer), ACCELERATIONS)).toEqual([]);
  });

  // Where rows say the same twice, only their sum is determined.
  test.skipIf(redundant.length > 0)("loads of all joints / those of the mass matrix with multipliers", () =>
    expect(worse(({ loads }) => relativeError(loads, answers[0].loads, 1e-6), LOADS)).toEqual([]),
  );

  test.skipIf(!isCarriedByJoints(closed))("every body moves as the loads of its joints say", () =>
    expect(worse((answer) => answer.unbalanced, LOADS)).toEqual([]),
  );
});

test("the random mechanisms are closed in every way there is", () => {
  const names = random.map(({ name }) => name).join();
  for (const kind of [...closingJoints, ...closingConstraints]) expect(names).toContain(kind);
});
