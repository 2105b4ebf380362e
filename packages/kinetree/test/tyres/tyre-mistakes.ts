import { buildModel } from "../../src/model/builder/build-model.js";
import { identityPose } from "../../src/model/pose.js";
import { curve } from "../../src/model/signals.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Model } from "../../src/model/types.js";
import type { Tyre } from "../../src/model/tyres/tyre.js";
import { hmmwvBrush, hmmwvFiala, hmmwvPac2002, hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import type { Build, Mistake } from "../model/mistake.js";
import { ledWheel, sizes } from "./wheels.js";

const rolling = ledWheel(hmmwvBrush, {});

/** The wheel with something else about its tyre. */
function wheelWith(change: object, build: Build = buildModel): Model {
  const [tyre] = rolling.tyres;
  return build({ ...rolling, tyres: [{ ...tyre, ...change } as Tyre] });
}

const { carcassStiffness: _, carcassDamping: __, ...bare } = rolling.tyres[0];

/** The wheel without a carcass of its own. */
const withoutCarcass = (change: object, build: Build = buildModel): Model =>
  build({ ...rolling, tyres: [{ ...bare, ...change } as Tyre] });

type Wrong = readonly [code: Mistake[0], change: object, value: string, fix: string];

const wrong: readonly Wrong[] = [
  ["unknown-body", { at: { body: "weel", pose: identityPose } }, '"weel"', '"wheel"'],
  ["tyre-on-ground", { at: { body: "ground", pose: identityPose } }, '"ground"', "body that turns"],
  ["unknown-body", { carrier: "cariage" }, '"cariage"', '"carriage"'],
  ["tyre-carries-itself", { carrier: "wheel" }, '"wheel"', "axle"],
  ["unknown-terrain", { terrain: "rode" }, '"rode"', '"road"'],
  ["not-positive", { radius: 0 }, "radius is 0", "radius of the tyre"],
  ["not-positive", { width: -0.3 }, "width is -0.3", "width of the tyre"],
  ["not-positive", { stiffness: 0 }, "stiffness is 0", "hold the wheel up"],
  ["negative-value", { damping: -1 }, "damping is -1", "energy"],
  ["not-positive", { carcassStiffness: [1e5, 0] }, "0", "relaxation lengths"],
  ["negative-value", { carcassDamping: [-1, 0] }, "-1", "energy"],
  ["negative-value", { friction: -0.1 }, "friction is -0.1", "energy"],
  ["not-positive", { referenceFriction: 0 }, "referenceFriction is 0", "measured"],
  ["unknown-kind", { side: "middle" }, '"middle"', '"left"'],
  ["unknown-kind", { contact: "envelop" }, '"envelop"', '"four-point"'],
  ["unknown-kind", { arm: "long" }, '"long"', '"loaded"'],
  ["unknown-kind", { law: { ...hmmwvBrush, kind: "brosh" } }, '"brosh"', '"brush"'],
  ["wrong-shape", { law: undefined }, "undefined", "law"],
  ["tyre-rim", { rim: 0.5 }, "0.5", "below the radius of the tyre, 0.4699 m"],
  ["tyre-radius", { law: { ...hmmwvTmeasy, radius: 0.5 } }, "0.5", "the radius of the tyre, 0.4699 m"],
  ["non-finite", { radius: NaN }, "NaN", "finite"],
];

const without: readonly Wrong[] = [
  ["missing-option", { law: hmmwvTmeasy }, '"tmeasy"', "[185e3, 164e3]"],
  ["missing-option", { law: { ...hmmwvFiala, lateralRelaxation: undefined } }, "lateralRelaxation", "Give both"],
];

/** Mistakes about tyres. */
export const tyreMistakes: readonly Mistake[] = [
  ...wrong.map(([code, change, value, fix]): Mistake => [
    code,
    (build) => wheelWith(change, build),
    'tyre "tyre"',
    value,
    fix,
  ]),
  ...without.map(([code, change, value, fix]): Mistake => [
    code,
    (build) => withoutCarcass(change, build),
    'tyre "tyre"',
    value,
    fix,
  ]),
  [
    "duplicate-name",
    (build) => build({ ...rolling, tyres: [...rolling.tyres, ...rolling.tyres] }),
    'tyre "tyre"',
    "number 1",
    "Rename",
  ],
];

function withoutCarrier(): Model {
  const { carrier: ____, ...alone } = rolling.tyres[0];
  return buildModel({ ...rolling, tyres: [alone] });
}

/** What must pass. */
export const soundTyres: readonly (readonly [string, () => Model])[] = [
  ["as it is", () => rolling],
  ["without a carrier", withoutCarrier],
  ["a carcass by the law", () => withoutCarcass({ law: hmmwvPac2002 })],
  [
    "load as a curve of the depth",
    () =>
      wheelWith({
        stiffness: curve([
          [0, 0],
          [0.01, 3000],
          [0.02, 8000],
        ]),
      }),
  ],
  [
    "numbers that are parameters",
    () =>
      buildModel({
        ...rolling,
        parameters: [{ name: "grip", value: 0.5, unit: "", min: null, max: null, description: "" }],
        tyres: [{ ...rolling.tyres[0], friction: param("grip"), law: { ...hmmwvBrush, stiffness: param("grip") } }],
      }),
  ],
  ["every field", () => wheelWith({ ...sizes, rim: 0.2, side: "right", contact: "four-point", arm: "loaded" })],
];
