import type { Parameter } from "kinetree";
import { suggestName } from "kinetree/tools";
import type { Distribution, PlainDistribution, QuantityLike } from "../description/distribution.js";
import type { Issues, Path } from "../description/issues.js";
import type { Scenario, Values } from "../description/scenario.js";
import type { Study, StudyCase } from "../description/study.js";
import { plainDistribution } from "./plain-distribution.js";
import { inSi } from "./quantity.js";

/** What the parameters of a case are: fixed values, and distributions of those that vary. */
export interface CaseParameters {
  /** All parameters of the model and inputs of the scenario. */
  readonly known: readonly Parameter[];
  /** Defaults and fixed values of all of them. */
  readonly base: Values;
  readonly distributions: ReadonlyMap<
    string,
    { readonly plain: PlainDistribution; readonly given: Distribution; readonly path: Path }
  >;
}

/** Reads the parameters of a case: its own on top of the study's. */
export function caseParameters(
  study: Study,
  each: StudyCase,
  index: number,
  scenario: Scenario,
  issues: Issues,
): CaseParameters {
  const known = [...scenario.model.parameters, ...(scenario.inputs ?? [])];
  const byName = new Map<string, Parameter>();
  for (const parameter of known) {
    if (byName.has(parameter.name))
      issues.report(
        ["scenario"],
        "duplicate-parameter",
        `"${parameter.name}" is an input of the scenario and a parameter of the model. Give the input another name.`,
        parameter.name,
      );
    byName.set(parameter.name, parameter);
  }
  const find = (name: string, path: Path): Parameter | undefined => {
    const parameter = byName.get(name);
    if (!parameter)
      issues.report(
        path,
        "unknown-parameter",
        `parameter "${name}" is unknown to ${whose(scenario)}. ${suggestName(name, byName.keys())}`,
        name,
      );
    return parameter;
  };
  const base: Record<string, number> = Object.fromEntries(known.map(({ name, value }) => [name, value]));
  const distributions = new Map<string, { plain: PlainDistribution; given: Distribution; path: Path }>();
  const casePath: Path = study.cases === undefined ? [] : ["cases", index];
  const levels = [
    { at: [] as Path, given: study },
    ...(study.cases === undefined ? [] : [{ at: casePath, given: each }]),
  ];
  for (const { at, given } of levels) {
    for (const [name, value] of Object.entries(given.fixed ?? {})) {
      const path = [...at, "fixed", name];
      if (given.parameters?.[name] !== undefined)
        issues.report(
          path,
          "fixed-and-distributed",
          `parameter "${name}" is fixed here and distributed in "parameters". Keep one.`,
          name,
        );
      const parameter = find(name, path);
      if (!parameter) continue;
      base[name] = fixedValue(value, parameter, path, issues);
      distributions.delete(name);
    }
    for (const [name, distribution] of Object.entries(given.parameters ?? {})) {
      const path = [...at, "parameters", name];
      const parameter = find(name, path);
      const plain = parameter && plainDistribution(distribution, parameter, path, issues);
      if (plain) distributions.set(name, { plain, given: distribution, path });
    }
  }
  return { known, base, distributions };
}

const whose = ({ name, inputs }: Scenario): string =>
  inputs && inputs.length > 0 ? `the model and the inputs of scenario "${name}"` : `the model of scenario "${name}"`;

function fixedValue(value: QuantityLike, { name, unit, min, max }: Parameter, path: Path, issues: Issues): number {
  const read = issues.attempt(path, () => inSi(value, unit)) ?? NaN;
  if ((min !== null && read < min) || (max !== null && read > max))
    issues.report(
      path,
      "parameter-range",
      `${read} is outside of the range of "${name}", ${min ?? "-∞"} to ${max ?? "∞"}. Change it.`,
      read,
    );
  return read;
}
