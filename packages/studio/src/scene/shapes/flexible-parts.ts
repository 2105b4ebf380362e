import type { Beam, Joint, Model, ModalBody } from "kinetree";
import { Color, Matrix4, Quaternion, Vector3 } from "three";
import { thickening } from "./beam-sweep.js";
import type { Part } from "./parts.js";
import { matrixOf, plain, vectorOf } from "../base/plain.js";

/** Takes z, along which cylinders lie, to x, along which beams do. */
const alongX = (): Quaternion => new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);

/** Half widths of a beam along y and z as it is drawn [m], and whether its section is round. */
function extentOf(
  { section }: Beam,
  thinnest: number,
): { readonly y: number; readonly z: number; readonly isRound: boolean } {
  const [y, z, isRound] = fibresOf(section);
  const scale = thickening(y, z, thinnest);
  return { y: scale * y, z: scale * z, isRound };
}

function fibresOf(section: Beam["section"]): readonly [number, number, boolean] {
  switch (section.kind) {
    case "circle":
      return [plain(section.radius), plain(section.radius), true];
    case "tube":
      return [plain(section.outerRadius), plain(section.outerRadius), true];
    case "rectangle":
      return [plain(section.width) / 2, plain(section.height) / 2, false];
    case "general":
      return [plain(section.fibreY), plain(section.fibreZ), false];
  }
}

/** A straight beam, drawn where the deformation is not known. */
export function straightBeam(beam: Beam, body: number, colour: Color, thinnest: number): Part {
  const { y, z, isRound } = extentOf(beam, thinnest);
  const middle = new Vector3(beam.length / 2, 0, 0);
  const common = { body, colour, opacity: 1, isBending: true };
  return isRound
    ? {
        ...common,
        form: { kind: "cylinder" },
        X_body_part: new Matrix4().compose(middle, alongX(), new Vector3(y, z, beam.length)),
      }
    : {
        ...common,
        form: { kind: "box" },
        X_body_part: new Matrix4().compose(middle, new Quaternion(), new Vector3(beam.length, 2 * y, 2 * z)),
      };
}

/** Nodes drawn one by one at most. */
const MOST_NODES = 500;

/** A modal body without deformation: a ball at each node. */
export function stillNodes({ nodes }: ModalBody, body: number, colour: Color, size: number): readonly Part[] {
  return nodes
    .slice(0, MOST_NODES)
    .map(({ position }) => ({ ...ball(body, colour, 0.025 * size, position), isBending: true }));
}

const stationColour = (): Color => new Color("#4f5b69");

/** The mark of a station: a collar around a beam, or a ball. */
export function stationMark(
  { parent, X_parent_joint, X_child_joint }: Joint,
  body: number,
  { bodies }: Model,
  size: number,
  thinnest: number,
): Part {
  const flexible = bodies.find(({ name }) => name === parent)?.flexible;
  const offset = vectorOf(X_parent_joint.position);
  if (flexible?.kind !== "beam" || offset.y !== 0 || offset.z !== 0)
    return ball(body, stationColour(), 0.035 * size, [0, 0, 0]);
  const { y, z, isRound } = extentOf(flexible, thinnest);
  const width = 0.7 * Math.max(y, z);
  // The section, as the station's frame sees it.
  const X_station_section = matrixOf(X_parent_joint)
    .multiply(matrixOf(X_child_joint).invert())
    .setPosition(0, 0, 0)
    .invert();
  const collar = new Matrix4().compose(
    new Vector3(),
    isRound ? alongX() : new Quaternion(),
    isRound ? new Vector3(1.18 * y, 1.18 * z, width) : new Vector3(width, 2.36 * y, 2.36 * z),
  );
  return {
    body,
    form: { kind: isRound ? "cylinder" : "box" },
    X_body_part: X_station_section.multiply(collar),
    colour: stationColour(),
    opacity: 1,
    isBending: false,
  };
}

function ball(body: number, colour: Color, radius: number, at: readonly [number, number, number]): Part {
  const X_body_part = new Matrix4().makeScale(radius, radius, radius).setPosition(...at);
  return { body, form: { kind: "sphere" }, X_body_part, colour, opacity: 1, isBending: false };
}
