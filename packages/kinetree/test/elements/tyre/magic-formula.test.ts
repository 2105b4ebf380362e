import { expect, it } from "vitest";
import { pac2002Coefficients } from "../../../src/model/tyre-laws/pac2002-coefficients.js";
import type { Pac2002Tyre } from "../../../src/model/tyre-laws/pac2002.js";
import { stream } from "../../../src/random/stream.js";
import { hmmwvPac2002 } from "../../../src/systems/vehicles/tyre-data.js";
import { kernelOf } from "./kernel-tyre.js";
import { magicOracle } from "./magic-oracle.js";
import { pointAt, type PlainPoint } from "./plain-tyre.js";

const coefficients = { ...pac2002Coefficients, ...hmmwvPac2002.coefficients } as Readonly<Record<string, number>>;
const RADIUS = hmmwvPac2002.radius as number;
const NOMINAL = coefficients.LFZO * (hmmwvPac2002.nominalLoad as number);

/** Within the range of the data. */
function randomPoints(count: number): readonly PlainPoint[] {
  const draws = stream(11, 0);
  const between = (low: number, high: number): number => low + (high - low) * draws.next();
  return Array.from({ length: count }, () =>
    pointAt({
      slip: [between(-0.4, 0.4), between(-0.5, 0.5)],
      load: between(1750, 40_000),
      camber: between(-0.25, 0.25),
    }),
  );
}

it("gives the forces of the printed formula, and the slope where it is not cut off", () => {
  const at = kernelOf(hmmwvPac2002);
  let cut = 0;
  for (const point of randomPoints(400)) {
    const { slip, load, camber } = point;
    const answer = at(point);
    const oracle = (s: readonly [number, number]) =>
      magicOracle(coefficients, NOMINAL, RADIUS, [s[0], -Math.atan(s[1])], load, camber);
    const wanted = oracle(slip);
    for (const i of [0, 1] as const) {
      // A slope below zero would create energy in the carcass; the law has some far from its straight line.
      const isCut = answer.slope[i] === 0;
      cut += isCut ? 1 : 0;
      expect(isCut ? 0 : Math.abs(answer.force[i] - wanted[i])).toBeLessThan(1e-9 * load);
    }
    const still = oracle([0, slip[1]])[0];
    expect(Math.abs(answer.offset[0] - still)).toBeLessThan(1e-9 * load);
    // The trail passes from side to side within 1e-4 of slip, instead of by a step.
    const isAside = Math.abs(trailSlip(load, camber) - Math.atan(slip[1])) > 0.01;
    const miss = Math.min(...answer.slope) > 0 && isAside ? Math.abs(answer.aligning - wanted[2]) : 0;
    expect(miss).toBeLessThan(2e-5 * load * RADIUS);
  }
  expect(cut).toBeLessThan(30);
});

/** S_Ht: where the trail is largest. */
function trailSlip(load: number, camber: number): number {
  const { QHZ1, QHZ2, QHZ3, QHZ4 } = coefficients;
  const dfz = (load - NOMINAL) / NOMINAL;
  return QHZ1 + QHZ2 * dfz + (QHZ3 + QHZ4 * dfz) * camber;
}

it("has slopes without slip that differences of the printed formula approach", () => {
  const at = kernelOf(hmmwvPac2002);
  for (const point of randomPoints(100)) {
    const { slip, load, camber } = point;
    const force = (sx: number, sy: number) =>
      magicOracle(coefficients, NOMINAL, RADIUS, [sx, -Math.atan(sy)], load, camber);
    const h = 1e-6;
    const along = (force(h, slip[1])[0] - force(-h, slip[1])[0]) / (2 * h);
    const across = (force(slip[0], h)[1] - force(slip[0], -h)[1]) / (2 * h);
    const scale = 1e-6 * 20 * load;
    expect(Math.abs(at({ ...point, slip: [0, slip[1]] }).slope[0] - Math.max(0, along))).toBeLessThan(scale);
    expect(Math.abs(at({ ...point, slip: [slip[0], 0] }).slope[1] - Math.max(0, across))).toBeLessThan(scale);
  }
});

/** Coefficients that change their sign in a mirror. */
const odd = "PHY1 PHY2 PVY1 PVY2 PEY3 RHX1 RBY3 RVY1 RVY2 QHZ1 QHZ2 QBZ4 QDZ3 QEZ4 QDZ6 QDZ7 SSZ1 QSX1".split(" ");

it.each(["pacejka", "ellipse"] as const)("mirrored by its coefficients or by its axes is the same: %s", (combined) => {
  const right: Pac2002Tyre = {
    ...hmmwvPac2002,
    combined,
    coefficients: { ...coefficients, ...Object.fromEntries(odd.map((name) => [name, -coefficients[name]])) },
  };
  const [left, mirrored] = [kernelOf({ ...hmmwvPac2002, combined }), kernelOf(right)];
  for (const point of randomPoints(100)) {
    const one = left(point);
    const other = mirrored({ ...point, slip: [point.slip[0], -point.slip[1]], camber: -point.camber });
    const scale = 1e-9 * point.load;
    expect(Math.abs(one.force[0] - other.force[0])).toBeLessThan(scale);
    expect(Math.abs(one.force[1] + other.force[1])).toBeLessThan(scale);
    expect(Math.abs(one.aligning + other.aligning)).toBeLessThan(scale);
  }
});

it("stays within the ellipse of its largest forces, about against the sliding", () => {
  const at = kernelOf({ ...hmmwvPac2002, combined: "ellipse" });
  for (const angle of [0.3, 0.8, 1.2, 2, 3]) {
    const { force, peak } = at(pointAt({ slip: [3 * Math.cos(angle), 3 * Math.sin(angle)] }));
    expect(Math.hypot(force[0] / peak[0], force[1] / peak[1])).toBeLessThan(1);
    const course = Math.atan2(force[1], force[0]);
    expect(Math.abs(course - angle)).toBeLessThan(0.3);
  }
});

it("has a residual moment and a trail without slip", () => {
  const { aligning } = kernelOf(hmmwvPac2002)(pointAt({ slip: [0, 0], camber: 0.03 }));
  expect(aligning).toBeCloseTo(magicOracle(coefficients, NOMINAL, RADIUS, [0, 0], 6400, 0.03)[2], 3);
});
