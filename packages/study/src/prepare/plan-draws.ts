import { suggestName } from "kinetree/tools";
import type { Issues } from "../description/issues.js";
import type { Study } from "../description/study.js";
import { choleskyOfCorrelation } from "../sampling/copula.js";
import { levelsOf } from "../sampling/quantile.js";
import { MOST_SOBOL_DIMENSIONS } from "../sampling/sobol-directions.js";
import type { CaseParameters } from "./case-parameters.js";
import { clashingKeys, type DrawnGroup, type DrawnParameter, type DrawPlan } from "./draws.js";
import { inSi } from "./quantity.js";

const MOST_SOBOL_POINTS = 0x100000000;
/** More combinations than this are a slip. */
const MOST_SAMPLES = 1_000_000_000;

/** How each case is drawn. All cases have the same number of samples. */
export function planDraws(
  study: Study,
  cases: readonly { readonly name: string; readonly parameters: CaseParameters }[],
  issues: Issues,
): readonly DrawPlan[] {
  const { sampler = "monte-carlo", seed = 1, draws = "common" } = study;
  const dimensions = [...new Set(cases.flatMap(({ parameters }) => [...parameters.distributions.keys()]))];
  if (sampler === "sobol" && dimensions.length > MOST_SOBOL_DIMENSIONS)
    issues.report(
      ["sampler"],
      "sobol-dimensions",
      `${dimensions.length} parameters vary, and Sobol's sequence serves ${MOST_SOBOL_DIMENSIONS} here. Take "latin-hypercube", or fix some.`,
      dimensions.length,
    );
  if (sampler === "sobol" && (study.samples ?? 0) > MOST_SOBOL_POINTS)
    issues.report(
      ["samples"],
      "sobol-samples",
      `Sobol's sequence has 2^32 points here. Take fewer samples.`,
      study.samples,
    );
  checkLevels(study, cases, issues);
  const plans = cases.map(({ name, parameters }): DrawPlan => {
    const drawn = [...parameters.distributions].map(([parameter, { plain, given, path }]): DrawnParameter => ({
      name: parameter,
      key: draws === "common" ? parameter : `${name}/${parameter}`,
      dimension: dimensions.indexOf(parameter),
      distribution: plain,
      levels:
        sampler !== "full-factorial"
          ? []
          : Array.isArray(given.levels)
            ? given.levels.map((level: number | string, i) => {
                const unit = parameters.known.find((each) => each.name === parameter)?.unit ?? "";
                return issues.attempt([...path, "levels", i], () => inSi(level, unit)) ?? NaN;
              })
            : plain.kind === "discrete"
              ? plain.values
              : levelsOf(plain, typeof given.levels === "number" ? given.levels : (study.levels ?? 1)),
    }));
    return { sampler, samples: study.samples ?? 0, seed, parameters: drawn, groups: groupsOf(study, drawn, issues) };
  });
  const clash = clashingKeys([...new Set(plans.flatMap((plan) => plan.parameters.map(({ key }) => key)))], seed);
  if (clash)
    issues.report(
      ["parameters"],
      "key-clash",
      `"${clash[0]}" and "${clash[1]}" happen to have the same random numbers. Rename one.`,
      clash,
    );
  return sampler === "full-factorial" ? factorial(study, plans, issues) : sampled(study, plans, issues);
}

function sampled(study: Study, plans: readonly DrawPlan[], issues: Issues): readonly DrawPlan[] {
  if (study.samples === undefined)
    issues.report([], "samples-missing", `a study needs "samples": how many there are of each case. Add it.`);
  return plans;
}

/** Every combination once. */
function factorial(study: Study, plans: readonly DrawPlan[], issues: Issues): readonly DrawPlan[] {
  const counts = plans.map(({ parameters }) => parameters.reduce((product, { levels }) => product * levels.length, 1));
  const [first = 1] = counts;
  if (counts.some((count) => count !== first))
    issues.report(
      ["cases"],
      "factorial-sizes",
      `cases have ${counts.join(", ")} combinations, must have equally many.`,
    );
  if (first > MOST_SAMPLES)
    issues.report(["parameters"], "factorial-size", `there are ${first} combinations. Take fewer levels.`, first);
  if (study.samples !== undefined && study.samples !== first)
    issues.report(
      ["samples"],
      "factorial-samples",
      `samples is ${study.samples}, but there are ${first} combinations of levels. Leave it out.`,
      study.samples,
    );
  return plans.map((plan) => ({ ...plan, samples: first }));
}

/** Levels belong to full factorials, and these need them; correlations and weights mean nothing there. */
function checkLevels(study: Study, cases: readonly { readonly parameters: CaseParameters }[], issues: Issues): void {
  const isFactorial = study.sampler === "full-factorial";
  if (!isFactorial && study.levels !== undefined)
    issues.report(
      ["levels"],
      "levels-without-effect",
      `only a full factorial has levels. Leave them out.`,
      study.levels,
    );
  if (isFactorial && (study.correlated?.length ?? 0) > 0)
    issues.report(["correlated"], "factorial-correlated", `a full factorial takes every combination. Leave this out.`);
  const seen = new Set<string>();
  for (const { parameters } of cases) {
    for (const [name, { plain, given, path }] of parameters.distributions) {
      // Cases share the study's own distributions, whose mistakes are told once.
      if (seen.has(path.join("/"))) continue;
      seen.add(path.join("/"));
      if (!isFactorial && given.levels !== undefined)
        issues.report(
          [...path, "levels"],
          "levels-without-effect",
          `only a full factorial has levels, and the sampler is "${study.sampler ?? "monte-carlo"}". Leave them out.`,
        );
      if (!isFactorial) continue;
      if (given.levels === undefined && study.levels === undefined && plain.kind !== "discrete")
        issues.report(path, "levels-missing", `a full factorial needs to know the levels of "${name}". Add "levels".`);
      if ("discrete" in given && given.discrete.weights !== undefined)
        issues.report(
          [...path, "discrete", "weights"],
          "weights-without-effect",
          `a full factorial takes every value once. Leave the weights out.`,
        );
    }
  }
}

function groupsOf(study: Study, drawn: readonly DrawnParameter[], issues: Issues): readonly DrawnGroup[] {
  const names = drawn.map(({ name }) => name);
  const taken = new Set<string>();
  return (study.correlated ?? []).flatMap(({ parameters, correlation }, g): DrawnGroup[] => {
    const before = issues.count;
    const at = ["correlated", g] as const;
    parameters.forEach((name, i) => {
      const path = [...at, "parameters", i];
      if (!names.includes(name))
        issues.report(
          path,
          "unknown-parameter",
          `"${name}" does not vary in every case. ${suggestName(name, names)} Give it a distribution, or take it out of the group.`,
          name,
        );
      if (taken.has(name))
        issues.report(path, "correlated-twice", `"${name}" is in two groups, or twice in one. Join them.`, name);
      taken.add(name);
    });
    checkCorrelation(parameters.length, correlation, [...at, "correlation"], issues);
    if (issues.count > before) return [];
    const factor = choleskyOfCorrelation(correlation);
    if (factor) return [{ members: parameters.map((name) => names.indexOf(name)), factor }];
    issues.report(
      [...at, "correlation"],
      "correlation-not-definite",
      `no numbers can have these correlations at once: the matrix is not positive definite. Make them smaller.`,
    );
    return [];
  });
}

function checkCorrelation(
  size: number,
  matrix: readonly (readonly number[])[],
  path: readonly (string | number)[],
  issues: Issues,
): void {
  if (matrix.length !== size || matrix.some((row) => row.length !== size)) {
    issues.report(path, "correlation-size", `the matrix must have ${size} rows and columns, one for each parameter.`);
    return;
  }
  matrix.forEach((row, i) =>
    row.forEach((r, j) => {
      if (i === j && r !== 1)
        issues.report(
          [...path, i, j],
          "correlation-diagonal",
          `${r} stands on the diagonal, where 1 must be. Write 1.`,
          r,
        );
      else if (j < i && r !== matrix[j][i])
        issues.report(
          [...path, i, j],
          "correlation-symmetry",
          `${r} here and ${matrix[j][i]} in row ${j}, column ${i}: the matrix must be symmetric. Make them equal.`,
          r,
        );
      else if (j < i && !(Math.abs(r) < 1))
        issues.report([...path, i, j], "correlation-range", `${r} is no correlation, which lies between -1 and 1.`, r);
    }),
  );
}
