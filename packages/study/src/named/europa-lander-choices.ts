import type { QuantityLike } from "../description/distribution.js";
import type { ScenarioOptions } from "../description/scenario.js";
import type { StudyCase } from "../description/study.js";
import { caseName, europaCase, type EuropaCombination } from "./europa-lander-cases.js";

/** One open choice made in another way. */
interface Alternative {
  /** What is chosen, and how: both are columns. */
  readonly choice: string;
  readonly value: string;
  /** A number that is a parameter of the model, or an option that makes another model. */
  readonly fixed?: Readonly<Record<string, QuantityLike>>;
  readonly options?: ScenarioOptions;
  /** For which legs it means anything; all of them if left out. */
  readonly only?: "passive" | "impedance";
}

const number = (choice: string, ...values: readonly QuantityLike[]): readonly Alternative[] =>
  values.map((value) => ({ choice, value: String(value), fixed: { [choice]: value } }));

const option = (choice: string, value: string | number, only?: Alternative["only"]): Alternative => ({
  choice,
  value: String(value),
  options: { [choice]: value },
  ...(only === undefined ? {} : { only }),
});

const alternatives: readonly Alternative[] = [
  { choice: "none", value: "as fitted" },
  ...([65, 94] as const).map((lower): Alternative => {
    const value = `65 and ${lower} deg`;
    return { choice: "angles", value, fixed: { upperAngle: "65 deg", lowerAngle: `${lower} deg` } };
  }),
  ...number("hipRadius", "0.6 m", "0.9 m"),
  ...number("hipHeight", "0.186 m"),
  ...number("massCentreHeight", "0.3 m", "0.45 m"),
  ...number("linkMass", "2.5 kg", "10 kg"),
  ...number("bellyFactor", 0.2, 1),
  ...number("bellyRadius", "0.5 m", "1 m"),
  option("inertiaOf", "lander"),
  option("springRest", "nominal-pose"),
  option("jointRangeDeg", 45),
  option("reboundFactor", 2, "passive"),
  option("impedance", "while-partial", "impedance"),
  option("softens", "stiffness", "impedance"),
  option("controlPeriod", 0.02, "impedance"),
];

/** Each design on a ground on which the source says something of it; all twelve would take three times as long and say the same. */
const looked: readonly EuropaCombination[] = [
  { legs: "stiff", ground: "ice" },
  { legs: "shock-absorbing", ground: "snow" },
  { legs: "conforming", ground: "sand" },
  { legs: "impedance", ground: "sand" },
];

/** A case for each alternative and each of four combinations. */
export const choiceCases: readonly StudyCase[] = Object.freeze(
  alternatives.flatMap((alternative) =>
    looked
      .filter(
        ({ legs }) => alternative.only === undefined || (legs === "impedance") === (alternative.only === "impedance"),
      )
      .map((combination) => changedCase(combination, alternative)),
  ),
);

function changedCase(combination: EuropaCombination, { choice, value, fixed, options }: Alternative): StudyCase {
  const own = europaCase(combination);
  return {
    ...own,
    name: choice === "none" ? caseName(combination) : `${caseName(combination)}, ${choice} ${value}`,
    factors: { ...own.factors, choice, value },
    fixed: { ...own.fixed, ...fixed },
    ...(own.options === undefined && options === undefined ? {} : { options: { ...own.options, ...options } }),
  };
}
