import type { LawDefinition } from "./law-definition.js";

/** No friction. */
export interface NoFriction {
  readonly kind: "none";
}

export const none: LawDefinition<NoFriction> = {
  kind: "none",
  doc: "A perfectly smooth surface.",
  fields: {},
  states: 0,
};
