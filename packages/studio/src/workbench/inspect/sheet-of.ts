import type { Model } from "kinetree";
import type { OpenedModel, Target } from "../../engine/protocol.js";
import { actuatorSheet, controllerSheet } from "./actuator-sheet.js";
import { bodySheet } from "./body-sheet.js";
import { constraintSheet } from "./constraint-sheet.js";
import { contactSheet, terrainSheet } from "./contact-sheet.js";
import { jointSheet } from "./joint-sheet.js";
import { loadSheet } from "./load-sheet.js";
import { pose, type PropertySheet } from "./property-sheet.js";
import { driveSheet, shaftSheet } from "./shaft-sheet.js";
import { bodyLink } from "./links.js";
import { tyreSheet } from "./tyre-sheet.js";

/** The properties of something of the open model; null if there is no such thing. */
export function sheetOf(
  opened: Pick<OpenedModel, "model" | "numbers" | "cuts" | "flexible">,
  target: Target,
): PropertySheet | null {
  const { numbers } = opened;
  const sheet = unfiltered(opened, target, numbers);
  return sheet && { ...sheet, sections: sheet.sections.filter(({ properties }) => properties.length > 0) };
}

function unfiltered(
  { model, cuts, flexible }: Pick<OpenedModel, "model" | "cuts" | "flexible">,
  { kind, name }: Target,
  numbers: Model,
): PropertySheet | null {
  switch (kind) {
    case "body": {
      const [own, given] = both(numbers.bodies, model.bodies, name);
      const info = flexible?.bodies.find(({ body }) => numbers.bodies[body] === own);
      return own ? bodySheet(own, given, numbers, info) : null;
    }
    case "joint":
    case "loop": {
      const [own, given] = both(numbers.joints, model.joints, name);
      const bent = own?.kind === "flexible" ? numbers.bodies.find((each) => each.name === own.parent) : undefined;
      return own ? jointSheet(own, given, cuts.includes(name), bent?.flexible) : null;
    }
    case "load": {
      const [own, given] = both(numbers.loads, model.loads, name);
      return own ? loadSheet(own, given) : null;
    }
    case "actuator": {
      const [own, given] = both(numbers.actuators, model.actuators, name);
      return own ? actuatorSheet(own, given, numbers.controllers) : null;
    }
    case "controller": {
      const [own] = both(numbers.controllers, model.controllers, name);
      return own ? controllerSheet(own) : null;
    }
    case "contact": {
      const [own, given] = both(numbers.contacts, model.contacts, name);
      return own ? contactSheet(own, given) : null;
    }
    case "tyre": {
      const [own, given] = both(numbers.tyres, model.tyres, name);
      return own ? tyreSheet(own, given) : null;
    }
    case "terrain": {
      const [own, given] = both(numbers.terrains, model.terrains, name);
      return own ? terrainSheet(own, given, numbers) : null;
    }
    case "shaft": {
      const [own, given] = both(numbers.shafts, model.shafts, name);
      return own ? shaftSheet(own, given) : null;
    }
    case "drive": {
      const [own, given] = both(numbers.shaftElements, model.shaftElements, name);
      return own ? driveSheet(own, given) : null;
    }
    case "constraint": {
      const [own, given] = both(numbers.constraints, model.constraints, name);
      return own ? constraintSheet(own, given) : null;
    }
    default:
      return frameSheet(numbers, name);
  }
}

/** A frame by its own name, or as "body.frame". */
function frameSheet({ bodies }: Model, name: string): PropertySheet | null {
  for (const body of bodies) {
    const frame = body.frames.find((each) => each.name === name || `${body.name}.${each.name}` === name);
    if (frame)
      return {
        title: frame.name,
        subtitle: "frame",
        sections: [{ title: "Place", properties: [bodyLink("body", body.name), ...pose("in the body", frame.pose)] }],
      };
  }
  return null;
}

/** The thing of that name with plain numbers, and as the model describes it. */
function both<T extends { readonly name: string }>(
  numbers: readonly T[],
  model: readonly T[],
  name: string,
): readonly [T | undefined, T | undefined] {
  return [numbers.find((each) => each.name === name), model.find((each) => each.name === name)];
}
