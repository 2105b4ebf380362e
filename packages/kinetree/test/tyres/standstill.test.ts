import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import type { Model } from "../../src/model/types.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { refusal } from "../support/refusal.js";
import { car, carAt, eachLaw, sizes } from "./wheels.js";

const SLOPE = Math.atan(0.2);

function restOf(model: Model, slope: number): State & { readonly z: Float64Array } {
  const start = stateFromJoints(model, carAt(slope, 0, 0.455));
  const { q, z = new Float64Array(0) } = equilibrium(model, start).point;
  return { t: 0, q, v: new Float64Array(start.v.length), z };
}

/** How far the chassis is from its first place, and how fast, at every sample. */
function watch(model: Model, state: State, tEnd: number) {
  const { t, column } = simulate(model, tEnd, {
    state,
    integrator: "radau5",
    tolerance: 1e-7,
    sampleEvery: 0.1,
    channels: ["pos.chassis", "vel.chassis"],
  });
  const [x, z, vx, vz] = ["pos.chassis.x", "pos.chassis.z", "vel.chassis.x", "vel.chassis.z"].map(column);
  return {
    from: (start: number) => [...t.keys()].filter((row) => t[row] >= start),
    away: (row: number) => Math.hypot(x[row] - x[0], z[row] - z[0]),
    speed: (row: number) => Math.hypot(vx[row], vz[row]),
  };
}

describe.each(eachLaw)("%s", (_, law) => {
  const model = car({ law, slope: SLOPE, isParked: true });
  const rest = restOf(model, SLOPE);

  it("parked on 20 %: rests where the smallest deflections carry it", () => {
    const share = (2600 * 9.81 * Math.sin(SLOPE)) / 4 / sizes.carcassStiffness[0];
    for (let i = 0; i < 12; i += 3) {
      expect(rest.z[i] / share).toBeCloseTo(1, 6);
      expect(Math.abs(rest.z[i + 1]) + Math.abs(rest.z[i + 2])).toBeLessThan(1e-12);
    }
  });

  it("parked on 20 %, from its rest pose: stays for a minute", () => {
    const { from, away, speed } = watch(model, rest, 60);
    expect(Math.max(...from(0).map(away))).toBeLessThan(1e-6);
    expect(Math.max(...from(3).map(speed))).toBeLessThan(1e-6);
  });
});

it("put down with carcasses that are not deflected: swings once, and stands still", () => {
  const model = car({ law: hmmwvTmeasy, slope: SLOPE, isParked: true });
  const rest = restOf(model, SLOPE);
  const { from, away, speed } = watch(model, { ...rest, z: new Float64Array(12) }, 20);
  expect(Math.max(...from(3).map(speed))).toBeLessThan(1e-3);
  expect(Math.max(...from(8).map(speed))).toBeLessThan(1e-6);
  const [early, late] = [from(8)[0], from(20)[0]].map(away);
  expect(Math.abs(late - early)).toBeLessThan(1e-6);
  expect(early).toBeGreaterThan(5e-3);
});

it("steeper than its tyres hold: has no rest pose", () => {
  const slope = Math.atan(0.5);
  const model = car({ law: hmmwvTmeasy, slope, isParked: true });
  const start = stateFromJoints(model, carAt(slope, 0, 0.455));
  expect(refusal(() => equilibrium(model, start, { maxIterations: 5 })).code).toBe("equilibrium-not-found");
});
