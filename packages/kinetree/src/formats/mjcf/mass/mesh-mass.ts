import type { Symmetric3 } from "../../../model/bodies/principal-moments.js";
import type { Mass } from "./mass-sum.js";
import type { Triangles } from "../../mesh/mesh-file.js";
import { add, cross, dot, norm, scale, subtract, type Vec3 } from "./placement.js";

/**
 * "exact": signed volumes, right for every closed surface whose faces look outwards; "legacy": MuJoCo's default, pyramids
 * from the middle of the surface all counted as positive, which is more where the surface folds back; "shell": all mass
 * on the surface.
 */
export type MeshInertia = "exact" | "legacy" | "shell";

/** Mass properties of density 1. */
export function meshMass(triangles: Triangles, how: MeshInertia): Mass {
  const faces = facesOf(triangles);
  const middle = surfaceCentre(faces);
  if (how === "shell") return about(middle.centre, faces, ({ area }) => area, shellSquare);
  const volumeFrom = (point: Vec3) => {
    return ([a, b, c]: Corners): number => {
      const volume = dot(subtract(a, point), cross(subtract(b, point), subtract(c, point))) / 6;
      return how === "legacy" ? Math.abs(volume) : volume;
    };
  };
  const volumeOf = volumeFrom(middle.centre);
  let volume = 0;
  let moment: Vec3 = [0, 0, 0];
  for (const { corners, centre } of faces) {
    const part = volumeOf(corners);
    volume += part;
    // The mass centre of a pyramid is a quarter of the way from its base to its tip.
    moment = add(moment, scale(part, add(scale(0.75, centre), scale(0.25, middle.centre))));
  }
  const com = scale(1 / volume, moment);
  // Seen from another point, surfaces that fold back count another volume; MuJoCo's is the one seen from the mass centre.
  const volumeFromCom = volumeFrom(com);
  return about(com, faces, ({ corners }) => volumeFromCom(corners), solidSquare);
}

type Corners = readonly [Vec3, Vec3, Vec3];

interface Face {
  readonly corners: Corners;
  readonly centre: Vec3;
  readonly area: number;
}

function facesOf({ vertices, faces }: Triangles): readonly Face[] {
  const corner = (i: number): Vec3 => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const found: Face[] = [];
  for (let i = 0; i < faces.length; i += 3) {
    const corners: Corners = [corner(faces[i]), corner(faces[i + 1]), corner(faces[i + 2])];
    const [a, b, c] = corners;
    const area = 0.5 * norm(cross(subtract(b, a), subtract(c, a)));
    found.push({ corners, centre: scale(1 / 3, add(add(a, b), c)), area });
  }
  return found;
}

function surfaceCentre(faces: readonly Face[]): { readonly centre: Vec3; readonly area: number } {
  const area = faces.reduce((sum, face) => sum + face.area, 0);
  const moment = faces.reduce<Vec3>((sum, face) => add(sum, scale(face.area, face.centre)), [0, 0, 0]);
  return { centre: scale(1 / area, moment), area };
}

/** ∫ p pᵀ over a pyramid with its tip at the origin, for volume 1: (aaᵀ + bbᵀ + ccᵀ + ssᵀ) / 20 with s = a + b + c. */
const solidSquare = 1 / 20;
/** The same over a triangle of area 1: the sum over 12. */
const shellSquare = 1 / 12;

function about(com: Vec3, faces: readonly Face[], weightOf: (face: Face) => number, share: number): Mass {
  let mass = 0;
  const square = [0, 0, 0, 0, 0, 0];
  const places = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  for (const face of faces) {
    const part = weightOf(face);
    mass += part;
    const weight = part * share;
    const [a, b, c] = face.corners.map((corner) => subtract(corner, com));
    const s = add(add(a, b), c);
    for (const [k, [i, j]] of places.entries())
      square[k] += weight * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
  }
  const [xx, yy, zz, xy, xz, yz] = square;
  const inertia: Symmetric3 = [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz];
  return { mass, com, inertia };
}
