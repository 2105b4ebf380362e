import { describe, expect, it } from "vitest";
import { mul, sub } from "../../src/graph/num.js";
import type { FrictionLaw } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, bristles, firm, g } from "./bodies.js";

const mu = 0.3;
const coulomb: FrictionLaw = { kind: "coulomb", kinetic: mu, transitionSpeed: 1e-3 };

describe("a solid sphere that slides on", () => {
  it.each([
    ["coulomb", coulomb],
    ["lugre", bristles],
  ] as const)("%s: ends rolling at 5/7 of its speed", (_, friction) => {
    const model = ball(firm, friction, { radius: 0.1 });
    const { final } = simulate(model, 2, { state: above(0, 0.1 - g / 1e5, 1), tolerance: 1e-9 });
    // Angular momentum about the ground: m r v + 2/5 m r² ω = m r v0, and v = r ω. Sigma2 is zero, so rolling costs nothing.
    const speed = Math.hypot(final.v[3], final.v[5]);
    expect(Math.abs(speed / (5 / 7) - 1)).toBeLessThan(1e-6);
    expect(Math.abs((final.v[1] * 0.1) / speed - 1)).toBeLessThan(1e-5);
  });

  it("slips until friction has turned it up to its speed, for 2/7 v / (mu g)", () => {
    const model = ball(firm, coulomb, { radius: 0.1 });
    const { events } = simulate(model, 0.5, {
      state: above(0, 0.1 - g / 1e5, 1),
      tolerance: 1e-9,
      // Down to a slip of ten transition speeds, where the friction is still whole but for 1/200 of it.
      events: [
        { name: "rolls", when: (p) => sub(sub(p.velocity("ball")[0], mul(0.1, p.angularVelocity("ball")[1])), 0.01) },
      ],
    });
    const [{ state }] = events;
    expect(Math.abs(state.t / (((2 / 7) * 0.99) / (mu * g)) - 1)).toBeLessThan(1e-3);
  });
});

describe("a sphere that rolls down a slope", () => {
  it("gains 5/7 of g sin", () => {
    const slope = 0.2;
    const model = ball(firm, bristles, { radius: 0.1, slope });
    const { column, t } = simulate(model, 2, {
      state: above(slope, 0.1 - (g * Math.cos(slope)) / 1e5),
      tolerance: 1e-9,
      sampleEvery: 0.5,
      channels: ["vel.ball"],
    });
    const [vx, vz] = [column("vel.ball.x"), column("vel.ball.z")];
    const speed = (row: number): number => Math.hypot(vx[row], vz[row]);
    const acceleration = (speed(4) - speed(2)) / (t[4] - t[2]);
    expect(Math.abs(acceleration / ((5 / 7) * g * Math.sin(slope)) - 1)).toBeLessThan(1e-4);
  });
});
