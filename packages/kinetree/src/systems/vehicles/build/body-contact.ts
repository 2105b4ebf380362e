import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { BodyContactData } from "../data/vehicle.js";
import { on, type BodyFrame } from "./ports.js";

/** Speed over which friction of the body builds up [m/s]. */
const TRANSITION = 0.01;

/** Adds a contact of the chassis with a terrain for each sphere, under its name. */
export const addBodyContact = (
  soFar: AnyMechanism,
  chassis: BodyFrame,
  { spheres, normal, friction }: BodyContactData,
  terrain: string,
): AnyMechanism =>
  Object.entries(spheres).reduce(
    (built, [name, { at, radius }]) =>
      built.contact(name, {
        ...on(chassis, at),
        radius,
        terrain,
        normal,
        friction: { kind: "coulomb", kinetic: friction, transitionSpeed: TRANSITION },
      }),
    soFar,
  );
