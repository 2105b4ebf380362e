import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { TyreLaw } from "../../src/model/tyre-laws.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvBrush } from "../../src/systems/vehicles/tyre-data.js";
import { sub } from "../../src/graph/num.js";
import { car, carAt, eachLaw, sizes, sizesOf } from "./wheels.js";

const [MASS, SPIN_INERTIA, G] = [600, 7, 9.81];

/** A quarter of a vehicle that slides along x and z, on a wheel that spins freely or, for a number, as told. */
function quarter(law: TyreLaw, spin: number | null): Model {
  const made = mechanism("quarter")
    .gravity(0, 0, -G)
    .body("slider", { mass: 1, inertia: [1, 1, 1] })
    .body("block", { mass: MASS - 1 - 50, inertia: [1, 1, 1] })
    .body("wheel", { mass: 50, inertia: [4, SPIN_INERTIA, 4] })
    .prismatic("way", { parent: "ground", child: "slider", axis: [1, 0, 0] })
    .prismatic("lift", { parent: "slider", child: "block", axis: [0, 0, 1] })
    .revolute("axle", { parent: "block", child: "wheel", axis: [0, 1, 0] })
    .plane("road")
    .tyre("tyre", { body: "wheel", carrier: "block", terrain: "road", law, ...sizesOf(law) });
  return (spin === null ? made : made.prescribe("told", { joint: "axle", motion: [0, spin] })).build();
}

const free: TyreLaw = { ...hmmwvBrush, rollingResistance: 0 };
const depth = ((MASS - 1) * G) / sizes.stiffness; // the slider hangs on nothing
const onGround = { lift: sizes.radius - depth };
const rollingRadius = sizes.radius - depth / 3;

describe("a wheel that does not turn when it touches down on a moving ground", () => {
  const speed = 10;
  const result = simulate(quarter(free, null), 2, {
    state: { q: onGround, v: { way: speed } },
    tolerance: 1e-10,
    sampleEvery: 1e-3,
    channels: ["tyre"],
  });

  it("is spun up by sliding friction, and rolls", () => {
    const spin = result.column("tyre.tyre.spin");
    const final = result.final.v[0];
    expect(Math.abs((spin[spin.length - 1] * rollingRadius) / final - 1)).toBeLessThan(1e-9);
    // Angular momentum about the ground: M v + I ω / R_e is kept.
    const kept = MASS * final + (SPIN_INERTIA * final) / rollingRadius ** 2;
    expect(Math.abs(kept / (MASS * speed) - 1)).toBeLessThan(1e-6);
    const half = result.t[spin.findIndex((value) => value > 0.5 * spin[spin.length - 1])];
    const slides = (SPIN_INERTIA * 0.5 * speed) / (rollingRadius ** 2 * 0.8 * (MASS - 1) * G);
    expect(half).toBeGreaterThan(slides * 0.95);
    expect(half).toBeLessThan(slides * 1.3);
  });

  it("is never pushed by more than sliding friction, though the carcass is damped", () => {
    const [fx, fz] = ["fx", "fz"].map((part) => result.column(`tyre.tyre.${part}`));
    expect(Math.max(...fx.map((force, i) => force / fz[i]))).toBeLessThan(0.8 * (1 + 1e-9));
  });

  it("turns as much energy into heat as is missing, but for what the carcass holds", () => {
    const { t, column } = result;
    const loss = column("tyre.tyre.loss");
    const heat = loss.reduce(
      (sum, value, i) => (i === 0 ? 0 : sum + 0.5 * (value + loss[i - 1]) * (t[i] - t[i - 1])),
      0,
    );
    const { start, end } = result.energy ?? { start: { kinetic: 0 }, end: { kinetic: 0 } };
    expect(heat / (start.kinetic - end.kinetic)).toBeCloseTo(1, 2);
  });
});

describe("a locked wheel", () => {
  it("stops from 60 km/h after v²/(2 μ g), and as far as the carcass needs to take hold", () => {
    const speed = 16.667;
    const { events } = simulate(quarter(free, 0), 4, {
      state: { q: onGround, v: { way: speed } },
      tolerance: 1e-9,
      events: [{ name: "stands", when: (p) => sub(p.v("way"), 0), direction: "falling", terminal: true }],
    });
    const way = events[0].state.q[0];
    const pure = ((speed * speed) / (2 * 0.8 * G)) * (MASS / (MASS - 1));
    expect(way - pure).toBeGreaterThan(0);
    // The carcass is deflected by 26 mm when it slides with its whole force.
    expect(way - pure).toBeLessThan(0.03);
  });
});

describe.each(eachLaw)("%s", (_, law) => {
  it("balance of energies: a car that swerves", () => {
    const model = car({ law, steer: 0.06 });
    const { energy, final } = simulate(model, 1.5, { state: carAt(0, 15), integrator: "dop853", tolerance: 1e-10 });
    expect(Math.abs(energy?.relative ?? 1)).toBeLessThan(1e-7);
    expect(Math.abs(final.v[2])).toBeGreaterThan(0.1);
  });

  it("lands, leaves the ground and lands again: nothing is remembered in the air", () => {
    const model = car({ law });
    const { energy, t, column, stateAt } = simulate(model, 1.5, {
      state: carAt(0, 8, 0.9, 0),
      integrator: "dop853",
      tolerance: 1e-9,
      sampleEvery: 0.01,
      channels: ["tyre.fl"],
    });
    expect(Math.abs(energy?.relative ?? 1)).toBeLessThan(1e-6);
    const [load, fx, loss] = ["fz", "fx", "loss"].map((part) => column(`tyre.fl.${part}`));
    // Forces of laws with shifts do not vanish with their slip, so they are no friction.
    const least = law.kind === "pac2002" || law.kind === "pac89" ? -Infinity : -1e-9;
    expect(Math.min(...loss)).toBeGreaterThanOrEqual(least);
    const isApart = (row: number): boolean => load[row] === 0;
    const rows = [...t.keys()];
    const touch = rows.findIndex((row) => !isApart(row));
    const leave = rows.findIndex((row) => row > touch && isApart(row));
    const again = rows.findIndex((row) => row > leave && !isApart(row));
    expect([touch, leave, again].every((row) => row > 0)).toBe(true);
    for (const row of rows.filter(isApart)) {
      expect(fx[row] + 0).toBe(0);
      expect(Array.from(stateAt(row).z ?? []).slice(0, 3)).toEqual([0, 0, 0]);
    }
  });
});

describe("a disc without a carrier that rolls and leans", () => {
  const disc = mechanism("disc")
    .body("disc", { mass: 20, inertia: [0.6, 1.1, 0.6] })
    .free("free", { parent: "ground", child: "disc" })
    .plane("road")
    .tyre("tyre", { body: "disc", terrain: "road", law: free, ...sizes, stiffness: 2e5, parkingTorque: "off" })
    .build();
  const lean = 0.1;
  const { energy, column, t } = simulate(disc, 1, {
    state: {
      q: { free: [0, 0, sizes.radius * Math.cos(lean) - 9e-4, Math.cos(lean / 2), Math.sin(lean / 2), 0, 0] },
      v: { free: [0, 10, 0, 4.7, 0, 0] },
    },
    integrator: "dop853",
    tolerance: 1e-10,
    channels: ["tyre", "pos.disc"],
  });

  it("curves to the side to which it leans, and does not fall over", () => {
    const y = column("pos.disc.y");
    expect(y[y.length - 1]).toBeLessThan(-0.05);
    const camber = column("tyre.tyre.camber");
    expect(Math.max(...camber.map(Math.abs))).toBeLessThan(0.3);
    expect(t[t.length - 1]).toBe(1);
  });

  it("balances its energy", () => {
    expect(Math.abs(energy?.relative ?? 1)).toBeLessThan(1e-7);
  });
});
