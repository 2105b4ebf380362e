import type { DataPath, Model } from "kinetree";
import type { Target } from "./protocol.js";

/** What the lists of a model hold. */
const kinds = {
  bodies: "body",
  joints: "joint",
  loads: "load",
  actuators: "actuator",
  controllers: "controller",
  contacts: "contact",
  terrains: "terrain",
  constraints: "constraint",
} as const satisfies Partial<Record<keyof Model, Target["kind"]>>;

const isListed = (list: string | number): list is keyof typeof kinds => Object.hasOwn(kinds, list);

/** The thing that a path in a model leads to or into; null for one that leads to none. */
export function targetOf(model: Model, [list = "", index]: DataPath): Target | null {
  const name = isListed(list) && typeof index === "number" ? model[list].at(index)?.name : undefined;
  return isListed(list) && name !== undefined ? { kind: kinds[list], name } : null;
}
