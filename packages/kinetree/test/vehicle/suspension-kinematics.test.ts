import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { hmmwvData } from "../../src/systems/vehicles/assembly/hmmwv-data.js";
import { hmmwvWith } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import type { VehicleData } from "../../src/systems/vehicles/data/vehicle.js";
import { vehicleMass } from "../../src/vehicle/mass-properties.js";
import { setToe } from "../../src/vehicle/set-toe.js";
import { createSuspensionRig, suspensionKinematics, type CornerPose } from "../../src/vehicle/suspension-kinematics.js";

/* References computed without this library, from the same hardpoints, as printed: 1e-7 m and 1e-5 degrees. */

const DEGREE = Math.PI / 180;
/** Half of the last printed digit, and a little. */
const LENGTH = 6e-8;
const LENGTH_PRINTED = 6e-7;
const ANGLE_DEG = 6e-6;

/** Axle, angle [deg]; dz, dx, dy [mm]; toe-in, camber [deg]; spring, shock [m]. */
const travel = [
  ["F", -12, -99.2195, 7.2989, -33.4103, 1.04415, 1.03902, 0.292829, 0.418986],
  ["F", -6, -51.3282, 3.4806, -13.52, 0.36904, 0.9078, 0.269981, 0.396176],
  ["F", 6, 53.9024, -3.4173, 7.1292, -0.20037, -1.57357, 0.222362, 0.34834],
  ["F", 12, 109.6574, -6.895, 7.7158, -0.30829, -3.78995, 0.19778, 0.323589],
  ["R", -12, -102.2527, -0.4707, -31.3539, -0.33787, 2.36208, 0.35225, 0.411307],
  ["R", -6, -52.8285, -0.0518, -12.5363, -0.09543, 1.54818, 0.329503, 0.38828],
  ["R", 6, 55.4576, -0.0408, 6.0751, 0.05761, -2.21718, 0.281892, 0.340147],
  ["R", 12, 112.8735, -0.0571, 5.4056, 0.12329, -5.11378, 0.257256, 0.315332],
] as const;

const rig = createSuspensionRig(hmmwvData);
const cornerOf = (poses: readonly CornerPose[], name: string): CornerPose => {
  const found = poses.find(({ corner }) => corner === name);
  if (found === undefined) throw new Error(`no corner ${name}`);
  return found;
};

describe.each(travel)("axle %s at %d degrees", (axle, angle, dz, dx, dy, toeIn, camber, spring, shock) => {
  const poses = rig({ travel: angle * DEGREE });
  test.each([
    ["left", "L", 1],
    ["right", "R", -1],
  ] as const)("%s / the reference", (_, side, out) => {
    const { wheel, ...pose } = cornerOf(poses, `${axle}${side}`);
    expect(Math.abs(wheel[2] - dz / 1e3)).toBeLessThan(LENGTH);
    expect(Math.abs(wheel[0] - dx / 1e3)).toBeLessThan(LENGTH);
    expect(Math.abs(out * wheel[1] - dy / 1e3)).toBeLessThan(LENGTH);
    expect(Math.abs(pose.toeIn / DEGREE - toeIn)).toBeLessThan(ANGLE_DEG);
    expect(Math.abs(pose.camber / DEGREE - camber)).toBeLessThan(ANGLE_DEG);
    expect(Math.abs(pose.springLength - spring)).toBeLessThan(LENGTH_PRINTED);
    expect(Math.abs(pose.damperLength - shock)).toBeLessThan(LENGTH_PRINTED);
  });
});

test("as drawn / no toe, no camber, the installed lengths", () => {
  const poses = rig();
  for (const { toeIn, camber, wheel } of poses)
    for (const value of [toeIn, camber, ...wheel]) expect(Math.abs(value)).toBeLessThan(1e-14);
  expect(poses.map(({ springLength }) => springLength.toFixed(6))).toEqual([
    "0.246463",
    "0.246463",
    "0.306016",
    "0.306016",
  ]);
  expect(poses.map(({ damperLength }) => damperLength.toFixed(6))).toEqual([
    "0.372586",
    "0.372586",
    "0.364516",
    "0.364516",
  ]);
});

/** Arms where the vehicle stands on level ground. */
const atRest = { FL: -0.216384, FR: -0.216384, RL: -0.228978, RR: -0.228978 };

test("at rest / toe and camber", () => {
  const poses = rig({ travel: atRest });
  const rounded = (corner: string): readonly number[] => {
    const { toeIn, camber } = cornerOf(poses, corner);
    return [toeIn, camber].map((angle) => Number((angle / DEGREE).toFixed(4)));
  };
  expect([rounded("FL"), rounded("FR")]).toEqual([
    [1.1061, 1.0144],
    [1.1061, 1.0144],
  ]);
  expect([rounded("RL"), rounded("RR")]).toEqual([
    [-0.4167, 2.419],
    [-0.4167, 2.419],
  ]);
});

describe("steering", () => {
  const full = 30;
  test.each([
    [10, 9.26934, 9.04998],
    [20, 18.60957, 17.51479],
    [30, 28.09356, 24.84201],
  ])("Pitman arm at %d degrees / both wheels to the left", (pitman, left, right) => {
    const poses = rig({ steer: pitman / full });
    expect(Math.abs(cornerOf(poses, "FL").steer / DEGREE - left)).toBeLessThan(ANGLE_DEG);
    expect(Math.abs(cornerOf(poses, "FR").steer / DEGREE - right)).toBeLessThan(ANGLE_DEG);
    expect(Math.abs(cornerOf(poses, "RL").steer)).toBeLessThan(1e-14);
  });

  test("to the right / the mirror image", () => {
    const [left, right] = suspensionKinematics(hmmwvData, [{ steer: 0.7 }, { steer: -0.7 }]);
    expect(cornerOf(right, "FR").steer).toBeCloseTo(-cornerOf(left, "FL").steer, 12);
    expect(cornerOf(right, "FL").steer).toBeCloseTo(-cornerOf(left, "FR").steer, 12);
  });

  test("rack / positive steers left, more than 20 degrees at full lock", () => {
    const poses = createSuspensionRig(hmmwvWith({ steering: "rack" }))({ steer: 1 });
    expect(cornerOf(poses, "FL").steer / DEGREE).toBeGreaterThan(20);
    expect(cornerOf(poses, "FR").steer / DEGREE).toBeGreaterThan(20);
  });
});

describe("toe setting", () => {
  test.each([
    ["F", 0, -0.216384],
    ["R", 0, -0.228978],
    ["F", 0.5 * DEGREE, 0],
  ])("axle %s, toe-in %d rad at travel %d", (axle, toeIn, angle) => {
    const set = setToe(hmmwvData, { axle, toeIn, travel: angle });
    const poses = createSuspensionRig(set)({ travel: angle });
    for (const side of ["L", "R"]) expect(Math.abs(cornerOf(poses, axle + side).toeIn - toeIn)).toBeLessThan(1e-11);
    // Nothing else is touched.
    const other = axle === "F" ? 1 : 0;
    expect(set.axles[other]).toBe(hmmwvData.axles[other]);
  });

  test("shorter tie rods behind the axle turn the front edges out", () => {
    const [change] = setToe(hmmwvData, { axle: "F", toeIn: -DEGREE }).axles.map(
      ({ suspension }) => suspension.tieRodChange,
    );
    expect(change).toBeLessThan(0);
  });

  test("refusals", () => {
    expect(() => setToe(hmmwvData, { axle: "Front", toeIn: 0 })).toThrowError(/axle "Front" is unknown/);
    expect(() => setToe(hmmwvData, { axle: "F", toeIn: 4 })).toThrowError(RequestError);
  });
});

describe("mass properties in the drawn pose", () => {
  const withoutShafts: VehicleData = {
    ...hmmwvData,
    axles: hmmwvData.axles.map((axle) => ({ ...axle, wheel: { ...axle.wheel, axleShaft: 0 } })),
  };

  test("massless dampers and idler / the reference", () => {
    const { mass, com, inertia } = vehicleMass(withoutShafts);
    expect(Math.abs(mass / 2573.138 - 1)).toBeLessThan(1e-9);
    [0.047925, 0.000155, 0.168936].forEach((each, i) => expect(Math.abs(com[i] - each)).toBeLessThan(6e-7));
    [1437.57, 4339.43, 5236.44].forEach((each, i) => expect(Math.abs(inertia[i][i] - each)).toBeLessThan(6e-3));
  });

  test("as bodies, taken from the chassis / the reference", () => {
    const { mass, com, inertia } = vehicleMass(withoutShafts, { struts: "bodies", idler: "body" });
    expect(Math.abs(mass / 2573.138 - 1)).toBeLessThan(1e-9);
    [0.047835, -0.000047, 0.167724].forEach((each, i) => expect(Math.abs(com[i] - each)).toBeLessThan(6e-7));
    [1448.9, 4470.5, 5378.2].forEach((each, i) => expect(Math.abs(inertia[i][i] - each)).toBeLessThan(0.06));
  });

  test("tie rods as bodies / 24 kg more", () =>
    expect(vehicleMass(withoutShafts, { tieRods: "bodies" }).mass).toBeCloseTo(2573.138 + 24, 9));

  test("axle shafts / 0.4 kg m² about y, each", () => {
    const difference = vehicleMass(hmmwvData).inertia[1][1] - vehicleMass(withoutShafts).inertia[1][1];
    expect(difference).toBeCloseTo(4 * 0.4, 9);
  });
});
