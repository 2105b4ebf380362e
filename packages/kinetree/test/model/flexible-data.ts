import { buildModel } from "../../src/model/builder/build-model.js";
import type { ModalData } from "../../src/model/builder/flexible.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Body, Joint, Model, ModelDescription } from "../../src/model/types.js";
import type { Build } from "./mistake.js";

/** A boom of aluminium on a hinge, with a station halfway. */
export const tube = { kind: "tube", outerRadius: 0.05, innerRadius: 0.045 } as const;
export const metal = { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 } as const;

export const boomBuilder = mechanism("crane")
  .beam("boom", { length: 3, section: tube, material: metal })
  .station("boom_mid", { on: "boom", at: 1.5 })
  .revolute("hinge", { parent: "ground", child: "boom", axis: [0, 1, 0] });

export const boom = boomBuilder.build();

/**
 * Two point masses of 1 kg at x = 1 and x = 2, in one mode that lifts them by 0.25 and 1 along z and one that moves them by 0.5
 * and 1 along y: every integral can be read off.
 */
export const panelData: ModalData = {
  mass: [
    [1.0625, 0],
    [0, 1.25],
  ],
  stiffness: [
    [400, 0],
    [0, 900],
  ],
  translation: [
    [0, 0, 1.25],
    [0, 1.5, 0],
  ],
  firstMoments: [
    [0, 0, 2.25, 0, 0, 0, 0, 0, 0],
    [0, 2.5, 0, 0, 0, 0, 0, 0, 0],
  ],
  secondMoments: [
    [
      [0, 0, 0, 0, 0, 0, 0, 0, 1.0625],
      [0, 0, 0, 0, 0, 0, 0, 1.125, 0],
    ],
    [
      [0, 0, 0, 0, 0, 1.125, 0, 0, 0],
      [0, 0, 0, 0, 1.25, 0, 0, 0, 0],
    ],
  ],
  nodes: [
    {
      name: "root",
      position: [0, 0, 0],
      shapes: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      slopes: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    },
    {
      name: "mid",
      position: [1, 0, 0],
      shapes: [
        [0, 0, 0.25],
        [0, 0.5, 0],
      ],
      slopes: [
        [0, -0.5, 0],
        [0, 0, 0.5],
      ],
    },
    {
      name: "end",
      position: [2, 0, 0],
      shapes: [
        [0, 0, 1],
        [0, 1, 0],
      ],
      slopes: [
        [0, -1, 0],
        [0, 0, 0.5],
      ],
    },
  ],
};

/** Two points on a line, each a small ball so that the inertia about the line is not zero. */
export const panelMass = { mass: 2, com: [1.5, 0, 0], inertia: [0.01, 0.51, 0.51] } as const;

export const panelBuilder = mechanism("array")
  .modalBody("panel", { ...panelMass, data: panelData, first: "end" })
  .station("panel_middle", { on: "panel", node: "mid" })
  .revolute("hinge", { parent: "ground", child: "panel", axis: [0, 1, 0] });

export const panel = panelBuilder.build();

/** What to change about one of the bodies and the joint of its name, the first body unless said. */
export interface FlexibleChange {
  readonly body?: object;
  readonly flexible?: object;
  readonly joint?: object;
  readonly of?: string;
}

/** The model with something else about one of its bodies, or how that bends, or one of its joints. */
export const changed = (model: Model, change: FlexibleChange, build: Build = buildModel): Model => {
  const named = change.of ?? model.bodies[0].name;
  const bodies = model.bodies.map((body) => {
    if (body.name !== named) return body;
    const flexible = body.flexible === undefined ? {} : { flexible: { ...body.flexible, ...change.flexible } };
    // What follows from another beam is left to follow.
    const { mass: _mass, com: _com, inertia: _inertia, ...rest } = body;
    const base = change.flexible === undefined || body.flexible?.kind === "modal" ? body : rest;
    return { ...base, ...flexible, ...change.body } as Body;
  });
  // So are the coordinates.
  const joints = model.joints.map((joint) => {
    const { coordinates: _coordinates, ...rest } = joint;
    const { modes: _modes, ...motion } = rest as typeof rest & { readonly modes?: number };
    const base = joint.kind === "flexible" && change.flexible !== undefined ? motion : joint;
    return { ...base, ...(joint.name === named ? change.joint : {}) } as Joint;
  });
  return build({ ...model, bodies, joints } as ModelDescription);
};
