import { suggestName } from "../../../errors/nearest-name.js";
import type { CoefficientDefaults, Coefficients } from "../../../model/fields.js";
import type { Real } from "../../../model/real.js";
import { measureKinds } from "../../../units/measure-kinds.js";
import { quoted } from "../../format-error.js";
import { noTables, shortText, wrongType, type Codec } from "./codec.js";
import { real } from "./number-codecs.js";

const number = real(measureKinds.ratio);

/** An object of plain numbers, by names that are known. */
export const coefficients = (defaults: CoefficientDefaults): Codec<Coefficients> => ({
  label: "object of numbers by name",
  read: (node, reading) => {
    if (node.type !== "object") return wrongType(node, reading, "an object { … } of numbers by their names");
    const found: Record<string, Real> = {};
    let isSound = true;
    for (const [name, member] of node.members) {
      const value = number.read(member, reading);
      if (!Object.hasOwn(defaults, name)) {
        const message = `there is no coefficient ${quoted(name)}. ${suggestName(shortText(name), Object.keys(defaults))}`;
        reading.report(member, "unknown-key", message, shortText(name));
        isSound = false;
      } else if (value === undefined) isSound = false;
      else found[name] = value;
    }
    return isSound ? found : undefined;
  },
  write: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number.write(value)])),
  schema: (definitions) => ({
    type: "object",
    properties: Object.fromEntries(Object.keys(defaults).map((name) => [name, number.schema(definitions)])),
    additionalProperties: false,
  }),
  tables: noTables,
});
