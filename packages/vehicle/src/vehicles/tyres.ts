import { RequestError, type Model, type TyreLaw } from "kinetree";
import { hmmwvBrush, hmmwvFiala, hmmwvPac2002, hmmwvPac89, hmmwvTmeasy, hmmwvTmeasyMeasured } from "kinetree/systems";
import { unknownName } from "kinetree/tools";
import type { TestWheel } from "./test-vehicle.js";

const laws = {
  tmeasy: hmmwvTmeasy,
  "tmeasy-measured": hmmwvTmeasyMeasured,
  pac2002: hmmwvPac2002,
  pac89: hmmwvPac89,
  fiala: hmmwvFiala,
  brush: hmmwvBrush,
} satisfies Readonly<Record<string, TyreLaw>>;

type TyreName = keyof typeof laws;

/** Tyres of the HMMWV by their names on the command line. */
export const tyreLawsByName: Readonly<Record<string, TyreLaw>> = Object.freeze(laws);

/** Refuses names that no law has. */
export function requireTyre(name: string): asserts name is TyreName {
  if (!Object.hasOwn(laws, name)) throw unknownName("tyre", name, Object.keys(laws));
}

/** A law by its name. */
export function tyreLawNamed(name: string): TyreLaw {
  requireTyre(name);
  return laws[name];
}

/** Of all laws: a comparison shall show the laws, not different springs. Those of the TMeasy set. */
export const tyreSizes = Object.freeze({
  radius: 0.4699,
  width: 0.3175,
  stiffness: 411120.924,
  damping: 3931.685,
  carcassStiffness: [185004.42, 164448.37] as const,
  carcassDamping: [3700, 3488] as const,
});

type Tyres = Model["tyres"];

/** A tyre for each wheel, on the terrain "road". */
export const tyresOn = (
  wheels: readonly (TestWheel & { readonly carrier: string })[],
  law: TyreLaw,
  friction?: number,
): Tyres =>
  wheels.map(({ tyre, body, carrier, side }) => ({
    ...tyreSizes,
    name: tyre,
    at: { body, pose: { position: [0, 0, 0], rotation: [1, 0, 0, 0] } },
    carrier,
    terrain: "road",
    law,
    side,
    // Laws that bring their radius are checked against the tyre's.
    radius: "radius" in law ? law.radius : tyreSizes.radius,
    ...(friction === undefined ? {} : { friction: requireFriction(friction) }),
  }));

/** Refuses a road without friction. */
export function requireFriction(friction: number): number {
  if (friction > 0) return friction;
  const message = `friction is ${friction}, must be more than 0. Give the coefficient of friction of the road, such as 0.8.`;
  throw new RequestError({ code: "bad-friction", subject: "friction", value: friction, message });
}

/** Flat ground at z = 0. */
export const road: Model["terrains"][number] = Object.freeze({
  kind: "plane",
  name: "road",
  pose: { position: [0, 0, 0], rotation: [1, 0, 0, 0] },
} as const);
