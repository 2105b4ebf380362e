import { RequestError } from "kinetree";
import type { Scenario, ScenarioDescription } from "./scenario.js";
import type { Study } from "./study.js";

/** Changes to a study that the command line offers. */
export interface StudyChanges {
  /** Of each case. */
  readonly samples?: number;
  readonly seed?: number;
  /** Of the scenario. */
  readonly options?: Readonly<Record<string, number | string | boolean>>;
  /** Values of parameters in all samples of all cases, in SI or with a unit. */
  readonly fixed?: Readonly<Record<string, number | string>>;
}

/** The study with these changes. */
export function changedStudy(study: Study, { samples, seed, options, fixed }: StudyChanges): Study {
  return {
    ...study,
    ...(samples === undefined ? {} : { samples }),
    ...(seed === undefined ? {} : { seed }),
    ...(options === undefined ? {} : { scenario: withOptions(study, options) }),
    ...(fixed === undefined ? {} : withFixed(study, fixed)),
  };
}

/** A value fixed here holds for all cases and replaces distributions. */
function withFixed(study: Study, fixed: NonNullable<StudyChanges["fixed"]>): Partial<Study> {
  const isFree = (name: string): boolean => !Object.hasOwn(fixed, name);
  const others = <T>(values: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isFree(name)));
  const cases = study.cases?.map((each) => ({
    ...each,
    ...(each.parameters === undefined ? {} : { parameters: others(each.parameters) }),
    ...(each.fixed === undefined ? {} : { fixed: others(each.fixed) }),
  }));
  const correlated = study.correlated?.map(({ parameters, correlation }) => {
    const left = parameters.flatMap((name, i) => (isFree(name) ? [i] : []));
    return {
      parameters: left.map((i) => parameters[i]),
      correlation: left.map((i) => left.map((j) => correlation[i]?.[j] ?? NaN)),
    };
  });
  return {
    parameters: others(study.parameters),
    fixed: { ...study.fixed, ...fixed },
    ...(cases === undefined ? {} : { cases }),
    ...(correlated === undefined ? {} : { correlated: correlated.filter(({ parameters }) => parameters.length > 1) }),
  };
}

function withOptions({ name, scenario }: Study, options: NonNullable<StudyChanges["options"]>): Study["scenario"] {
  if (typeof scenario === "function") return (own) => scenario({ ...options, ...own });
  if ("named" in scenario) return { ...scenario, options: { ...scenario.options, ...options } };
  if (isData(scenario)) return { ...scenario, options: { ...scenario.options, ...options } };
  throw new RequestError({
    code: "options-without-effect",
    subject: `study "${name}"`,
    value: options,
    message: `the scenario of study "${name}" is finished and takes no options. Leave --option out.`,
  });
}

const isData = (scenario: Scenario | ScenarioDescription): scenario is ScenarioDescription =>
  typeof scenario.model === "string";
