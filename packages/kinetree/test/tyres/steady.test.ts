import { describe, expect, it } from "vitest";
import type { TyreLaw } from "../../src/model/tyre-laws.js";
import { hmmwvPac2002 } from "../../src/systems/vehicles/tyre-data.js";
import { allLaws } from "../elements/tyre/laws.js";
import { forceAt, momentAt, pointAt } from "../elements/tyre/plain-tyre.js";
import { ledWheel, settledTyre, sizesOf, type Led } from "./wheels.js";

/** Speed that keeps slips finite [m/s]. */
const CREEP = 5e-4;

/** What the law says of a led wheel: slips from the definitions, by hand. */
function expected(law: TyreLaw, { speed = 10, toe = 0, camber = 0, spin = 0, depth = 0.015 }: Led) {
  const { radius, stiffness } = sizesOf(law) as { radius: number; stiffness: number };
  const [vx, vy] = [speed * Math.cos(toe), -speed * Math.sin(toe)];
  const loaded = radius - depth * Math.cos(camber);
  const rollingRadius = (2 * radius + loaded) / 3;
  const rim = rollingRadius * spin;
  const reference = law.kind === "tmeasy" ? Math.abs(rim) + CREEP : Math.hypot(vx, CREEP);
  const slip = [(rim - vx) / reference, -vy / reference] as const;
  const point = pointAt({ slip, load: stiffness * depth, camber, depth });
  const force = forceAt(law, point);
  const { aligning, overturning } = momentAt(law, point, force);
  return { fx: force[0], fy: force[1], fz: point.load, mx: overturning, mz: aligning, loaded, rollingRadius };
}

const states: readonly (readonly [string, Led])[] = [
  ["rolling freely, straight on", { spin: 10 / 0.465 }],
  ["driving and turned in, leaning", { spin: 22.5, toe: 0.05, camber: 0.03 }],
  ["braking and turned out, leaning to the other side", { spin: 19, toe: -0.1, camber: -0.06, depth: 0.02 }],
  ["spinning", { speed: 3, spin: 30, toe: 0.2 }],
  ["locked and across", { spin: 0, toe: -0.4 }],
];

describe.each(allLaws)("%s", (_, law) => {
  it.each(states)("steady force and moment = the law at the slips of the wheel: %s", (__, led) => {
    const found = settledTyre(ledWheel(law, led), 2);
    const { loaded, rollingRadius, ...wanted } = expected(law, led);
    const size = wanted.fz;
    const wrong = Object.entries(wanted).filter(([part, value]) => !(Math.abs(found[part] - value) < 2e-6 * size));
    expect(wrong).toEqual([]);
    expect(found.radius).toBeCloseTo(rollingRadius, 12);
    // Power is force times slip only at the lever of the slip.
    expect(found.my).toBeLessThanOrEqual(wanted.fx * (loaded - rollingRadius) + 1e-6);
  });

  it("backwards = forwards in a mirror that turns front and back", () => {
    const led: Led = { spin: 22.5, toe: 0.05, camber: 0.03 };
    const ahead = settledTyre(ledWheel(law, led), 2);
    const back = settledTyre(ledWheel(law, { ...led, speed: -10, spin: -22.5, toe: -0.05 }), 2);
    for (const part of ["fy", "fz", "mx", "loss", "use"]) expect(back[part]).toBeCloseTo(ahead[part], 6);
    for (const part of ["fx", "my", "mz", "kappa"]) expect(back[part]).toBeCloseTo(-ahead[part], 6);
  });

  it("right = left in a mirror", () => {
    const led: Led = { spin: 21, toe: 0.05, camber: 0.03 };
    const left = settledTyre(ledWheel(law, led), 2);
    const right = settledTyre(ledWheel(law, { ...led, toe: -0.05, camber: -0.03 }, { side: "right" }), 2);
    for (const part of ["fx", "fz", "my", "loss", "use", "kappa"]) expect(right[part]).toBeCloseTo(left[part], 6);
    for (const part of ["fy", "mx", "mz", "alpha", "camber"]) expect(right[part]).toBeCloseTo(-left[part], 6);
  });
});

it("without friction: no force along the ground, and numbers all the same", () => {
  for (const [, law] of allLaws) {
    const found = settledTyre(ledWheel(law, { spin: 22, toe: 0.05, camber: 0.03 }, { friction: 0 }), 1);
    for (const value of Object.values(found)) expect(Number.isFinite(value)).toBe(true);
    expect(Math.hypot(found.fx, found.fy)).toBeLessThan(2e-3 * found.fz);
  }
});

it("half the friction slides with half the force", () => {
  for (const [, law] of allLaws.filter(([, { kind }]) => kind !== "pac2002" && kind !== "pac89")) {
    const led: Led = { spin: 0, toe: 0.3 };
    const [whole, half] = [{}, { friction: 0.4 }].map((more) => settledTyre(ledWheel(law, led, more), 2));
    expect(half.fx / whole.fx).toBeCloseTo(0.5, 2);
    expect(half.fy / whole.fy).toBeCloseTo(0.5, 2);
  }
});

it("moments fade where the wheel stands: those of a law hold for tyres that roll", () => {
  const still = settledTyre(ledWheel(hmmwvPac2002, { speed: 0, camber: 0.03 }), 1);
  expect(still.fx + 0).toBe(0);
  expect(still.fy + 0).toBe(0);
  expect(still.mz + 0).toBe(0);
});

describe("the lever of the force along the wheel", () => {
  const led: Led = { spin: 22.5, toe: 0.02 };
  const [slip, loaded] = (["slip", "loaded"] as const).map((arm) =>
    settledTyre(ledWheel(hmmwvPac2002, led, { arm }), 2),
  );

  it("slip: power of the tyre on the wheel = force times slip speed", () => {
    const { fx, fy, my, vx, vy, spin, radius, loss } = slip;
    const loadedRadius = sizesOf(hmmwvPac2002).radius as number;
    const resisting = my - fx * (loadedRadius - 0.015 - radius);
    // By the axes of the contact, whose lever is the loaded radius.
    const power = fx * vx + fy * vy + (my - fx * (loadedRadius - 0.015)) * spin;
    expect(power).toBeCloseTo(-loss, 6);
    expect(power).toBeCloseTo(fx * (vx - radius * spin) + fy * vy + resisting * spin, 6);
  });

  it("loaded: only the rolling resistance is left", () => {
    expect(loaded.fx).toBeCloseTo(slip.fx, 9);
    expect(loaded.my).toBeCloseTo(-0.008 * 0.4699 * loaded.fz, 6);
  });
});
