import { uniform } from "kinetree/random";
import type { PlainDistribution } from "../description/distribution.js";
import type { Values } from "../description/scenario.js";
import { correlate } from "../sampling/copula.js";
import { quantileOf } from "../sampling/quantile.js";
import { factorialLevels, unitSampler } from "../sampling/sampler.js";
import type { SamplerName } from "../description/sampler-name.js";

/** A parameter that varies in a case. */
export interface DrawnParameter {
  readonly name: string;
  /** What its random numbers are called by. */
  readonly key: string;
  /** Its number among all parameters that vary somewhere in the study. */
  readonly dimension: number;
  readonly distribution: PlainDistribution;
  /** Values of a full factorial; empty for other samplers. */
  readonly levels: readonly number[];
}

/** Parameters that vary together: their places among those of the case, and Cholesky's factor of their correlation. */
export interface DrawnGroup {
  readonly members: readonly number[];
  readonly factor: readonly (readonly number[])[];
}

/** How a case is drawn. */
export interface DrawPlan {
  readonly sampler: SamplerName;
  readonly samples: number;
  readonly seed: number;
  readonly parameters: readonly DrawnParameter[];
  readonly groups: readonly DrawnGroup[];
}

/** The values of sample i: a function of the study and of i alone. */
export function drawer(plan: DrawPlan): (index: number) => Values {
  const { sampler, samples, seed, parameters, groups } = plan;
  const names = parameters.map(({ name }) => name);
  const valuesOf = (numbers: readonly number[]): Values => {
    const values: Record<string, number> = {};
    for (let i = 0; i < names.length; i++) values[names[i]] = numbers[i];
    return values;
  };
  if (sampler === "full-factorial") {
    const counts = parameters.map(({ levels }) => levels.length);
    return (index) => valuesOf(factorialLevels(counts, index).map((level, i) => parameters[i].levels[level]));
  }
  const shares = parameters.map((axis) => unitSampler(sampler, axis, samples, seed));
  const quantiles = parameters.map(({ distribution }) => quantileOf(distribution));
  return (index) => {
    const u = shares.map((share) => share(index));
    for (const { members, factor } of groups) {
      const together = members.map((member) => u[member]);
      correlate(together, factor);
      members.forEach((member, i) => (u[member] = together[i]));
    }
    return valuesOf(quantiles.map((quantile, i) => quantile(u[i])));
  };
}

/** Two keys whose random numbers are the same ones, which happens once in four thousand million pairs of names; null if none. */
export function clashingKeys(keys: readonly string[], seed: number): readonly [string, string] | null {
  const first = new Map<number, string>();
  for (const key of keys) {
    const draw = uniform(seed, 0, key);
    const other = first.get(draw);
    if (other !== undefined && other !== key) return [other, key];
    first.set(draw, key);
  }
  return null;
}
