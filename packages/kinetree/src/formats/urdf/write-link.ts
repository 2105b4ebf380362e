import type { Pose } from "../../model/real.js";
import { identityRotation } from "../../model/rotation.js";
import type { Body, Shape } from "../../model/types.js";
import type { XmlNode } from "../xml/write-xml.js";
import { joined, originNodes } from "./write-pose.js";

export class Palette {
  readonly #names = new Map<string, { readonly name: string; readonly color: readonly number[] }>();

  nameOf(color: readonly number[]): string {
    const key = color.join(" ");
    const known = this.#names.get(key);
    if (known !== undefined) return known.name;
    const name = `colour-${this.#names.size + 1}`;
    this.#names.set(key, { name, color });
    return name;
  }

  nodes(): readonly XmlNode[] {
    return [...this.#names.values()].map(({ name, color }) => ({
      name: "material",
      attributes: { name },
      children: [{ name: "color", attributes: { rgba: color } }],
    }));
  }
}

/** A link with everything in it, `X_link_body` being where the body frame lies in the link's. */
export function linkNode(body: Body, X_link_body: Pose, palette: Palette): XmlNode {
  const shapes = body.shapes.flatMap((shape) => shapeNodes(shape, X_link_body, palette));
  return { name: "link", attributes: { name: body.name }, children: [...inertialNodes(body, X_link_body), ...shapes] };
}

/** The inertial frame lies in the mass centre along the body's axes, so that the six numbers stay as they are. */
function inertialNodes(body: Body, X_link_body: Pose): readonly XmlNode[] {
  if (body.massless) return [];
  const [ixx, iyy, izz, ixy, ixz, iyz] = body.inertia as readonly number[];
  const pose = joined(X_link_body, { position: body.com, rotation: identityRotation });
  return [
    {
      name: "inertial",
      children: [
        ...originNodes(pose),
        { name: "mass", attributes: { value: body.mass as number } },
        { name: "inertia", attributes: { ixx, ixy, ixz, iyy, iyz, izz } },
      ],
    },
  ];
}

function shapeNodes(shape: Shape, X_link_body: Pose, palette: Palette): readonly XmlNode[] {
  const origin = originNodes(joined(X_link_body, shape.pose));
  const geometry = { name: "geometry", children: [geometryNode(shape)] };
  const name = shape.name === "" ? null : shape.name;
  const material =
    shape.color === null ? [] : [{ name: "material", attributes: { name: palette.nameOf(shape.color) } }];
  const visual = { name: "visual", attributes: { name }, children: [...origin, geometry, ...material] };
  // A shape for both gets two elements, and a name only once.
  const ownName = shape.use === "contact" ? name : null;
  const collision = { name: "collision", attributes: { name: ownName }, children: [...origin, geometry] };
  if (shape.use === "display") return [visual];
  return shape.use === "contact" ? [collision] : [visual, collision];
}

function geometryNode(shape: Shape): XmlNode {
  switch (shape.kind) {
    case "box":
      return { name: "box", attributes: { size: shape.size as readonly number[] } };
    case "sphere":
      return { name: "sphere", attributes: { radius: shape.radius as number } };
    case "cylinder":
    case "capsule":
      return { name: shape.kind, attributes: { radius: shape.radius as number, length: shape.length as number } };
    case "mesh": {
      const scale = shape.scale as readonly number[];
      const isPlain = scale.every((factor) => factor === 1);
      return { name: "mesh", attributes: { filename: shape.uri, scale: isPlain ? null : scale } };
    }
  }
}
