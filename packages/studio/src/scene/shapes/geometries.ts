import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector3,
  Curve,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { PartForm } from "./parts.js";

/* Geometries of unit size, to be scaled by instances. Axes of round things are along z, as in the model; three.js has them along y. */

const upright = <G extends BufferGeometry>(geometry: G): G => {
  geometry.rotateX(Math.PI / 2);
  return geometry;
};

/** A cylinder of radius and length 1, or a cone, along z and centred. */
export const cylinder = (top = 1, bottom = 1, segments = 32): BufferGeometry =>
  upright(new CylinderGeometry(top, bottom, 1, segments, 1));

export function formGeometry(form: Exclude<PartForm, { kind: "mesh" }>): BufferGeometry {
  switch (form.kind) {
    case "box":
      return new BoxGeometry(1, 1, 1);
    case "sphere":
      return upright(new SphereGeometry(1, 32, 20));
    case "cylinder":
      return cylinder();
    case "capsule":
      return upright(new CapsuleGeometry(1, form.slenderness, 8, 24, 1));
  }
}

function painted(geometry: BufferGeometry, colour: string): BufferGeometry {
  const { r, g, b } = new Color(colour);
  const count = geometry.getAttribute("position").count;
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) colours.set([r, g, b], 3 * i);
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return geometry;
}

/** One geometry of several; they have the same attributes and are used up. */
export function joined(parts: readonly BufferGeometry[]): BufferGeometry {
  const plainParts = parts.map((part) => (part.index === null ? part : part.toNonIndexed()));
  const merged = mergeGeometries(plainParts, false);
  for (const part of [...parts, ...plainParts]) part.dispose();
  return merged;
}

export const arrow = (radius: number): BufferGeometry =>
  joined([
    cylinder(radius, radius, 10).scale(1, 1, 0.8).translate(0, 0, 0.4),
    upright(new ConeGeometry(2.6 * radius, 0.2, 14)).translate(0, 0, 0.9),
  ]);

/** A frame: x red, y green, z blue, of length 1. */
export const triad = (): BufferGeometry =>
  joined([
    painted(arrow(0.028).rotateY(Math.PI / 2), "#d64545"),
    painted(arrow(0.028).rotateX(-Math.PI / 2), "#3f9d4f"),
    painted(arrow(0.028), "#3b6fd4"),
    painted(new SphereGeometry(0.05, 12, 8), "#8a94a0"),
  ]);

/** The mark of a mass centre: a ball of radius 1 whose quarters are black and white by turns. */
export function massCentre(): BufferGeometry {
  const ball = new SphereGeometry(1, 32, 16).toNonIndexed();
  const position = ball.getAttribute("position");
  const colours = new Float32Array(position.count * 3);
  for (let face = 0; face < position.count; face += 3) {
    let [x, y, z] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      x += position.getX(face + k);
      y += position.getY(face + k);
      z += position.getZ(face + k);
    }
    colours.fill(x * y * z > 0 ? 0.012 : 0.95, 3 * face, 3 * face + 9);
  }
  ball.setAttribute("color", new BufferAttribute(colours, 3));
  return ball;
}

/** Where the wire of a spring runs: turns of radius 1 about z from 0 to its length, with straight ends on the axis. */
class Helix extends Curve<Vector3> {
  readonly #turns: number;
  readonly #length: number;

  constructor(turns: number, length: number) {
    super();
    this.#turns = turns;
    this.#length = length;
  }

  override getPoint(part: number, out = new Vector3()): Vector3 {
    const wound = Math.min(1, Math.max(0, (part - 0.06) / 0.88));
    const radius = Math.min(1, part / 0.06, (1 - part) / 0.06);
    const angle = 2 * Math.PI * this.#turns * wound;
    return out.set(radius * Math.cos(angle), radius * Math.sin(angle), part * this.#length);
  }
}

/** A spring of length and radius 1 from the origin along z, whose wire is round when stretched to `slenderness` (length over radius). */
export const coil = (turns: number, slenderness: number): BufferGeometry =>
  new TubeGeometry(new Helix(turns, slenderness), 26 * turns, 0.17, 7).scale(1, 1, 1 / slenderness);

/** Part of a circle of radius 1 about z with an arrow head: a torque. */
export function arc(thickness: number): BufferGeometry {
  const sweep = 1.5 * Math.PI;
  const head = new ConeGeometry(3 * thickness, 9 * thickness, 12).translate(1, 4 * thickness, 0).rotateZ(sweep);
  return joined([new TorusGeometry(1, thickness, 8, 40, sweep), head]);
}

export const thread = (): BufferGeometry => new TubeGeometry(new Helix(3, 2), 90, 0.07, 6).translate(0, 0, -1);
