import type { OptionFields } from "@kinetree/vehicle";
import { brief } from "../../output/number-text.js";
import { table } from "../../output/table.js";

/** Names with a line each. */
export const namesText = (
  head: string,
  things: readonly { readonly name: string; readonly summary: string }[],
): string => `${head}\n${table(things.map(({ name, summary }) => [`  ${name}`, summary]))}`;

/** Options of a test or a rig, with their values unless said otherwise. */
export const fieldsText = (fields: OptionFields): string =>
  table(
    Object.entries(fields).map(([name, field]) => [
      `  ${name}`,
      "choices" in field ? field.default : `${brief(field.default, 5)}${field.unit === "" ? "" : ` ${field.unit}`}`,
      "choices" in field ? `${field.doc}: ${field.choices.join(", ")}` : field.doc,
    ]),
  );
