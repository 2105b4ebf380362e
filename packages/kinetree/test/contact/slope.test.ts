import { describe, expect, it } from "vitest";
import type { FrictionLaw } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, block, bristles, downhill, firm, g } from "./bodies.js";

const [holding, sliding] = [0.4, 0.3];
const coulomb: FrictionLaw = { kind: "coulomb", kinetic: sliding, transitionSpeed: 1e-3 };
const stribeck: FrictionLaw = {
  kind: "coulomb",
  kinetic: sliding,
  static: holding,
  stribeckSpeed: 0.02,
  transitionSpeed: 1e-4,
};

/** Depth at which the spring of the ground carries 1 kg. */
const restDepth = (slope: number): number => (g * Math.cos(slope)) / 1e5;

describe("a point mass on a slope", () => {
  it.each([
    ["lugre", bristles],
    ["coulomb", coulomb],
    ["coulomb with stribeck", stribeck],
  ] as const)("%s: slides down with g (sin - kinetic cos)", (_, friction) => {
    const slope = Math.atan(0.6);
    const model = ball(firm, friction, { slope });
    const state = above(slope, -restDepth(slope), 0.5);
    const { rows, names, t } = simulate(model, 1, { state, tolerance: 1e-9, sampleEvery: 0.25 });
    // Speeds are in body axes, and the body keeps the slope's.
    const speed = (row: number): number => rows[row * names.length + names.indexOf("v.free.3")];
    const acceleration = (speed(4) - speed(2)) / (t[4] - t[2]);
    const expected = g * (Math.sin(slope) - sliding * Math.cos(slope));
    // The regularisation leaves (transition / speed)² / 2 of the friction out, 1e-7 of it at these speeds.
    expect(Math.abs(acceleration / expected - 1)).toBeLessThan(1e-6);
  });

  it("lugre: sticks just below the angle of its static friction", () => {
    const slope = Math.atan(0.98 * holding);
    const model = ball(firm, bristles, { slope });
    const { stateAt } = simulate(model, 4, {
      state: above(slope, -restDepth(slope)),
      tolerance: 1e-10,
      sampleEvery: 2,
    });
    const [from, to] = [stateAt(1), stateAt(2)].map(({ q }) => downhill(slope, q));
    // It has bent its bristles and slid a little on the way (z_s log 50 = 1.6 mm for a slow load), and stays there.
    expect(from).toBeLessThan(4e-3);
    expect(from).toBeGreaterThan((0.98 * holding) / 1000);
    expect(Math.abs(to - from)).toBeLessThan(1e-9);
  });

  it("lugre: slips just above it", () => {
    const slope = Math.atan(1.02 * holding);
    const model = ball(firm, bristles, { slope });
    const { final } = simulate(model, 4, { state: above(slope, -restDepth(slope)), tolerance: 1e-8 });
    expect(final.v[3]).toBeGreaterThan(0.9 * 2 * g * (Math.sin(slope) - sliding * Math.cos(slope)));
  });

  it("coulomb: creeps where it should stick, with the speed at which its friction is what it takes", () => {
    const slope = Math.atan(0.2);
    const model = ball(firm, coulomb, { slope });
    const { final } = simulate(model, 2, { state: above(slope, -restDepth(slope)), tolerance: 1e-10 });
    const ratio = 0.2 / sliding;
    const creep = (1e-3 * ratio) / Math.sqrt(1 - ratio * ratio);
    expect(Math.abs(final.v[3] / creep - 1)).toBeLessThan(1e-6);
  });

  it("without friction: slides down with g sin", () => {
    const slope = 0.3;
    const model = ball(firm, { kind: "none" }, { slope });
    const { final } = simulate(model, 1, { state: above(slope, -restDepth(slope)), tolerance: 1e-9 });
    expect(Math.abs(final.v[3] / (g * Math.sin(slope)) - 1)).toBeLessThan(1e-9);
  });

  it("viscous: comes to the speed at which the drag carries g sin", () => {
    const slope = 0.3;
    const model = ball(firm, { kind: "viscous", coefficient: 20 }, { slope });
    const { final } = simulate(model, 2, { state: above(slope, -restDepth(slope)), tolerance: 1e-9 });
    expect(Math.abs(final.v[3] / ((g * Math.sin(slope)) / 20) - 1)).toBeLessThan(1e-8);
  });
});

describe("a block on four points on a slope", () => {
  /** The block let go on a slope, looked at every half second. */
  const letGo = (slope: number) =>
    simulate(block(firm, bristles, slope), 3, {
      state: above(slope, 0.05 - (2 * g) / 4e5),
      tolerance: 1e-8,
      sampleEvery: 0.5,
    });

  it("lugre: sticks below the angle of static friction", () => {
    const slope = Math.atan(0.9 * holding);
    const { stateAt } = letGo(slope);
    expect(downhill(slope, stateAt(6).q) - downhill(slope, stateAt(3).q)).toBeLessThan(1e-8);
  });

  it("lugre: slips above it, with g (sin - kinetic cos)", () => {
    const slope = Math.atan(1.1 * holding);
    const { stateAt, t } = letGo(slope);
    const acceleration = (stateAt(6).v[3] - stateAt(4).v[3]) / (t[6] - t[4]);
    expect(Math.abs(acceleration / (g * (Math.sin(slope) - sliding * Math.cos(slope))) - 1)).toBeLessThan(1e-3);
  });

  it("stands with the forces of its points carrying its weight, along and across the slope", () => {
    const slope = Math.atan(0.3);
    const model = block(firm, bristles, slope);
    const result = simulate(model, 3, { state: above(slope, 0.05), tolerance: 1e-9, channels: ["contact"] });
    const last = (name: string): number => result.column(name)[result.t.length - 1];
    const total = (part: string): number =>
      [0, 1, 2, 3].reduce((sum, i) => sum + last(`contact.corner${i}.${part}`), 0);
    expect(Math.abs(total("fz") - 2 * g)).toBeLessThan(1e-6);
    expect(Math.abs(total("fx"))).toBeLessThan(1e-6);
    expect(Math.abs(total("normal") - 2 * g * Math.cos(slope))).toBeLessThan(1e-6);
    expect(total("touching")).toBe(4);
    // The lower points carry more: the mass centre stands above the points.
    expect(last("contact.corner0.normal")).toBeGreaterThan(last("contact.corner1.normal"));
  });
});
