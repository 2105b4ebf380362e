import type { Curve, Load, Real, Signal } from "kinetree";
import { isExpression } from "../model-real.js";
import { attachment, jointLink } from "./links.js";
import { curveText, isCurve } from "./joint-sheet.js";
import { number, numbers, text, type Property, type PropertySheet } from "./property-sheet.js";

/** Properties of a load: between what it acts, and its law. */
export const loadSheet = (load: Load, given: Load | undefined): PropertySheet => ({
  title: load.name,
  subtitle: load.kind.replaceAll("-", " "),
  sections: [
    { title: "Acts", properties: places(load, given) },
    { title: "Law", properties: law(load, given) },
  ],
});

function places(load: Load, given: Load | undefined): readonly Property[] {
  switch (load.kind) {
    case "wrench":
      return [
        ...attachment("on", load.at, given?.kind === "wrench" ? given.at : undefined),
        text("along axes of", load.along === "world" ? "the world" : "the frame"),
      ];
    case "joint-force":
      return [jointLink("along", load.joint), text("coordinate", `number ${load.coordinate}`)];
    default: {
      const same = given?.kind === load.kind ? given : undefined;
      return [...attachment("from", load.a, same?.a), ...attachment("to", load.b, same?.b)];
    }
  }
}

function law(load: Load, given: Load | undefined): readonly Property[] {
  switch (load.kind) {
    case "point-spring": {
      const same = given?.kind === load.kind ? given : undefined;
      return [
        realOrCurve("stiffness", "N/m", load.stiffness, same?.stiffness),
        number("free length", "m", load.freeLength, same?.freeLength),
        realOrCurve("damping", "N s/m", load.damping, same?.damping),
      ];
    }
    case "torsion-spring": {
      const same = given?.kind === load.kind ? given : undefined;
      return [
        realOrCurve("stiffness", "N m/rad", load.stiffness, same?.stiffness),
        number("rest", "rad", load.rest, same?.rest),
        realOrCurve("damping", "N m s/rad", load.damping, same?.damping),
      ];
    }
    case "bushing": {
      const same = given?.kind === load.kind ? given : undefined;
      return [
        numbers("stiffness, turning", "N m/rad", load.stiffness.slice(0, 3), same?.stiffness.slice(0, 3)),
        numbers("stiffness, moving", "N/m", load.stiffness.slice(3), same?.stiffness.slice(3)),
        numbers("damping, turning", "N m s/rad", load.damping.slice(0, 3), same?.damping.slice(0, 3)),
        numbers("damping, moving", "N s/m", load.damping.slice(3), same?.damping.slice(3)),
      ];
    }
    case "wrench": {
      const same = given?.kind === load.kind ? given : undefined;
      const names = ["x", "y", "z"];
      return [
        ...load.torque.flatMap((each, i) => signal(`torque ${names[i]}`, "N m", each, same?.torque[i])),
        ...load.force.flatMap((each, i) => signal(`force ${names[i]}`, "N", each, same?.force[i])),
      ];
    }
    default:
      return signal("force", "N or N m", load.signal, given?.kind === "joint-force" ? given.signal : undefined, true);
  }
}

function realOrCurve(label: string, unit: string, value: Real | Curve, given: Real | Curve | undefined): Property {
  return isCurve(value)
    ? text(label, curveText(value))
    : number(label, unit, value, isCurve(given) ? undefined : given);
}

/** A function of time; one that is zero is left out unless it is all there is. */
function signal(
  label: string,
  unit: string,
  own: Signal,
  given: Signal | undefined,
  always = false,
): readonly Property[] {
  if (own.kind === "constant") {
    const model = given?.kind === "constant" ? given.value : undefined;
    return own.value === 0 && !always && !isExpression(model) ? [] : [number(label, unit, own.value, model)];
  }
  if (own.kind === "sine") {
    const same = given?.kind === "sine" ? given : undefined;
    return [
      text(label, "offset + amplitude sin(angular frequency t + phase)"),
      number("amplitude", unit, own.amplitude, same?.amplitude),
      number("angular frequency", "rad/s", own.angularFrequency, same?.angularFrequency),
      number("phase", "rad", own.phase, same?.phase),
      number("offset", unit, own.offset, same?.offset),
    ];
  }
  const { times, values, kind } = own;
  return [
    text(
      label,
      `${kind}, ${times.length} points from ${times[0]} s to ${times[times.length - 1]} s, ${Math.min(...values)} to ${Math.max(...values)} ${unit}`,
    ),
  ];
}
