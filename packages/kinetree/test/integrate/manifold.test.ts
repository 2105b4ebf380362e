import { describe, expect, it } from "vitest";
import { methods } from "../../src/integrate/method.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { spinning, tumbling } from "./motions.js";

describe.each(Object.values(methods))("$name", ({ name: integrator, adaptive }) => {
  it("length of a unit quaternion after 10,000 steps / 1", () => {
    const { model, starts } = spinning;
    const { final, counts } = simulate(model, 10, { integrator, step: 1e-3, state: starts[3] });
    expect(counts.accepted).toBe(10_000);
    // Each step rounds the length by about ε/2; errors that do not conspire grow like √steps: 100 · ε/2 = 1e-14.
    expect(Math.abs(Math.hypot(...final.q) - 1)).toBeLessThan(1e-13);
  });

  it("length of every recorded quaternion, interpolated ones too / 1", () => {
    const { model, starts } = tumbling;
    const control = adaptive ? { tolerance: 1e-6 } : { step: 0.01 };
    const result = simulate(model, 5, { integrator, ...control, state: starts[2], sampleEvery: 0.0137 });
    const worst = Math.max(
      ...Array.from(result.t, (_, row) => Math.abs(Math.hypot(...result.stateAt(row).q.slice(3)) - 1)),
    );
    expect(worst).toBeLessThan(1e-13);
  });
});

describe("free body without forces", () => {
  // Speeds of a free joint are along the body's axes, so the straight line is hidden behind the tumbling.
  const { model, starts } = tumbling;
  const simulation = createSimulation(model, { tolerance: 1e-12 });

  it.each(starts.map((state, i) => ({ state, i })))("position / start + velocity × time, start $i", ({ state }) => {
    const { stateAt, t } = simulation.run(5, { state });
    const first = stateAt(0);
    const velocity = rotate(first.q, first.v);
    for (let row = 0; row < t.length; row++) {
      const { q } = stateAt(row);
      for (let k = 0; k < 3; k++) {
        // A hundredth of the tolerance a step, some hundred steps, numbers up to 20.
        expect(Math.abs(q[k] - (first.q[k] + velocity[k] * t[row]))).toBeLessThan(1e-10);
      }
    }
  });
});

/** R(quaternion) times the linear velocity of a free joint. */
function rotate(q: Float64Array, v: Float64Array): number[] {
  const [, , , w, x, y, z] = q;
  const [, , , a, b, c] = v;
  // u + 2 w (r × u) + 2 r × (r × u)
  const cx = y * c - z * b;
  const cy = z * a - x * c;
  const cz = x * b - y * a;
  return [a + 2 * (w * cx + y * cz - z * cy), b + 2 * (w * cy + z * cx - x * cz), c + 2 * (w * cz + x * cy - y * cx)];
}
