import { modelDefaults } from "../../src/model/defaults.js";
import type { Pose, QuatR, Real, Vec3R } from "../../src/model/real.js";
import type { Parameter } from "../../src/model/types.js";
import { stream, type Stream } from "../../src/random/stream.js";
import type { V3 } from "./numbers.js";

/** Draws with a memory of the parameters made on the way. */
export interface Dice extends Stream {
  readonly chance: (probability: number) => boolean;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** The number itself, or an expression of a new parameter that has this value by default (to rounding). */
  readonly real: (value: number) => Real;
  readonly parameters: Parameter[];
}

export function dice(seed: number, sample: number, withParameters: boolean): Dice {
  const draws = stream(seed, sample);
  const parameters: Parameter[] = [];
  const chance = (probability: number): boolean => draws.next() < probability;
  const between = (low: number, high: number): number => low + (high - low) * draws.next();
  const parameter = (value: number): Real => {
    const name = `p${parameters.length}`;
    parameters.push({ ...modelDefaults.parameter, name, value });
    return { parameter: name };
  };
  const real = (value: number): Real => {
    if (!withParameters || value === 0 || !chance(0.15)) return value;
    const factor = between(0.5, 2);
    switch (draws.integer(4)) {
      case 0:
        return parameter(value);
      case 1:
        return { op: "mul", args: [factor, parameter(value / factor)] };
      case 2:
        return { op: "sub", args: [parameter(value + factor), factor] };
      default:
        // exp keeps the sign outside, so that a mass stays a mass.
        return { op: "mul", args: [value, { op: "exp", args: [parameter(0)] }] };
    }
  };
  const pick = <T>(from: readonly T[]): T => from[draws.integer(from.length)];
  return { ...draws, chance, between, pick, real, parameters };
}

export const randomUnit = (d: Dice): V3 => {
  const v: V3 = [d.nextNormal(), d.nextNormal(), d.nextNormal()];
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

export function randomQuaternion(d: Dice): readonly [number, number, number, number] {
  const q = [d.nextNormal(), d.nextNormal(), d.nextNormal(), d.nextNormal()];
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** Along a frame axis about half of the time: structural zeros take other roads through the compiler than numbers do. */
export function randomAxis(d: Dice): Vec3R {
  if (d.chance(0.5)) {
    const axis: [Real, Real, Real] = [0, 0, 0];
    axis[d.integer(3)] = d.chance(0.5) ? 1 : -d.between(0.5, 3);
    return axis;
  }
  const u = randomUnit(d);
  const length = d.between(0.5, 2);
  return [d.real(length * u[0]), d.real(length * u[1]), d.real(length * u[2])];
}

function randomRotation(d: Dice): QuatR {
  const kind = d.next();
  if (kind < 0.35) return [1, 0, 0, 0];
  if (kind < 0.5) {
    const quarter: [number, number, number, number] = [Math.SQRT1_2, 0, 0, 0];
    quarter[1 + d.integer(3)] = d.chance(0.5) ? Math.SQRT1_2 : -Math.SQRT1_2;
    return quarter;
  }
  if (kind < 0.6) {
    const angle = d.real(d.between(-1, 1));
    const turn: [Real, Real, Real, Real] = [{ op: "cos", args: [angle] }, 0, 0, 0];
    turn[1 + d.integer(3)] = { op: "sin", args: [angle] };
    return turn;
  }
  return randomQuaternion(d);
}

export const randomPosition = (d: Dice): Vec3R => {
  const component = (): Real => (d.chance(0.4) ? 0 : d.real(d.between(-0.8, 0.8)));
  return [component(), component(), component()];
};

export const randomPose = (d: Dice): Pose => ({ position: randomPosition(d), rotation: randomRotation(d) });
