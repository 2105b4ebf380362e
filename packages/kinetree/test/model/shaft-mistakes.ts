import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { curve } from "../../src/model/signals.js";
import type { Actuator, Model, Shaft, ShaftElement } from "../../src/model/types.js";
import type { Build, Mistake } from "./mistake.js";

const drive = mechanism("drive")
  .body("wheel", { mass: 1, inertia: [1, 1, 1] })
  .free("float", { parent: "ground", child: "wheel" })
  .shaft("rotor", { inertia: 1 })
  .shaft("flange", {})
  .shaftElement("teeth", { kind: "gear", input: "rotor", output: "flange", ratio: 2 })
  .shaftElement("spin", { kind: "motor", on: "rotor", maxTorque: 1 })
  .actuator("throttle", { element: "spin" })
  .build();

interface Change {
  readonly shaft?: object;
  readonly gear?: object;
  readonly motor?: object;
  readonly actuator?: object;
  readonly more?: object;
}

function driveWith({ shaft, gear, motor, actuator, more }: Change, build: Build = buildModel): Model {
  const [[rotor, flange], [teeth, spin]] = [drive.shafts, drive.shaftElements];
  return build({
    ...drive,
    shafts: [{ ...rotor, ...shaft } as Shaft, flange],
    shaftElements: [
      { ...teeth, ...gear } as ShaftElement,
      { ...spin, ...motor } as ShaftElement,
      ...(more ? [{ name: "more", ...more } as ShaftElement] : []),
    ],
    actuators: [{ ...drive.actuators[0], ...actuator } as Actuator],
  });
}

type Wrong = readonly [code: Mistake[0], change: Change, thing: string, value: string, fix: string];

const [rotor, gear, motor] = ['shaft "rotor"', 'gear "teeth"', 'motor "spin"'];
const holding = { capacity: 1, stiffness: 1, damping: 1, lag: 0 };
const ends = { a: { shaft: "rotor" }, b: { joint: "float", coordinate: 0, reaction: "parent" } };
const spring = { kind: "spring", stiffness: 1, damping: 0, backlash: 0 };

const wrong: readonly Wrong[] = [
  ["negative-value", { shaft: { inertia: -1 } }, rotor, "inertia is -1", "moment of inertia"],
  ["negative-value", { shaft: { damping: -1 } }, rotor, "damping is -1", "energy"],
  ["wrong-shape", { shaft: { mount: { axis: [0, 0, 1] } } }, rotor, "undefined", "body, pose"],
  ["shaft-inertia", { shaft: { inertia: 0 } }, 'shaft "flange"', "inertia is 0", "Give an inertia"],
  ["unknown-shaft", { gear: { output: "flang" } }, gear, '"flang"', '"flange"'],
  ["zero-value", { gear: { ratio: 0 } }, gear, "ratio is 0", "Leave the gear out"],
  ["load-within-coordinate", { gear: { output: "rotor" } }, gear, 'shaft "rotor"', "another shaft"],
  ["unknown-kind", { gear: { kind: "gaer" } }, 'shaft element "teeth"', '"gaer"', '"gear"'],
  ["unknown-shaft", { motor: { on: { shaft: "roto" } } }, motor, '"roto"', '"rotor"'],
  ["wrong-shape", { motor: { on: "rotor" } }, 'shaft element "spin"', '"rotor"', "{ shaft }"],
  [
    "unknown-joint",
    { motor: { on: { joint: "flot", coordinate: 0, reaction: "parent" } } },
    motor,
    '"flot"',
    '"float"',
  ],
  [
    "coordinate-index",
    { motor: { on: { joint: "float", coordinate: 3, reaction: "parent" } } },
    motor,
    "coordinate of on is 3",
    "that turns",
  ],
  [
    "shaft-reaction",
    { motor: { on: { joint: "float", coordinate: 0, reaction: "none" } } },
    motor,
    'reaction of on is "none"',
    "revolute",
  ],
  [
    "unknown-kind",
    { motor: { on: { joint: "float", coordinate: 0, reaction: "nowhere" } } },
    motor,
    '"nowhere"',
    '"parent" or "none"',
  ],
  ["not-positive", { motor: { maxPower: 0 } }, motor, "maxPower is 0", "leave it out"],
  ["unknown-shaft-element", { actuator: { element: "spn" } }, 'actuator "throttle"', '"spn"', '"spin"'],
  ["shaft-command", { actuator: { element: "teeth" } }, 'actuator "throttle"', '"teeth"', "a clutch, a brake"],
  [
    "shaft-train",
    { more: { kind: "gear", input: "flange", output: "rotor", ratio: 3 } },
    'gear "more"',
    "kind",
    "put a spring",
  ],
  [
    "not-positive",
    { more: { kind: "clutch", ...ends, ...holding, damping: 0 } },
    'clutch "more"',
    "damping is 0",
    "let go",
  ],
  ["negative-value", { more: { ...spring, ...ends, backlash: -1 } }, 'spring "more"', "backlash is -1", "energy"],
  [
    "too-small",
    { more: { kind: "torque-bias", a: "rotor", b: "flange", bias: 0.5 } },
    'torque-bias "more"',
    "bias is 0.5",
    "energy",
  ],
  [
    "table-order",
    { more: { kind: "engine", on: { shaft: "rotor" }, lag: 0, full: { x: [1, 0], y: [0, 0], beyond: "hold" } } },
    'engine "more"',
    "1",
    "Sort",
  ],
  [
    "zero-value",
    { more: { kind: "gearbox", input: { shaft: "rotor" }, output: ends.b, ...holding, shiftTime: 1, ratios: [2, 0] } },
    'gearbox "more"',
    "ratios[1] is 0",
    "Neutral",
  ],
];

export const shaftMistakes: readonly Mistake[] = [
  ...wrong.map(([code, change, thing, value, fix]): Mistake => [
    code,
    (build) => driveWith(change, build),
    thing,
    value,
    fix,
  ]),
  [
    "duplicate-name",
    (build) => build({ ...drive, shaftElements: [...drive.shaftElements, drive.shaftElements[1]] }),
    'shaft element "spin"',
    "number 1",
    "Rename",
  ],
];

/** A model with an element of every kind, for readers and writers. */
export const everyShaftElement: Model = mechanism("all shafts")
  .parameter("ratio", 2)
  .body("wheel", { mass: 1, inertia: [1, 1, 1] })
  .continuous("spin", { parent: "ground", child: "wheel", axis: [0, 1, 0] })
  .shaft("a", { inertia: 1, damping: 0.1, mount: { at: "wheel", axis: [0, 0, 2] } })
  .shaft("b", { inertia: 1 })
  .shaft("c", {})
  .shaft("d", { inertia: 2 })
  .shaft("e", { inertia: 3 })
  .shaftElement("spring", {
    kind: "spring",
    a: "a",
    b: { joint: "spin", reaction: "none" },
    stiffness: curve([
      [-1, -2],
      [1, 2],
    ]),
    backlash: 0.1,
  })
  .shaftElement("gear", { kind: "gear", input: "a", output: "b", ratio: { parameter: "ratio" } })
  .shaftElement("differential", { kind: "differential", input: "c", a: "d", b: "e" })
  .shaftElement("bias", { kind: "torque-bias", a: "d", b: "e", bias: 2.5 })
  .shaftElement("clutch", { kind: "clutch", a: "a", b: { shaft: "d" }, capacity: 3, command: 0.5 })
  .shaftElement("brake", { kind: "brake", on: { joint: "spin" }, capacity: 4000 })
  .shaftElement("motor", { kind: "motor", on: "a", maxTorque: 1, maxPower: 100, maxSpeed: 900, lag: 0.1 })
  .shaftElement("engine", {
    kind: "engine",
    on: "e",
    full: curve([
      [0, 100],
      [400, 50],
    ]),
    loss: curve(
      [
        [0, 0],
        [100, -5],
      ],
      "hold",
    ),
  })
  .shaftElement("converter", {
    kind: "converter",
    pump: "d",
    turbine: "e",
    capacity: curve([
      [0, 15],
      [1, 35],
    ]),
    torqueRatio: curve([
      [0, 2],
      [1, 1],
    ]),
  })
  .shaftElement("gearbox", {
    kind: "gearbox",
    input: "d",
    output: { joint: "spin" },
    ratios: [3, 1],
    reverse: -3,
    capacity: 100,
    command: 1,
  })
  .actuator("throttle", { element: "engine", lower: 0, upper: 1 })
  .build();
