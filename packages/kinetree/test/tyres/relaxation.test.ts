import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { planOf, pointAt } from "../elements/tyre/plain-tyre.js";
import { ledWheel, sizes } from "./wheels.js";

/* After a step of the slip angle from a carcass at rest. */

const LOAD = 6494;
const ALPHA = 1e-3;
const [, ACROSS] = sizes.carcassStiffness;
const plan = planOf(hmmwvTmeasy);
const slope = plan.forces(pointAt({ load: LOAD }), plan.numbers).slope as readonly [number, number];
const depth = LOAD / sizes.stiffness;
const rollingRadius = (3 * sizes.radius - depth) / 3;

/** Way to 63.2 % of what a number of the tyre comes to. */
function wayTo(part: "fy" | "ey", speed: number, damping: number) {
  const way = 4;
  const model = ledWheel(
    hmmwvTmeasy,
    { speed, toe: ALPHA, spin: speed / rollingRadius, depth },
    { carcassDamping: [3700, damping] },
  );
  const { t, column } = simulate(model, way / speed, {
    channels: ["tyre"],
    sampleEvery: 5e-4 / speed,
    tolerance: 1e-10,
  });
  const values = column(`tyre.tyre.${part}`);
  const final = values[values.length - 1];
  const reached = values.findIndex((value) => value >= (1 - Math.exp(-1)) * final);
  return { way: t[reached] * speed, first: values[1] / final, final };
}

describe("a step of the slip angle", () => {
  it("without damping: 63.2 % of the force after rolling C/c, at any speed", () => {
    expect(slope[1] / ACROSS).toBeCloseTo(0.298, 3);
    for (const speed of [5, 20]) {
      const { way, first, final } = wayTo("fy", speed, 0);
      expect(Math.abs(way / (slope[1] / ACROSS) - 1)).toBeLessThan(2e-2);
      expect(first).toBeLessThan(0.01);
      expect(Math.abs(final / (slope[1] * ALPHA) - 1)).toBeLessThan(1e-2);
    }
  });

  it("with damping: the deflection has the time constant d/c + C/(c v), and the force jumps first", () => {
    const [speed, damping] = [20, 3488];
    const constant = damping / ACROSS + slope[1] / (ACROSS * speed);
    expect(constant * speed).toBeCloseTo(0.72, 2);
    expect(Math.abs(wayTo("ey", speed, damping).way / (constant * speed) - 1)).toBeLessThan(2e-2);
    const { first } = wayTo("fy", speed, damping);
    expect(first).toBeCloseTo(damping / ACROSS / constant, 1);
  });
});
