import { describe, expect, it } from "vitest";
import type { NormalLaw } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball } from "./bodies.js";

/** Speed out over speed in, of a ball of 1 kg without weight. */
function restitution(normal: NormalLaw, speed: number, tolerance: number): number {
  const model = ball(normal, { kind: "none" }, { radius: 0.1, gravity: 0 });
  const { final } = simulate(model, 1, { state: above(0, 0.1 + 0.1 * speed, 0, -speed), tolerance });
  return final.v[5] / speed;
}

describe("restitution", () => {
  it.each([0.05, 0.2, 0.6])("of a linear spring and damper with damping ratio %f follows its closed form", (zeta) => {
    const stiffness = 1e4;
    const omega0 = Math.sqrt(stiffness);
    const beta = zeta * omega0;
    const omega = Math.sqrt(omega0 ** 2 - beta ** 2);
    const normal: NormalLaw = { kind: "spring-damper", stiffness, damping: 2 * beta };
    // Schwager and Pöschel 2007, (21): the contact ends where the force is zero, not where the depth is.
    const expected = Math.exp((-beta / omega) * (Math.PI - Math.atan2(2 * beta * omega, omega ** 2 - beta ** 2)));
    expect(Math.abs(restitution(normal, 2, 1e-9) - expected)).toBeLessThan(1e-7);
  });

  it.each([
    [0.02, 1.5],
    [0.1, 1.5],
    [0.1, 1],
    [0.3, 2],
    [0.1, 1.3],
  ])("of hunt-crossley with dissipation %f and exponent %f follows its first integral", (dissipation, exponent) => {
    const speed = 1.5;
    const normal: NormalLaw = { kind: "hunt-crossley", stiffness: 1e5, dissipation, exponent };
    // v dv / (1 + λ v) is the same up and down: λ v - log(1 + λ v) at the way in, with -v at the way out.
    const lambda = 1.5 * dissipation;
    const left = lambda * speed - Math.log(1 + lambda * speed);
    let [low, high] = [0, speed];
    for (let i = 0; i < 100; i++) {
      const middle = 0.5 * (low + high);
      if (-lambda * middle - Math.log(1 - lambda * middle) > left) high = middle;
      else low = middle;
    }
    expect(Math.abs(restitution(normal, speed, 1e-9) - low / speed)).toBeLessThan(1e-7);
  });

  it("of hunt-crossley is 1 - dissipation speed where that is small", () => {
    const normal: NormalLaw = { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.01 };
    for (const speed of [0.1, 0.4])
      expect(Math.abs(restitution(normal, speed, 1e-9) - (1 - 0.01 * speed))).toBeLessThan((0.01 * speed) ** 2);
  });
});

describe("a ball that bounces under its weight", () => {
  it("comes back to e² of its height", () => {
    const dissipation = 0.05;
    const normal: NormalLaw = { kind: "hunt-crossley", stiffness: 1e7, dissipation };
    const model = ball(normal, { kind: "none" }, { radius: 0.1 });
    const height = 0.5;
    const { rows, names, t } = simulate(model, 1, {
      state: above(0, 0.1 + height),
      tolerance: 1e-9,
      sampleEvery: 1e-3,
    });
    const place = names.indexOf("q.free.2");
    const fall = Math.sqrt((2 * height) / 9.81);
    let top = 0;
    t.forEach((time, row) => {
      if (time > fall + 0.02) top = Math.max(top, rows[row * names.length + place] - 0.1);
    });
    const e = restitution(normal, Math.sqrt(2 * 9.81 * height), 1e-9);
    // Energy and height are out by what the weight does along the depth, (5/4 v² / k)^(2/5) = 4.3 mm at most.
    expect(Math.abs(top - e * e * height)).toBeLessThan(4.3e-3);
  });
});
