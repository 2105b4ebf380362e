import { describe, expect, test } from "vitest";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { isSameData } from "../../src/model/same-data.js";
import { hmmwvBrush } from "../../src/systems/vehicles/tyre-data.js";
import { allLaws } from "../elements/tyre/laws.js";
import { soundTyres } from "./tyre-mistakes.js";
import { ledWheel, sizes } from "./wheels.js";

describe("tyres in files", () => {
  test.each(allLaws)("come back as they were: %s", (_, law) => {
    const model = ledWheel(law, { toe: 0.1 }, { side: "right", rim: 0.2, contact: "four-point" });
    expect(isSameData(readJsonModel(writeJsonModel(model)).model, model)).toBe(true);
  });

  test.each(soundTyres)("come back as they were: %s", (_, build) => {
    expect(isSameData(readJsonModel(writeJsonModel(build())).model, build())).toBe(true);
  });

  test("are read with units, notes and arithmetic", () => {
    const text = `{
      "kinetree": 1,
      "name": "wheel",
      "parameters": [{ "name": "grip", "value": 0.5 }],
      "bodies": [{ "name": "wheel", "mass": "40 kg", "inertia": [3, 6, 3] }],
      "joints": [{ "name": "free", "kind": "free", "parent": "ground", "child": "wheel" }],
      "terrains": [{ "name": "road", "kind": "plane" }],
      "tyres": [
        {
          "name": "left front", "$comment": "ISO 8855: x forward, y left",
          "at": { "body": "wheel" },
          "terrain": "road",
          "radius": "469.9 mm",
          "width": "12.5 in",
          "stiffness": "411.12 kN/m",
          "damping": "3931.685 N s/m",
          "carcassStiffness": ["185 kN/m", "164 kN/m"],
          "friction": "= 1.5*grip",
          "parkingTorque": "off",
          "law": { "kind": "brush", "stiffness": "80 kN", "friction": 0.8, "radius": "46.99 cm" }
        }
      ]
    }`;
    const [tyre] = readJsonModel(text).model.tyres;
    expect(tyre).toMatchObject({
      name: "left front",
      radius: 0.4699,
      width: 0.3175,
      stiffness: 411120,
      carcassStiffness: [185e3, 164e3],
      parkingTorque: "off",
      law: { kind: "brush", stiffness: 80e3, radius: 0.4699 },
    });
    expect(tyre).not.toHaveProperty("side");
  });
});

describe("mistakes about tyres", () => {
  test.each(soundTyres)("none: %s", (_, build) => {
    expect(build().tyres).toHaveLength(1);
  });

  test("an option that a tyre does not have", () => {
    const wheel = mechanism("wheel")
      .body("wheel", { mass: 1, inertia: [1, 1, 1] })
      .plane("road");
    const options = { body: "wheel", terrain: "road", law: hmmwvBrush, ...sizes, radios: 1 } as never;
    expect(() => wheel.tyre("tyre", options)).toThrow(/radios.*radius/);
  });
});
