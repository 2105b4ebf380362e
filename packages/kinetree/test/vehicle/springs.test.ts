import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import type { Curve } from "../../src/model/types.js";
import { stateFromJoints } from "../../src/state/state.js";
import { hmmwvData, hmmwvDampers } from "../../src/systems/vehicles/assembly/hmmwv-data.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { withStops } from "../../src/systems/vehicles/build/stops.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { createSuspensionRig } from "../../src/vehicle/suspension-kinematics.js";

/** A broken line, written out again. */
function along({ x, y }: Pick<Curve, "x" | "y">, at: number): number {
  const i = Math.min(Math.max(0, x.filter((each) => each <= at).length - 1), x.length - 2);
  return y[i] + ((y[i + 1] - y[i]) / (x[i + 1] - x[i])) * (at - x[i]);
}

describe.each(hmmwvData.axles.map((axle) => [axle.name, axle.suspension] as const))(
  "stops of axle %s",
  (_, { spring, stops }) => {
    if (stops === null) throw new Error("no stops");
    const both = withStops(spring, stops);
    const stopTension = (length: number): number => {
      const bump = stops.bumpBelow - length;
      const rebound = length - stops.reboundAbove;
      return (rebound > 0 ? along(stops.force, rebound) : 0) - (bump > 0 ? along(stops.force, bump) : 0);
    };
    const tension = (length: number): number => along(both.tension, length - both.freeLength);
    const springTension = (length: number): number => along(spring.tension, length - spring.freeLength);

    test("spring and stops in one curve / their sum, at all lengths", () => {
      // 60 mm into either stop and a little more.
      for (let length = stops.bumpBelow - 0.065; length < stops.reboundAbove + 0.065; length += 0.0007) {
        const expected = springTension(length) + stopTension(length);
        expect(Math.abs(tension(length) - expected)).toBeLessThan(1e-9 * (1 + Math.abs(expected)));
      }
    });

    test("between the stops / the spring", () =>
      expect(tension(stops.bumpBelow + 0.01)).toBeCloseTo(springTension(stops.bumpBelow + 0.01), 8));

    test("10 mm and 35 mm beyond / 1000 and 6000 N", () => {
      const [low, high] = [stops.bumpBelow, stops.reboundAbove];
      expect(tension(low - 0.01) - springTension(low - 0.01)).toBeCloseTo(-1000, 6);
      expect(tension(high + 0.035) - springTension(high + 0.035)).toBeCloseTo(6000, 6);
    });
  },
);

describe("at rest on stiff posts / a static check by energy, computed without this library", () => {
  // Posts that give way by 1e-5 m, and almost none level: rigid wheels on smooth ground.
  const model = hmmwv({ support: "posts", postStiffness: 1e9, levelStiffness: 10 });
  const guess = Object.fromEntries(["FL", "FR", "RL", "RR"].map((corner) => [`lowerArm${corner}`, -0.2]));
  const { point, isStable } = equilibrium(
    model,
    stateFromJoints(model, { q: { root: [0, 0, 0.09, 1, 0, 0, 0], ...guess } }),
  );
  const { tree } = buildTopology(model);
  const coordinates = (name: string): Float64Array => {
    const place = tree.find(({ joint }) => model.joints[joint].name === name);
    if (place === undefined) throw new Error(`no joint ${name}`);
    return point.q.subarray(place.qStart, place.qStart + place.nq);
  };
  const mean = (axle: string): number => (coordinates(`lowerArm${axle}L`)[0] + coordinates(`lowerArm${axle}R`)[0]) / 2;

  test("it is stable", () => expect(isStable).toBe(true));
  // The reference is symmetric; the Pitman arm makes one side 1.6 N heavier. Means of both sides agree to a few 1e-5.
  test("arms", () => {
    expect(Math.abs(mean("F") - -0.216384)).toBeLessThan(3e-5);
    expect(Math.abs(mean("R") - -0.228978)).toBeLessThan(3e-5);
  });
  test("pitch and height of the chassis", () => {
    const [, , z, w, , y] = coordinates("root");
    expect(Math.abs(((2 * Math.atan2(y, w) * 180) / Math.PI - 0.1518) / 0.1518)).toBeLessThan(2e-3);
    // Above the plane of the wheel centres.
    expect(Math.abs(z + 0.026289 - 0.132925)).toBeLessThan(2e-5);
  });
  test("the rear rebound stop just touches", () => {
    const [, , { springLength }] = createSuspensionRig(hmmwvData)({ travel: mean("R") });
    expect(Math.abs(springLength - 0.356404)).toBeLessThan(1e-5);
  });
});

test("without stops / the rear stands lower, the front as before", () => {
  const arms = (stops: "on" | "off"): readonly number[] => {
    const model = hmmwv({ support: "posts", postStiffness: 1e9, levelStiffness: 10, stops });
    const { point } = equilibrium(
      model,
      stateFromJoints(model, { q: { lowerArmFL: -0.2, lowerArmFR: -0.2, lowerArmRL: -0.2, lowerArmRR: -0.2 } }),
    );
    const { tree } = buildTopology(model);
    return ["lowerArmFL", "lowerArmRL"].map(
      (name) => point.q[tree.find(({ joint }) => model.joints[joint].name === name)?.qStart ?? NaN],
    );
  };
  const [on, off] = [arms("on"), arms("off")];
  expect(Math.abs(on[0] - off[0])).toBeLessThan(1e-3);
  // A rebound stop pulls the arm up: without it, it hangs lower.
  expect(off[1]).toBeLessThan(on[1] - 1e-3);
});

describe("dampers of the source", () => {
  test.each([
    ["front", 0.37, -1 / 3, -4173.85],
    ["front", 0.37, 2 / 3, 14973.3],
    ["rear", 0.37, 1 / 3, 11675.1],
    ["rear", 0.45, 1 / 3, 21307.1],
  ] as const)("%s at %d m and %d m/s / map and two rates, to the rounding of the map", (end, length, rate, tension) => {
    const { map, "two-rate": two } = hmmwvDampers[end];
    const row = map.lengths.filter((each) => each <= length).length - 1;
    expect(map.tension[row][map.rates.indexOf(rate)]).toBe(tension);
    const rates = length > two.midStroke[1] ? two.outside : two.mid;
    const c = rate < 0 ? rates.compression : rates.rebound;
    expect(Math.abs((c * rate) / tension - 1)).toBeLessThan(1e-5);
  });
});
