import type { AnyFields } from "./fields.js";
import { coulomb, type CoulombFriction } from "./contact-laws/coulomb.js";
import { huntCrossley, type HuntCrossleyLaw } from "./contact-laws/hunt-crossley.js";
import type { LawDefinition } from "./contact-laws/law-definition.js";
import { lugre, type LuGreFriction } from "./contact-laws/lugre.js";
import { none, type NoFriction } from "./contact-laws/none.js";
import { springDamper, type SpringDamperLaw } from "./contact-laws/spring-damper.js";
import { standardLinearSolid, type StandardLinearSolidLaw } from "./contact-laws/standard-linear-solid.js";
import { viscous, type ViscousFriction } from "./contact-laws/viscous.js";

/** The force across the surface as it follows from the depth d [m] and its rate d' [m/s]. It never pulls and is zero apart. */
export type NormalLaw = SpringDamperLaw | HuntCrossleyLaw | StandardLinearSolidLaw;

/** The force along the surface against the slip v [m/s], while touching with the normal force F_n. */
export type FrictionLaw = NoFriction | ViscousFriction | CoulombFriction | LuGreFriction;

type Definitions<L extends { readonly kind: string }> = {
  readonly [K in L["kind"]]: LawDefinition<Extract<L, { readonly kind: K }>>;
};

/** All laws across the surface, in the order of messages and documentation. */
export const normalLaws: Definitions<NormalLaw> = Object.freeze({
  "spring-damper": springDamper,
  "hunt-crossley": huntCrossley,
  "standard-linear-solid": standardLinearSolid,
});

/** All laws along the surface. */
export const frictionLaws: Definitions<FrictionLaw> = Object.freeze({ none, viscous, coulomb, lugre });

const laws = Object.freeze({ ...normalLaws, ...frictionLaws });

/** The definition of a law. Each takes laws of its own kind, which the compiler cannot see here. */
export const lawDefinition = ({ kind }: NormalLaw | FrictionLaw): LawDefinition<NormalLaw | FrictionLaw> =>
  laws[kind] as unknown as LawDefinition<NormalLaw | FrictionLaw>;

/** The fields of a law by their names. */
export const lawFields = (law: NormalLaw | FrictionLaw): AnyFields => lawDefinition(law).fields as unknown as AnyFields;
