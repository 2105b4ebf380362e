import type { ErrorFacts } from "../../errors/kinetree-error.js";
import type { Vec3R } from "../real.js";
import type {
  Actuator,
  BodyDescription,
  Constraint,
  Contact,
  Controller,
  JointDescription,
  Load,
  ModelDescription,
  Parameter,
  Shaft,
  ShaftElement,
  Terrain,
} from "../types.js";
import type { Tyre } from "../tyres/tyre.js";
import { resolvers, type Resolver } from "./place.js";

/** One thing added; places on bodies are resolved once all bodies are there. */
export type Piece =
  | { readonly into: "parameters"; readonly item: Parameter }
  | { readonly into: "bodies"; readonly item: BodyDescription }
  | { readonly into: "joints"; readonly make: (resolve: Resolver) => JointDescription }
  | { readonly into: "loads"; readonly make: (resolve: Resolver) => Load }
  | { readonly into: "actuators"; readonly make: (resolve: Resolver) => Actuator }
  | { readonly into: "controllers"; readonly item: Controller }
  | { readonly into: "constraints"; readonly make: (resolve: Resolver) => Constraint }
  | { readonly into: "terrains"; readonly item: Terrain }
  | { readonly into: "contacts"; readonly make: (resolve: Resolver) => Contact }
  | { readonly into: "tyres"; readonly make: (resolve: Resolver) => Tyre }
  | { readonly into: "shafts"; readonly make: (resolve: Resolver) => Shaft }
  | { readonly into: "shaftElements"; readonly make: (resolve: Resolver) => ShaftElement };

/** Linked from the last piece to the first: adding costs the same for the ten-thousandth body as for the first. */
export interface Draft {
  readonly name: string;
  readonly gravity: Vec3R;
  readonly tick?: number;
  readonly last: { readonly piece: Piece; readonly before: Draft["last"] } | null;
}

/** The description that a draft adds up to. Places on bodies that cannot be resolved are reported. */
export function describeDraft(
  { name, gravity, tick, last }: Draft,
  report: (mistake: ErrorFacts) => void,
): ModelDescription {
  const pieces: Piece[] = [];
  for (let link = last; link !== null; link = link.before) pieces.push(link.piece);
  pieces.reverse();
  const of = <K extends Piece["into"]>(into: K): Extract<Piece, { readonly into: K }>[] =>
    pieces.filter((piece): piece is Extract<Piece, { readonly into: K }> => piece.into === into);
  const bodies = of("bodies").map(({ item }) => item);
  const resolverAt = resolvers(bodies, report);
  const made = <T>(key: string, makers: readonly { readonly make: (resolve: Resolver) => T }[]): readonly T[] =>
    makers.map(({ make }, i) => make(resolverAt([key, i])));
  return {
    name,
    gravity,
    parameters: of("parameters").map(({ item }) => item),
    bodies,
    joints: made("joints", of("joints")),
    loads: made("loads", of("loads")),
    actuators: made("actuators", of("actuators")),
    controllers: of("controllers").map(({ item }) => item),
    ...(tick === undefined ? {} : { tick }),
    constraints: made("constraints", of("constraints")),
    terrains: of("terrains").map(({ item }) => item),
    contacts: made("contacts", of("contacts")),
    tyres: made("tyres", of("tyres")),
    shafts: made("shafts", of("shafts")),
    shaftElements: made("shaftElements", of("shaftElements")),
  };
}
