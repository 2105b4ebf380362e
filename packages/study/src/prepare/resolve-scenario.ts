import { RequestError, type Model } from "kinetree";
import { errorOfCode } from "../description/error-of-code.js";
import { shown, type Issues, type Path } from "../description/issues.js";
import { withWholeModules, type WholeModule } from "./scenario-controllers.js";
import type { Scenario, ScenarioOptions, ScenarioReference } from "../description/scenario.js";
import { namedScenario } from "../named/scenarios.js";
import { scenarioFromData, type LoadModel } from "./json-scenario.js";

interface Finders {
  readonly loadModel: LoadModel | undefined;
  readonly wholeModule: WholeModule | undefined;
}

/** Turns a reference into scenarios: one for each set of options, so that cases with equal options share what is compiled. */
export function scenarioResolver(
  reference: ScenarioReference,
  issues: Issues,
  { loadModel, wholeModule }: Finders,
): (options: ScenarioOptions, path: Path) => Promise<Scenario | undefined> {
  const known = new Map<string, Promise<Scenario | undefined>>();
  const at: Path = ["scenario"];
  const withModules = async (scenario: Scenario | undefined): Promise<Scenario | undefined> =>
    scenario && wholeModule ? withWholeModules(scenario, wholeModule, issues) : scenario;
  const make = async (options: ScenarioOptions, path: Path): Promise<Scenario | undefined> => {
    if (typeof reference === "function") return issues.attempt(at, () => scenarioFrom(reference, options));
    if ("named" in reference)
      return issues.attempt(path, () => namedScenario(reference.named).build({ ...reference.options, ...options }));
    if (!isScenario(reference)) return scenarioFromData(reference, options, at, issues, loadModel);
    if (Object.keys(options).length > 0)
      issues.report(
        path,
        "options-without-effect",
        `the scenario is finished and takes no options. Give a function that makes it from them.`,
      );
    return issues.attempt(at, () => requireScenario(reference));
  };
  return (options, path) => {
    const key = JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
    let scenario = known.get(key);
    if (!scenario) known.set(key, (scenario = make(options, path).then(withModules)));
    return scenario;
  };
}

function scenarioFrom(make: (options: ScenarioOptions) => Scenario, options: ScenarioOptions): Scenario {
  let made: Scenario;
  try {
    made = make(options);
  } catch (error) {
    throw errorOfCode("the scenario", error);
  }
  return requireScenario(made);
}

/** Plain JavaScript may give anything. */
function requireScenario(made: Scenario): Scenario {
  const model = (made as Partial<Scenario> | null | undefined)?.model as Partial<Model> | null | undefined;
  if (Array.isArray(model?.bodies) && Array.isArray(model.parameters)) return made;
  throw new RequestError({
    code: "not-a-scenario",
    subject: "scenario",
    value: shown(made),
    message: `the scenario has no model. Give { name, model, tEnd, … } with a model of kinetree, such as pendulum().`,
  });
}

const isScenario = (
  reference: Exclude<ScenarioReference, (options: ScenarioOptions) => Scenario>,
): reference is Scenario => "model" in reference && typeof reference.model === "object";
