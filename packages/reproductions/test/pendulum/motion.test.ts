import { describe, expect, test } from "vitest";
import { nBodyPendulum } from "../../src/pendulum/equations/pendulum.js";
import { pendulumSchemes } from "../../src/pendulum/run/operations.js";
import { simulatePendulum } from "../../src/pendulum/run/simulate.js";

const largest = (values: Iterable<number>): number => Math.max(...Array.from(values, Math.abs));

describe("known motions", () => {
  test("a compound pendulum passes its lowest point after a quarter of its period", () => {
    const lift = 0.5;
    const pendulum = nBodyPendulum({
      n: 1,
      orientation: [Math.cos(lift / 2), 0, Math.sin(lift / 2), 0],
      angularVelocity: [0, 0, 0],
    });
    const [{ mass, inertia }] = pendulum.bodies;
    const rate = Math.sqrt((mass * 9.81 * 0.5) / (inertia[1] + mass * 0.25));
    // Period of any swing: 2 π / (rate agm(1, cos(lift / 2))), Gauss.
    let [a, b] = [1, Math.cos(lift / 2)];
    for (let k = 0; k < 6; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const quarter = Math.PI / 2 / (rate * a);
    const { rows } = simulatePendulum(pendulum, { tEnd: quarter, step: quarter, tolerance: 1e-10 });
    expect(Math.abs(rows[1].displacement[0])).toBeLessThan(1e-8);
  });

  test("a planar double pendulum follows its textbook equations", () => {
    const [lift1, lift2] = [1.2, 0.4];
    const about = (angle: number): readonly [number, number, number, number] => [
      Math.cos(angle / 2),
      0,
      Math.sin(angle / 2),
      0,
    ];
    const pendulum = nBodyPendulum({
      bodies: [{ orientation: about(lift1) }, { orientation: about(lift2), mass: 2 }],
      angularVelocity: [0, 0, 0],
    });
    const tEnd = 0.3;
    const { rows } = simulatePendulum(pendulum, { tEnd, step: tEnd, tolerance: 1e-10 });
    const [angle1, angle2] = textbook(
      pendulum.bodies.map(({ mass, inertia }) => [mass, inertia[1]]),
      [lift1, lift2],
      tEnd,
    );
    const [x1, z1] = [-Math.sin(angle1), -Math.cos(angle1)];
    const { displacement } = rows[1];
    const expected = [x1 / 2, 0, z1 / 2, x1 - Math.sin(angle2) / 2, 0, z1 - Math.cos(angle2) / 2];
    expect(largest(expected.map((value, k) => value - displacement[k]))).toBeLessThan(1e-7);
  });

  test("energy is kept to the tolerance, and a turn all around chooses other parameters on the way", () => {
    const pendulum = nBodyPendulum({ n: 2, angularVelocity: [0, 12, 0] });
    const { rows, counts } = simulatePendulum(pendulum, { tEnd: 0.5, tolerance: 1e-8 });
    expect(counts.choices).toBeGreaterThan(1);
    const drift = largest(rows.map(({ energy }) => energy - rows[0].energy));
    // Some hundred steps of 1e-8 on speeds of 20 m/s.
    expect(drift / largest([rows[0].energy])).toBeLessThan(1e-5);
    for (const { orientation } of rows)
      expect(
        largest([orientation[0] ** 2 + orientation[1] ** 2 + orientation[2] ** 2 + orientation[3] ** 2 - 1]),
      ).toBeLessThan(1e-7);
  });
});

test("all four schemes take the same steps to the same motion", () => {
  const pendulum = nBodyPendulum({ n: 2 });
  const [first, ...others] = pendulumSchemes.map((scheme) => simulatePendulum(pendulum, { scheme, tEnd: 0.1 }));
  for (const other of others) {
    expect(other.counts).toEqual(first.counts);
    const [a, b] = [other, first].map(({ rows }) => rows[rows.length - 1].displacement);
    expect(largest(a.map((value, k) => value - b[k]))).toBeLessThan(1e-8);
  }
});

test("a chain that is let go in line falls freely across the line, far from its joint; rows hold what was asked for", () => {
  const pendulum = nBodyPendulum({ n: 100, angularVelocity: [0, 0, 0] });
  const { rows, reported } = simulatePendulum(pendulum, { tEnd: 0.01, report: [99] });
  expect(reported).toEqual([99]);
  expect(rows.map(({ t }) => t)).toEqual([0, 0.01]);
  // The line is 60 degrees off the vertical; what the joint changes fades by the same factor from body to body.
  const expected = [-9.81 * Math.sqrt(0.75) * 0.5, 0, -9.81 * 0.75];
  expect(largest(rows[0].acceleration.map((value, k) => value - expected[k]))).toBeLessThan(1e-12);
  const moved = rows[1].displacement.map((value, k) => value - rows[0].displacement[k] - expected[k] * 0.5e-4);
  // On the way the line bends, from its joint on.
  expect(largest(moved)).toBeLessThan(1e-6);
});

/** Angles after some time by Runge-Kutta with steps of 1e-4 s: error far below 1e-10. Links of 1 m, mass centres half-way. */
function textbook(links: readonly number[][], start: readonly number[], tEnd: number): number[] {
  const [[m1, i1], [m2, i2]] = links;
  const rates = ([a, b, u, v]: readonly number[]): number[] => {
    const [c, s] = [Math.cos(a - b), Math.sin(a - b)];
    const [m11, m12, m22] = [i1 + m1 / 4 + m2, (m2 / 2) * c, i2 + m2 / 4];
    const f1 = (-m2 / 2) * s * v * v - (m1 / 2 + m2) * 9.81 * Math.sin(a);
    const f2 = (m2 / 2) * s * u * u - (m2 / 2) * 9.81 * Math.sin(b);
    const determinant = m11 * m22 - m12 * m12;
    return [u, v, (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant];
  };
  let y = [...start, 0, 0];
  const steps = Math.round(tEnd / 1e-4);
  const h = tEnd / steps;
  const moved = (k: readonly number[], by: number): number[] => y.map((value, i) => value + by * k[i]);
  for (let step = 0; step < steps; step++) {
    const k1 = rates(y);
    const k2 = rates(moved(k1, h / 2));
    const k3 = rates(moved(k2, h / 2));
    const k4 = rates(moved(k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}
