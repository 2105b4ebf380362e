import { quoted } from "../format-error.js";
import type { XmlReport } from "../xml/report.js";
import { numbersAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import type { CompilerSettings } from "./compiler.js";
import {
  cross,
  dot,
  noTurn,
  norm,
  normalized,
  nowhere,
  origin,
  quatFromAxes,
  scale,
  subtract,
  turnAbout,
  turnZTo,
  multiply,
  type Placement,
  type Quat,
  type Vec3,
} from "./mass/placement.js";

/** Representations of an orientation other than a quaternion; they override a quaternion from a class. */
export const orientationNames: readonly string[] = ["axisangle", "xyaxes", "zaxis", "euler"];

export const poseNames: readonly string[] = ["pos", "quat", ...orientationNames];

/** A shorter vector has no direction. */
const SHORTEST = 1e-12;

/** Position and orientation of an element; at the origin once a mistake has been reported. */
export function readPlacement(report: XmlReport, element: XmlElement, compiler: CompilerSettings): Placement {
  const position = tripleAttribute(report, element, "pos", origin);
  return position === null ? nowhere : { position, rotation: readRotation(report, element, compiler) };
}

function readRotation(report: XmlReport, element: XmlElement, { eulerseq, radians }: CompilerSettings): Quat {
  const fail = (name: string, what: string): Quat => {
    const value = element.attributes.get(name)?.value;
    const message = `"${name}" of <${element.name}> is ${quoted(value)}, ${what}`;
    report.errorAt(element, name, "no-direction", message, value);
    return noTurn;
  };
  if (element.attributes.has("euler")) {
    const angles = tripleAttribute(report, element, "euler", origin);
    return angles === null ? noTurn : fromEuler(angles.map(radians), eulerseq);
  }
  if (element.attributes.has("axisangle")) {
    const given = numbersAttribute(report, element, "axisangle", 4);
    if (given === null || given === undefined) return noTurn;
    const axis = unit([given[0], given[1], given[2]]);
    return axis === null
      ? fail("axisangle", "an axis without direction. Give it one, such as 0 0 1 90.")
      : turnAbout(axis, radians(given[3]));
  }
  if (element.attributes.has("xyaxes")) {
    const given = numbersAttribute(report, element, "xyaxes", 6);
    if (given === null || given === undefined) return noTurn;
    return (
      fromXyAxes([given[0], given[1], given[2]], [given[3], given[4], given[5]]) ??
      fail("xyaxes", "two axes that span no plane. Give x, then a y that is not parallel to it.")
    );
  }
  if (element.attributes.has("zaxis")) {
    const given = tripleAttribute(report, element, "zaxis", [0, 0, 1]);
    const axis = given === null ? ([0, 0, 1] as const) : unit(given);
    return axis === null ? fail("zaxis", "an axis without direction. Give it one, such as 0 0 1.") : turnZTo(axis);
  }
  const quat = numbersAttribute(report, element, "quat", 4);
  if (quat === null || quat === undefined) return noTurn;
  const [w, x, y, z] = quat;
  if (Math.sqrt(w * w + x * x + y * y + z * z) < SHORTEST)
    return fail("quat", "a quaternion of length 0. Give w x y z, such as 1 0 0 0.");
  return normalized([w, x, y, z]);
}

/** Lower case turns about the axes of the moving frame, upper case about those of the outer frame. */
export function fromEuler(angles: readonly number[], sequence: string): Quat {
  let quat = noTurn;
  for (const [i, letter] of [...sequence].entries()) {
    const axis = "xyz".indexOf(letter.toLowerCase());
    const turn = turnAbout([axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0], angles[i]);
    quat = letter === letter.toLowerCase() ? multiply(quat, turn) : multiply(turn, quat);
  }
  return normalized(quat);
}

/** x as given, y made perpendicular to it (Gram and Schmidt); null where they span no plane. */
function fromXyAxes(xGiven: Vec3, yGiven: Vec3): Quat | null {
  const x = unit(xGiven);
  if (x === null) return null;
  const y = unit(subtract(yGiven, scale(dot(x, yGiven), x)));
  return y === null ? null : quatFromAxes(x, y, cross(x, y));
}

export function unit(v: Vec3): Vec3 | null {
  const length = norm(v);
  if (!(length >= SHORTEST)) return null;
  return length === 1 ? v : scale(1 / length, v);
}

export function checkOneOrientation(report: XmlReport, element: XmlElement): void {
  const said = ["quat", ...orientationNames].filter((name) => element.attributes.has(name));
  if (said.length < 2) return;
  const message = `<${element.name}> has its orientation by ${said.map((name) => `"${name}"`).join(" and ")}. Keep one of them.`;
  report.errorAt(element, said[1], "orientation-twice", message);
}
