import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { HeldGround } from "../../graph/ground-table.js";
import { generateGround, requireDescription, type GroundDescription } from "../../grounds/generate-ground.js";
import type { Ground } from "../../grounds/ground.js";
import type { Terrain } from "../contact.js";
import type { Model } from "../types.js";

/** Grounds, or descriptions of them, by the names of their terrains. */
export type Grounds = Readonly<Record<string, Ground | GroundDescription>>;

/** The same with all descriptions carried out. */
export const madeGrounds = (grounds: Grounds): Readonly<Record<string, Ground>> =>
  Object.fromEntries(
    Object.entries(grounds).map(([name, ground]) => [name, isMade(ground) ? ground : made(name, ground)]),
  );

const made = (name: string, description: GroundDescription): Ground => naming(name, () => generateGround(description));

/** Names the terrain in what a description is refused for. */
function naming<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, subject, value } = error;
    throw new RequestError({ code, subject, value, message: `ground of terrain "${name}": ${error.message}` });
  }
}

const isMade = (ground: Ground | GroundDescription): ground is Ground => ground?.kind === "ground data";

type GroundTerrain = Extract<Terrain, { kind: "ground" }>;

/** Where a model that has been given its grounds holds them. No part of its description: files and hashes do not see it. */
const HELD = Symbol("ground");

type Given = GroundTerrain & { readonly [HELD]?: HeldGround };

/**
 * The model with grounds for its terrains of kind "ground": everything that takes a model takes this one. Terrains that are not
 * named keep the ground they have.
 */
export function withGrounds<M extends Model>(model: M, grounds: Grounds): M {
  requireGrounds(model, grounds);
  if (!model.terrains.some(isGround)) return model;
  const given = madeGrounds(grounds);
  return {
    ...model,
    terrains: model.terrains.map((terrain) => {
      if (!isGround(terrain)) return terrain;
      // Held anew, so that giving this model another ground does not change the one it was made from.
      const held = given[terrain.name] ?? (terrain as Given)[HELD] ?? byDefault(terrain);
      return held ? { ...terrain, [HELD]: { numbers: held.numbers } } : terrain;
    }),
  };
}

/** The model with descriptions of grounds that its runs take where they are given none: part of the model, as any default is. */
export function withDefaultGrounds(model: Model, grounds: Readonly<Record<string, GroundDescription>>): Model {
  requireGrounds(model, grounds);
  for (const [name, description] of Object.entries(grounds)) naming(name, () => requireDescription(description));
  return {
    ...model,
    terrains: model.terrains.map((terrain) =>
      isGround(terrain) && Object.hasOwn(grounds, terrain.name)
        ? { ...terrain, default: grounds[terrain.name] }
        : terrain,
    ),
  };
}

function requireGrounds(model: Model, grounds: Grounds): void {
  const places = model.terrains.filter(isGround).map(({ name }) => name);
  for (const name of Object.keys(grounds)) {
    if (places.includes(name)) continue;
    const other = model.terrains.find((terrain) => terrain.name === name);
    if (!other) throw unknownName("terrain", name, places);
    throw new RequestError({
      code: "not-a-ground",
      subject: `terrain "${name}"`,
      value: other.kind,
      message: `terrain "${name}" is a ${other.kind}, which is part of the model, and takes no ground. Make it a terrain of kind "ground", or leave the ground out.`,
    });
  }
}

/**
 * Gives a model made by `withGrounds` other grounds in place of those it holds, for all that has been compiled from it. Returns a
 * function that takes them back.
 */
export function exchangeGrounds(model: Model, grounds: Grounds): () => void {
  requireGrounds(model, grounds);
  const given = madeGrounds(grounds);
  const exchanged = model.terrains.filter(isGround).flatMap((terrain) => {
    const held = heldGround(terrain);
    const before = held.numbers;
    held.numbers = given[terrain.name]?.numbers ?? before;
    return [{ held, before }];
  });
  return () => {
    for (const { held, before } of exchanged) held.numbers = before;
  };
}

/** What a terrain was given, or has by default; refused where that is nothing. */
export function heldGround(terrain: GroundTerrain): HeldGround {
  const held = (terrain as Given)[HELD];
  if (held) return held;
  const standard = byDefault(terrain);
  if (standard) return { numbers: standard.numbers };
  throw new RequestError({
    code: "ground-missing",
    subject: `terrain "${terrain.name}"`,
    message:
      `terrain "${terrain.name}" has no ground: its heights are no part of the model. Give the run one with the option ` +
      `grounds: { ${JSON.stringify(terrain.name)}: ... }, or the model with withGrounds(), or name a ground in its field "default".`,
  });
}

const byDefault = (terrain: GroundTerrain): Ground | null =>
  terrain.default === undefined ? null : made(terrain.name, terrain.default);

/** The numbers of all grounds that a model holds, in the order of its terrains. */
export const groundNumbers = ({ terrains }: Model): readonly Float64Array[] =>
  terrains.flatMap((terrain) => (isGround(terrain) ? [heldGround(terrain).numbers] : []));

const isGround = (terrain: Terrain): terrain is GroundTerrain => terrain.kind === "ground";
