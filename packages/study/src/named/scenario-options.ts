import { RequestError } from "kinetree";
import { suggestName } from "kinetree/tools";
import type { ScenarioOptions } from "../description/scenario.js";

/** Options on top of their defaults; unknown names and other types than the defaults' are refused. */
export function readScenarioOptions<O extends { readonly [key in keyof O]: number | string | boolean }>(
  scenario: string,
  defaults: O,
  given: ScenarioOptions,
): O {
  const known = Object.keys(defaults);
  for (const [name, value] of Object.entries(given)) {
    const wanted = known.includes(name) ? typeof defaults[name as keyof O] : null;
    if (wanted === typeof value) continue;
    const message =
      wanted === null
        ? `scenario "${scenario}" has no option "${name}". ${suggestName(name, known)}`
        : `option "${name}" of scenario "${scenario}" is ${JSON.stringify(value)}, must be a ${wanted}. Change it.`;
    throw new RequestError({ code: "scenario-option", subject: `option "${name}"`, value, message });
  }
  return { ...defaults, ...given };
}
