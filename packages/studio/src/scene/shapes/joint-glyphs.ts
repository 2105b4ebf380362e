import {
  jointFacts,
  type Joint,
  type JointAxis,
  type JointGlyph as JointGlyphName,
  type Model,
  type Pose,
  type Vec3R,
} from "kinetree";
import { type BufferGeometry, BoxGeometry, ConeGeometry, Matrix4, SphereGeometry, TorusGeometry, Vector3 } from "three";
import { cylinder, joined, thread } from "./geometries.js";
import { bodyIndices, matrixOf, turnToDirection, vectorOf } from "../base/plain.js";

/** What a joint's mark looks like. */
export type GlyphForm = "ring" | "slider" | "screw" | "ball" | "plane" | "free" | "weld";

/** One mark of a joint: its form, on which body it sits (-1: ground), and where there (z along the axis). */
export interface JointGlyph {
  readonly joint: number;
  readonly form: GlyphForm;
  readonly body: number;
  readonly X_body_glyph: Matrix4;
}

/** The marks of all joints of a model with plain numbers. */
export function jointGlyphs(model: Model): readonly JointGlyph[] {
  const indices = bodyIndices(model);
  return model.joints.flatMap((joint, index) =>
    marksOf(joint).map(({ form, on, axis }): JointGlyph => ({
      joint: index,
      form,
      body: indices.get(on === "parent" ? joint.parent : joint.child) ?? -1,
      X_body_glyph: axisMatrix(on === "parent" ? joint.X_parent_joint : joint.X_child_joint, axis),
    })),
  );
}

interface Mark {
  readonly form: GlyphForm;
  readonly on: "parent" | "child";
  readonly axis: Vec3R;
}

const vertical: Vec3R = [0, 0, 1];

/** How single axes are drawn. */
const axisForms: Readonly<Record<JointAxis["kind"], GlyphForm>> = {
  rotation: "ring",
  translation: "slider",
  screw: "screw",
};

const onePiece = (form: GlyphForm) => (): readonly Mark[] => [{ form, on: "child", axis: vertical }];

/** The marks of each glyph, from the axes of the joint. */
const glyphMarks: Readonly<Record<JointGlyphName, (axes: readonly JointAxis[]) => readonly Mark[]>> = {
  weld: onePiece("weld"),
  free: onePiece("free"),
  ball: onePiece("ball"),
  // Two slides, then the turn about the normal.
  plane: (axes) => [{ form: "plane", on: "child", axis: axes[2].axis }],
  // An axis that turns with neither body has the same direction in both.
  "shared-axis": (axes) => axes.map(({ kind, axis }) => ({ form: axisForms[kind], on: "child", axis })),
  // The first of several is fixed in the parent, the last in the child.
  axes: (axes) =>
    axes.map(({ kind, axis }, i) => ({
      form: axisForms[kind],
      on: i === 0 && axes.length > 1 ? "parent" : "child",
      axis,
    })),
};

function marksOf(joint: Joint): readonly Mark[] {
  const { glyph, axes } = jointFacts(joint);
  return glyphMarks[glyph](axes ?? []);
}

function axisMatrix(pose: Pose, axis: Vec3R): Matrix4 {
  const turn = new Matrix4().makeRotationFromQuaternion(turnToDirection(vectorOf(axis)));
  return matrixOf(pose).multiply(turn);
}

const cone = (): BufferGeometry => new ConeGeometry(0.13, 0.34, 14).rotateX(Math.PI / 2);
const shaft = (radius: number, length: number): BufferGeometry => cylinder(radius, radius, 12).scale(1, 1, length);

/** The geometry of a mark, of about unit size. */
export function glyphGeometry(form: GlyphForm): BufferGeometry {
  switch (form) {
    case "ring":
      return joined([new TorusGeometry(0.55, 0.055, 10, 40), shaft(0.04, 2.2), cone().translate(0, 0, 1.2)]);
    case "slider":
      return joined([
        new BoxGeometry(0.42, 0.42, 0.6),
        shaft(0.06, 2.4),
        cone().translate(0, 0, 1.3),
        cone().rotateX(Math.PI).translate(0, 0, -1.3),
      ]);
    case "screw":
      return joined([shaft(0.05, 2.4), thread().scale(0.4, 0.4, 0.8), cone().translate(0, 0, 1.3)]);
    case "ball":
      return joined([
        new SphereGeometry(0.3, 20, 12),
        new TorusGeometry(0.55, 0.035, 8, 40),
        new TorusGeometry(0.55, 0.035, 8, 40).rotateX(Math.PI / 2),
        new TorusGeometry(0.55, 0.035, 8, 40).rotateY(Math.PI / 2),
      ]);
    case "plane":
      return joined([new BoxGeometry(1.7, 1.7, 0.03), shaft(0.045, 1.6), cone().translate(0, 0, 0.9)]);
    case "free":
      return joined(
        [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].flatMap((axis) => {
          const turn = new Matrix4().makeRotationFromQuaternion(turnToDirection(axis));
          return [
            shaft(0.03, 1.7).applyMatrix4(turn),
            cone().scale(0.7, 0.7, 0.7).translate(0, 0, 0.95).applyMatrix4(turn),
            cone().scale(0.7, 0.7, 0.7).rotateX(Math.PI).translate(0, 0, -0.95).applyMatrix4(turn),
          ];
        }),
      );
    case "weld":
      return joined([new BoxGeometry(0.34, 0.34, 0.34)]);
  }
}
