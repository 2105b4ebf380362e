import { describe, expect, it } from "vitest";
import { newReading } from "../../../src/formats/json/codec/reading.js";
import { parseJson } from "../../../src/formats/json/codec/json-tree.js";
import { union } from "../../../src/formats/json/codec/union-codec.js";
import { kindsOf } from "../../../src/formats/json/fields/fields.js";
import { tyreLaws, type TyreLaw } from "../../../src/model/tyre-laws.js";
import {
  hmmwvBrush,
  hmmwvFiala,
  hmmwvPac2002,
  hmmwvPac89,
  hmmwvTmeasy,
} from "../../../src/systems/vehicles/tyre-data.js";

const codec = union<TyreLaw>({ title: "tyre-law", doc: "", common: {}, kinds: kindsOf(tyreLaws) });

function read(text: string) {
  const reading = newReading("tyre.json", undefined);
  reading.parameters.add("grip");
  const law = codec.read(parseJson(text, "tyre.json"), reading);
  return { law, issues: reading.issues.map(({ code, path }) => [code, path]), reading };
}

describe("tyre laws in files", () => {
  it.each([
    hmmwvBrush,
    hmmwvFiala,
    { ...hmmwvTmeasy, slips: "normalised" } as const,
    { ...hmmwvPac2002, coefficients: { ...hmmwvPac2002.coefficients, LMUX: { parameter: "grip" } } },
    hmmwvPac89,
  ])("come back as they were: $kind", (law) => {
    const { law: again, issues } = read(JSON.stringify(codec.write(law)));
    expect(issues).toEqual([]);
    expect(again).toEqual(law);
  });

  it.each([
    ["unknown-key", "coefficients.PCX2", `{ "PCX1": 1.5, "PCX2": 1 }`],
    ["wrong-type", "coefficients.PCX1", `{ "PCX1": null }`],
    ["wrong-type", "coefficients", `[1.5]`],
    ["unknown-parameter", "coefficients.LMUX", `{ "LMUX": "= grp" }`],
  ])("%s at %s", (code, path, coefficients) => {
    const { issues } = read(
      `{ "kind": "pac2002", "nominalLoad": "4 kN", "radius": "30 cm", "coefficients": ${coefficients} }`,
    );
    expect(issues).toEqual([[code, path]]);
  });

  it("has a schema that names the coefficients", () => {
    const definitions = new Map();
    codec.schema(definitions);
    expect(JSON.stringify([...definitions])).toContain('"QEZ5"');
  });
});
