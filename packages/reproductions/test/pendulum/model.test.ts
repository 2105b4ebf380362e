import { createEvaluator, simulate, stateFromJoints, type Model } from "kinetree";
import { boxPendulum, namedSystem, type SystemStart } from "kinetree/systems";
import { expect, test } from "vitest";
import { nBodyPendulum } from "../../src/pendulum/equations/pendulum.js";
import { pendulumModel } from "../../src/pendulum/run/model.js";
import { simulatePendulum } from "../../src/pendulum/run/simulate.js";
import { randomPendulum } from "./random-pendulum.js";

const largest = (values: Iterable<number>): number => Math.max(...Array.from(values, Math.abs));

const channels = ["pos", "vel", "acc", "omega", "alpha", "quat"];

test.each([1, 3, 10])(
  "the same motion as that of the model: displacement, velocity, acceleration and orientation of %i random bodies",
  (n) => {
    const pendulum = randomPendulum(n, n);
    const tEnd = 0.1;
    const own = simulatePendulum(pendulum, { tEnd, tolerance: 1e-10, step: tEnd });
    const { model, state } = pendulumModel(pendulum);
    const other = simulate(model, tEnd, { state, channels, tolerance: 1e-11, sampleEvery: tEnd });
    const row = own.rows[own.rows.length - 1];
    const differences = { displacement: 0, velocity: 0, acceleration: 0, orientation: 0 };
    pendulum.bodies.forEach(({ centre }, i) => {
      const three = (group: string): number[] =>
        ["x", "y", "z"].map((part) => other.column(`${group}.body${i + 1}.${part}`)[1]);
      const [w, x, y, z] = ["w", "x", "y", "z"].map((part) => other.column(`quat.body${i + 1}.${part}`)[1]);
      const arm = turned([w, x, y, z], centre);
      const [omega, alpha] = [three("omega"), three("alpha")];
      const at = (values: Float64Array): Float64Array => values.subarray(3 * i, 3 * i + 3);
      const raise = (name: keyof typeof differences, ours: Float64Array, theirs: readonly number[]): void => {
        differences[name] = Math.max(differences[name], largest(theirs.map((value, k) => value - ours[k])));
      };
      raise("displacement", at(row.displacement), plus(three("pos"), arm));
      raise("velocity", at(row.velocity), plus(three("vel"), cross(omega, arm)));
      const pull = cross(omega, cross(omega, arm));
      raise("acceleration", at(row.acceleration), plus(plus(three("acc"), cross(alpha, arm)), pull));
      const p = row.orientation.subarray(4 * i, 4 * i + 4);
      raise(
        "orientation",
        p,
        [w, x, y, z].map((part) => part * Math.sign(p[0])),
      );
    });
    // The tolerance is that of one of some hundreds of steps, on numbers up to 10, and the motion parts from itself by e in about
    // a tenth of a second; accelerations are larger than displacements by the square of the rates, about 100.
    expect(differences.displacement).toBeLessThan(2e-7);
    expect(differences.velocity).toBeLessThan(2e-6);
    expect(differences.acceleration).toBeLessThan(5e-5);
    expect(differences.orientation).toBeLessThan(2e-7);
  },
);

const plus = (a: readonly number[], b: readonly number[]): number[] => a.map((value, k) => value + b[k]);

const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

function turned([w, x, y, z]: readonly number[], v: readonly number[]): number[] {
  const t = cross([x, y, z], v).map((part) => 2 * part);
  return plus(
    plus(
      v,
      t.map((part) => w * part),
    ),
    cross([x, y, z], t),
  );
}

test("accelerations / those of the named system of boxes", () => {
  const rates = (model: Model, state: SystemStart): Float64Array =>
    createEvaluator(model).forwardDynamics(stateFromJoints(model, state));
  const { model, state } = pendulumModel(nBodyPendulum({ n: 3 }));
  const own = rates(model, state);
  const named = rates(boxPendulum({ n: 3 }), namedSystem("box-pendulum").start);
  // Sizes up to 30 rad/s², by mass matrices whose condition is some hundreds.
  expect(largest(named.map((value, k) => value - own[k]))).toBeLessThan(30 * 500 * Number.EPSILON);
});
