import { describe, expect, test } from "vitest";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { isSameData } from "../../../src/model/same-data.js";
import { everyShaftElement } from "../../model/shaft-mistakes.js";

describe("shafts in files", () => {
  test("model → text → model / the same, with elements of every kind", () => {
    const { model, warnings } = readJsonModel(writeJsonModel(everyShaftElement));
    expect(isSameData(model, everyShaftElement)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("as somebody writes them / units, defaults and shafts by their names", () => {
    const { model } = readJsonModel(`{ "kinetree": 1,
      "bodies": [{ "name": "wheel", "mass": 1, "inertia": [1, 1, 1] }],
      "joints": [{ "name": "spin", "kind": "continuous", "parent": "ground", "child": "wheel", "axis": [0, 1, 0] }],
      "shafts": [{ "name": "rotor", "inertia": "40 kg*cm^2" }],
      "shaftElements": [
        { "kind": "motor", "name": "motor", "on": "rotor", "maxTorque": "80 N*m", "maxPower": "112 kW", "maxSpeed": "3000 rpm" },
        { "kind": "brake", "name": "brake", "on": { "joint": "spin" }, "capacity": "4 kN*m" },
        { "kind": "engine", "name": "engine", "on": "rotor", "full": { "x": ["0 rpm", "3000 rpm"], "y": ["300 N*m", 0] } }
      ]
    }`);
    expect(model.shafts).toEqual([{ name: "rotor", inertia: 0.004 }]);
    const [motor, brake, engine] = model.shaftElements;
    expect(motor).toMatchObject({ on: { shaft: "rotor" }, maxTorque: 80, maxPower: 112e3, lag: 0 });
    expect(brake).toMatchObject({
      on: { joint: "spin", coordinate: 0, reaction: "parent" },
      capacity: 4000,
      lag: 0.05,
      stiffness: 4e5,
    });
    expect(engine).toMatchObject({ full: { x: [0, 100 * Math.PI], y: [300, 0], beyond: "extend" } });
  });
});
