import {
  europaGrounds,
  europaLegs,
  europaTables,
  type EuropaGround,
  type EuropaLegs,
  type Spread,
} from "kinetree/systems";
import type { Distribution } from "../description/distribution.js";
import type { StudyCase } from "../description/study.js";

/** One of the twelve combinations of legs and ground. */
export interface EuropaCombination {
  readonly legs: EuropaLegs;
  readonly ground: EuropaGround;
}

/** All twelve, ground by ground as the source's tables. */
export const europaCombinations: readonly EuropaCombination[] = Object.freeze(
  europaGrounds.flatMap((ground) => europaLegs.map((legs) => ({ legs, ground }))),
);

/** A normal distribution of a table, in a unit if it is not SI. */
export const spreadOf = ({ value, std }: Spread, unit = ""): Distribution => ({
  normal: unit === "" ? { mean: value, std } : { mean: `${value} ${unit}`, std: `${std} ${unit}` },
});

/** The name of a combination's case. */
export const caseName = ({ legs, ground }: EuropaCombination): string => `${legs}-${ground}`;

/** A combination as a case. Passive legs are parameter values of one model; impedance control is a model of its own. */
export function europaCase(combination: EuropaCombination): StudyCase {
  const { legs, ground } = combination;
  const { alpha: _, ...numbers } = europaTables.grounds[ground];
  const own = { name: caseName(combination), factors: { legs, ground }, fixed: numbers };
  if (legs !== "impedance") return { ...own, parameters: legSpreads(europaTables.legs[legs]) };
  const soft = Object.entries(legSpreads(europaTables.legs.conforming));
  return {
    ...own,
    options: { legs },
    parameters: {
      ...legSpreads(europaTables.legs["shock-absorbing"]),
      ...Object.fromEntries(soft.map(([name, spread]) => [`soft${name[0].toUpperCase()}${name.slice(1)}`, spread])),
    },
  };
}

const legSpreads = (numbers: object): Record<string, Distribution> =>
  Object.fromEntries(Object.entries(numbers as Record<string, Spread>).map(([name, each]) => [name, spreadOf(each)]));
