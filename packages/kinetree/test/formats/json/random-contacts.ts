import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Contact, FrictionLaw, Model, NormalLaw, Terrain } from "../../../src/model/types.js";
import { dice, randomPose, type Dice } from "../../support/dice.js";
import { randomModel } from "../../support/random-model.js";

const normalLaws = (d: Dice): readonly NormalLaw[] => [
  { kind: "spring-damper", stiffness: d.real(1e4), damping: d.real(d.between(0, 50)) },
  { kind: "hunt-crossley", stiffness: d.real(1e6), dissipation: d.real(0.3) },
  { kind: "hunt-crossley", stiffness: d.real(1e5), dissipation: 0, exponent: d.real(d.between(1, 2)) },
  { kind: "standard-linear-solid", elastic: d.real(2e4), viscoelastic: d.real(1e4), damping: d.real(300) },
];

const frictionLaws = (d: Dice): readonly FrictionLaw[] => [
  { kind: "none" },
  { kind: "viscous", coefficient: d.real(3) },
  { kind: "coulomb", kinetic: d.real(0.4), transitionSpeed: d.real(1e-3) },
  { kind: "coulomb", kinetic: 0.4, static: 0.6, stribeckSpeed: d.real(0.01), transitionSpeed: 1e-3 },
  {
    kind: "lugre",
    sigma0: d.real(400),
    sigma1: 0.3,
    sigma2: 0,
    static: 0.7,
    kinetic: 0.5,
    stribeckSpeed: d.real(0.01),
  },
  {
    kind: "lugre",
    sigma0: 400,
    sigma1: d.real(0.3),
    sigma2: d.real(0.01),
    static: 0.7,
    kinetic: 0.5,
    stribeckSpeed: 0.01,
    exponent: d.real(2),
  },
];

const terrains = (d: Dice): readonly Terrain[] => {
  const grid = { x0: d.between(-1, 0), y0: -1, dx: 0.5, dy: d.between(0.1, 1), nx: 3, ny: 2 };
  const heights = Array.from({ length: 6 }, () => d.between(-1, 1));
  return [
    { kind: "plane", name: "floor", pose: randomPose(d) },
    { kind: "height-map", name: "hills", pose: randomPose(d), ...grid, heights },
    {
      kind: "height-map",
      name: "steps",
      pose: randomPose(d),
      ...grid,
      heights,
      scale: d.real(2),
      interpolation: "bilinear",
    },
    { kind: "ground", name: "field", pose: randomPose(d) },
    {
      kind: "ground",
      name: "road",
      pose: randomPose(d),
      scale: d.real(2),
      interpolation: "bilinear",
      default: {
        kind: "sum",
        of: [
          { kind: "plane", slope: d.between(0, 1) },
          { kind: "iso-8608", class: "A" },
        ],
      },
    },
    {
      kind: "mesh",
      name: "rock",
      pose: randomPose(d),
      vertices: [
        [0, 0, d.between(0, 1)],
        [1, 0, 0],
        [0, 1, -0],
        [1, 1, 0.1],
      ],
      triangles: [
        [0, 1, 2],
        [1, 3, 2],
      ],
    },
  ];
};

/** A random tree with every kind of terrain, and contacts of every pair of laws. */
export function touchingModel(seed: number, sample: number): Model {
  const tree = randomModel(seed, sample, { maxBodies: 5, parameters: false });
  const d = dice(seed + 1, sample, true);
  const grounds = terrains(d);
  const contacts = normalLaws(d).flatMap((normal, i) =>
    frictionLaws(d).map((friction, j): Contact => {
      const { name: terrain } = d.pick(grounds);
      const at = { body: d.pick(tree.bodies).name, pose: randomPose(d) };
      const scale = d.chance(0.3) ? { scale: d.real(0.25) } : {};
      return {
        name: `touch ${i} ${j}`,
        at,
        radius: d.chance(0.5) ? 0 : d.real(0.2),
        terrain,
        normal,
        friction,
        ...scale,
      };
    }),
  );
  return buildModel({ ...tree, parameters: [...tree.parameters, ...d.parameters], terrains: grounds, contacts });
}
