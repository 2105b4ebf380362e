import { realFunctions } from "kinetree/tools";
import type { Parameter } from "kinetree";
import type { Distribution, PlainDistribution, QuantityLike } from "../description/distribution.js";
import type { Issues, Path } from "../description/issues.js";
import { inSi } from "./quantity.js";

/** A distribution in SI; null if something is wrong with it, which is reported. */
export function plainDistribution(
  given: Distribution,
  parameter: Parameter,
  path: Path,
  issues: Issues,
): PlainDistribution | null {
  const before = issues.count;
  const read = (value: QuantityLike, ...at: (string | number)[]): number =>
    issues.attempt([...path, ...at], () => inSi(value, parameter.unit)) ?? NaN;
  const wrong = (at: Path, code: string, value: unknown, message: string): void =>
    issues.report([...path, ...at], code, message, value);
  const plain = converted(given, read, wrong);
  if (issues.count > before) return null;
  requireWithin(plain, parameter, path, issues);
  return issues.count > before ? null : plain;
}

function converted(
  given: Distribution,
  read: (value: QuantityLike, ...at: (string | number)[]) => number,
  wrong: (at: Path, code: string, value: unknown, message: string) => void,
): PlainDistribution {
  const spread = (kind: string, value: QuantityLike, mayBeZero: boolean): number => {
    const std = read(value, kind, "std");
    if (std < 0 || (std === 0 && !mayBeZero))
      wrong(
        [kind, "std"],
        "distribution-spread",
        std,
        `std is ${std}, must be ${mayBeZero ? "0 or more" : "above 0"}. ${std === 0 ? `Put the parameter into "fixed" instead.` : "Give the standard deviation without a sign."}`,
      );
    return std;
  };
  const range = (kind: string, min: number, max: number): void => {
    if (min >= max)
      wrong(
        [kind, "max"],
        "distribution-range",
        max,
        `min is ${min} and max ${max}: max must be above min. ${min === max ? `Put a parameter that does not vary into "fixed".` : "Exchange them."}`,
      );
  };
  if ("normal" in given) {
    const { mean, std } = given.normal;
    return { kind: "normal", mean: read(mean, "normal", "mean"), std: spread("normal", std, true) };
  }
  if ("truncatedNormal" in given) {
    const { mean, std, min, max } = given.truncatedNormal;
    const plain = {
      kind: "truncatedNormal",
      mean: read(mean, "truncatedNormal", "mean"),
      std: spread("truncatedNormal", std, false),
      min: min === undefined ? null : read(min, "truncatedNormal", "min"),
      max: max === undefined ? null : read(max, "truncatedNormal", "max"),
    } as const;
    if (plain.min === null && plain.max === null)
      wrong(
        ["truncatedNormal"],
        "distribution-range",
        null,
        `it has neither min nor max. Give one, or write "normal".`,
      );
    range("truncatedNormal", plain.min ?? -Infinity, plain.max ?? Infinity);
    return plain;
  }
  if ("uniform" in given) {
    const [min, max] = [read(given.uniform.min, "uniform", "min"), read(given.uniform.max, "uniform", "max")];
    range("uniform", min, max);
    return { kind: "uniform", min, max };
  }
  if ("logNormal" in given) return logNormal(given.logNormal, read, spread, wrong);
  const { values, weights = values.map(() => 1) } = given.discrete;
  checkWeights(values.length, weights, wrong);
  return { kind: "discrete", values: values.map((value, i) => read(value, "discrete", "values", i)), weights };
}

function logNormal(
  given: Extract<Distribution, { logNormal: unknown }>["logNormal"],
  read: (value: QuantityLike, ...at: (string | number)[]) => number,
  spread: (kind: string, value: QuantityLike, mayBeZero: boolean) => number,
  wrong: (at: Path, code: string, value: unknown, message: string) => void,
): PlainDistribution {
  const positive = (field: "median" | "mean", value: QuantityLike): number => {
    const read1 = read(value, "logNormal", field);
    if (read1 <= 0)
      wrong(
        ["logNormal", field],
        "distribution-range",
        read1,
        `${field} is ${read1}, must be above 0: a log-normal number is positive. Use another distribution for others.`,
      );
    return read1;
  };
  const log = (x: number): number => realFunctions.log.of(x, 0);
  if ("median" in given) {
    if (given.sigma < 0)
      wrong(
        ["logNormal", "sigma"],
        "distribution-spread",
        given.sigma,
        `sigma is ${given.sigma}, must be 0 or more. Give it without a sign.`,
      );
    return { kind: "logNormal", mu: log(positive("median", given.median)), sigma: given.sigma };
  }
  const mean = positive("mean", given.mean);
  const ratio = spread("logNormal", given.std, true) / mean;
  const square = log(1 + ratio * ratio);
  return { kind: "logNormal", mu: log(mean) - 0.5 * square, sigma: Math.sqrt(square) };
}

function checkWeights(
  count: number,
  weights: readonly number[],
  wrong: (at: Path, code: string, value: unknown, message: string) => void,
): void {
  const at = ["discrete", "weights"];
  if (weights.length !== count)
    wrong(
      at,
      "weights-length",
      weights.length,
      `there are ${weights.length} weights for ${count} values. Give one each.`,
    );
  weights.forEach((weight, i) => {
    if (weight < 0)
      wrong([...at, i], "weight-negative", weight, `weight ${weight} is negative, must be 0 or more. Correct it.`);
  });
  if (!weights.some((weight) => weight > 0))
    wrong(at, "weights-zero", 0, `no weight is above 0, so that no value can come. Give one that is.`);
}

/** What surely leaves the parameter's own range is a mistake; a normal one that may leave it makes failed samples at worst. */
function requireWithin(plain: PlainDistribution, { name, min, max }: Parameter, path: Path, issues: Issues): void {
  const ends =
    plain.kind === "discrete"
      ? plain.values
      : plain.kind === "uniform"
        ? [plain.min, plain.max]
        : plain.kind === "truncatedNormal"
          ? [plain.min, plain.max].filter((end) => end !== null)
          : [];
  const outside = ends.find((end) => (min !== null && end < min) || (max !== null && end > max));
  if (outside === undefined) return;
  issues.report(
    path,
    "parameter-range",
    `it reaches ${outside}, but "${name}" must lie from ${min ?? "-∞"} to ${max ?? "∞"}. Narrow the distribution.`,
    outside,
  );
}
