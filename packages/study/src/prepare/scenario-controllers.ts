import type { ControllerModule, RunController } from "kinetree";
import { suggestName } from "kinetree/tools";
import type { Issues } from "../description/issues.js";
import type { Scenario } from "../description/scenario.js";

/** The URL of a module with all that it imports. */
export type WholeModule = (url: string) => Promise<string>;

/** Puts whole modules in place of those that import others, or are written in TypeScript. */
export async function withWholeModules(
  scenario: Scenario,
  wholeModule: WholeModule,
  issues: Issues,
): Promise<Scenario | undefined> {
  if (!scenario.controllers) return scenario;
  const whole = async (name: string, given: RunController | ControllerModule): Promise<typeof given> => {
    if (!("module" in given)) return given;
    try {
      return { ...given, module: await wholeModule(given.module) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      issues.report(["scenario", "controllers", name], "controller-module", reason, given.module);
      return given;
    }
  };
  const entries = Object.entries(scenario.controllers).map(
    async ([name, given]) => [name, await whole(name, given)] as const,
  );
  return { ...scenario, controllers: Object.fromEntries(await Promise.all(entries)) };
}

/** Controllers that the model has not, and those of the model that nothing computes. */
export function checkScenarioControllers({ model, controllers = {} }: Scenario, issues: Issues): void {
  const names = model.controllers.map(({ name }) => name);
  for (const name of Object.keys(controllers)) {
    if (names.includes(name)) continue;
    const message = `controller "${name}" is unknown to the model. ${suggestName(name, names)}`;
    issues.report(["scenario", "controllers", name], "unknown-controller", message, name);
  }
  for (const { name, law } of model.controllers) {
    if (law || controllers[name]) continue;
    const message = `the model has a controller "${name}" without a law. Add it to "controllers" of the scenario, or give it a law.`;
    issues.report(["scenario", "controllers"], "controller-missing", message, name);
  }
}
