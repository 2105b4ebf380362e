import type { Constraint, Motion } from "kinetree";
import { attachment, coordinate } from "./links.js";
import { live, number, numbers, vector, type Property, type PropertySheet } from "./property-sheet.js";

export function constraintSheet(constraint: Constraint, given: Constraint | undefined): PropertySheet {
  const isPoint = "a" in constraint || constraint.kind === "motion";
  return {
    title: constraint.name,
    subtitle: constraint.kind.replaceAll("-", " "),
    sections: [
      ...(isPoint
        ? [{ title: "Current values", properties: [live("largest closure error of all loops", "m, rad", "closure")] }]
        : []),
      { title: "Couples", properties: ends(constraint, given) },
      { title: "Law", properties: law(constraint, given) },
    ],
  };
}

function ends(constraint: Constraint, given: Constraint | undefined): readonly Property[] {
  switch (constraint.kind) {
    case "coupler":
      return [
        ...coordinate("driven", constraint.driven),
        ...(constraint.driving ? coordinate("driving", constraint.driving) : []),
      ];
    case "gear":
      return [...coordinate("driven", constraint.driven), ...coordinate("driving", constraint.driving)];
    case "rack-and-pinion":
      return [...coordinate("rack", constraint.rack), ...coordinate("pinion", constraint.pinion)];
    case "motion":
      return coordinate("moves", constraint.driven);
    default: {
      const same = given?.kind === constraint.kind ? given : undefined;
      return [...attachment("from", constraint.a, same?.a), ...attachment("to", constraint.b, same?.b)];
    }
  }
}

function law(constraint: Constraint, given: Constraint | undefined): readonly Property[] {
  switch (constraint.kind) {
    case "coupler": {
      const same = given?.kind === constraint.kind ? given : undefined;
      return [numbers("polynomial, constant first", "", constraint.polynomial, same?.polynomial)];
    }
    case "gear": {
      const same = given?.kind === constraint.kind ? given : undefined;
      return [
        number("ratio", "", constraint.ratio, same?.ratio),
        number("offset", "rad", constraint.offset, same?.offset),
      ];
    }
    case "rack-and-pinion": {
      const same = given?.kind === constraint.kind ? given : undefined;
      return [
        number("radius", "m/rad", constraint.radius, same?.radius),
        number("offset", "m", constraint.offset, same?.offset),
      ];
    }
    case "motion":
      return motion(constraint.motion, given?.kind === "motion" ? given.motion : undefined);
    case "distance":
      return [number("length", "m", constraint.length, given?.kind === "distance" ? given.length : undefined)];
    case "point-on-line":
      return [vector("axis", "", constraint.axis, given?.kind === "point-on-line" ? given.axis : undefined)];
    default:
      return [vector("normal", "", constraint.normal, given?.kind === "point-on-plane" ? given.normal : undefined)];
  }
}

function motion(own: Motion, given: Motion | undefined): readonly Property[] {
  if (own.kind === "polynomial")
    return [
      numbers(
        "coefficients in t, constant first",
        "",
        own.coefficients,
        given?.kind === "polynomial" ? given.coefficients : [],
      ),
    ];
  const same = given?.kind === "sine" ? given : undefined;
  return [
    number("amplitude", "m or rad", own.amplitude, same?.amplitude),
    number("angular frequency", "rad/s", own.angularFrequency, same?.angularFrequency),
    number("phase", "rad", own.phase, same?.phase),
    number("offset", "m or rad", own.offset, same?.offset),
  ];
}
