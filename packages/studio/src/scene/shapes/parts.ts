import type { Model, Shape } from "kinetree";
import { Color, Matrix4, Vector3 } from "three";
import { stationMark, stillNodes, straightBeam } from "./flexible-parts.js";
import { generatedShape, heaviest, landmarksOf, type GeneratedShape } from "./generated-shape.js";
import { bodyPalette } from "../base/palette.js";
import { matrixOf, plain, turnToDirection, vectorOf } from "../base/plain.js";

/** The form of a part; parts of the same key share one geometry. */
export type PartForm =
  | { readonly kind: "box" | "sphere" | "cylinder" }
  /** Cannot be stretched without spoiling its caps: length over radius. */
  | { readonly kind: "capsule"; readonly slenderness: number }
  | { readonly kind: "mesh"; readonly uri: string };

export interface Part {
  readonly body: number;
  readonly form: PartForm;
  readonly X_body_part: Matrix4;
  readonly colour: Color;
  readonly opacity: number;
  /** Stands for something that bends: where the deformation is known, that is drawn instead. */
  readonly isBending: boolean;
}

/** Names a form: equal keys, equal geometry. */
export function formKey(form: PartForm): string {
  if (form.kind === "capsule") return `capsule ${form.slenderness}`;
  return form.kind === "mesh" ? `mesh ${form.uri}` : form.kind;
}

/** All that is drawn of the bodies of a model with plain numbers. Bodies without shapes get stand-ins of about `size` [m]; beams are drawn no thinner than twice `thinnest` [m]. */
export function partsOf(model: Model, size: number, thinnest = 0): readonly Part[] {
  const palette = bodyPalette(model.bodies.map(({ name }) => name));
  const landmarks = landmarksOf(model);
  const most = heaviest(model);
  const carriers = new Map(model.joints.filter(({ kind }) => kind === "flexible").map((joint) => [joint.child, joint]));
  return model.bodies.flatMap((described, body): readonly Part[] => {
    const shown = shownShapes(described.shapes);
    const { flexible } = described;
    if (flexible !== undefined)
      return [
        ...(flexible.kind === "beam"
          ? [straightBeam(flexible, body, palette[body], thinnest)]
          : stillNodes(flexible, body, palette[body], size)),
        ...shown.map((shape) => partOfShape(shape, body, palette[body])),
      ];
    const carrier = carriers.get(described.name);
    if (carrier !== undefined && shown.length === 0) return [stationMark(carrier, body, model, size, thinnest)];
    return shown.length > 0
      ? shown.map((shape) => partOfShape(shape, body, palette[body]))
      : standIn(generatedShape(described, landmarks.get(described.name) ?? [], most, size), body, palette[body]);
  });
}

/** Visual shapes; collision shapes only where there are no others. */
export function shownShapes(shapes: readonly Shape[]): readonly Shape[] {
  const seen = shapes.filter(({ use }) => use !== "contact");
  return seen.length > 0 ? seen : shapes;
}

function partOfShape(shape: Shape, body: number, paint: Color): Part {
  const [form, scale] = formAndScale(shape);
  const [colour, opacity] =
    shape.color === null
      ? [paint, 1]
      : [new Color().setRGB(shape.color[0], shape.color[1], shape.color[2], "srgb"), shape.color[3]];
  return { body, form, X_body_part: matrixOf(shape.pose, scale), colour, opacity, isBending: false };
}

function formAndScale(shape: Shape): readonly [PartForm, Vector3] {
  switch (shape.kind) {
    case "box":
      return [{ kind: "box" }, vectorOf(shape.size)];
    case "sphere":
      return [{ kind: "sphere" }, new Vector3().setScalar(plain(shape.radius))];
    case "cylinder":
      return [{ kind: "cylinder" }, new Vector3(plain(shape.radius), plain(shape.radius), plain(shape.length))];
    case "capsule": {
      const slenderness = Number((plain(shape.length) / plain(shape.radius)).toPrecision(4));
      return [{ kind: "capsule", slenderness }, new Vector3().setScalar(plain(shape.radius))];
    }
    case "mesh":
      return [{ kind: "mesh", uri: shape.uri }, vectorOf(shape.scale)];
  }
}

function standIn({ rods, balls }: GeneratedShape, body: number, colour: Color): readonly Part[] {
  const made = { body, colour, opacity: 1, isBending: false };
  return [
    ...rods.map(({ from, to, radius }): Part => ({
      ...made,
      form: { kind: "cylinder" },
      X_body_part: rodMatrix(from, to, radius),
    })),
    ...balls.map(({ at, radius }): Part => ({
      ...made,
      form: { kind: "sphere" },
      X_body_part: new Matrix4().makeScale(radius, radius, radius).setPosition(at),
    })),
  ];
}

/** Where a cylinder of radius and length 1 along z has to go to become a rod between two points. */
export function rodMatrix(from: Vector3, to: Vector3, radius: number): Matrix4 {
  const along = to.clone().sub(from);
  const middle = from.clone().add(to).multiplyScalar(0.5);
  return new Matrix4().compose(middle, turnToDirection(along), new Vector3(radius, radius, along.length()));
}
