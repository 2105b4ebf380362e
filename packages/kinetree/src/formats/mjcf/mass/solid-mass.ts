import { realFunctions } from "../../../model/real-arithmetic.js";
import { principal, type Mass } from "./mass-sum.js";

/* MuJoCo's primitive geoms of density 1, solid or as shells without thickness. Sizes are radii and half lengths, the axis along z. */

export type SolidKind = "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box";

export const sizesOf: Readonly<Record<SolidKind, number>> = {
  sphere: 1,
  capsule: 2,
  ellipsoid: 3,
  cylinder: 2,
  box: 3,
};

export function solidOf(kind: SolidKind, [a, b, c]: readonly number[]): Mass {
  switch (kind) {
    case "sphere":
      return ellipsoid(a, a, a);
    case "ellipsoid":
      return ellipsoid(a, b, c);
    case "box": {
      const mass = 8 * a * b * c;
      return principal(mass, (mass / 3) * (b * b + c * c), (mass / 3) * (a * a + c * c), (mass / 3) * (a * a + b * b));
    }
    case "cylinder": {
      const mass = 2 * Math.PI * a * a * b;
      const across = mass * ((a * a) / 4 + (b * b) / 3);
      return principal(mass, across, across, (mass * a * a) / 2);
    }
    case "capsule": {
      // A cylinder and two half balls, whose mass centres lie 3/8 r beyond its ends.
      const middle = 2 * Math.PI * a * a * b;
      const caps = (4 / 3) * Math.PI * a * a * a;
      const across = middle * ((a * a) / 4 + (b * b) / 3) + caps * (0.4 * a * a + b * b + 0.75 * a * b);
      return principal(middle + caps, across, across, middle * 0.5 * a * a + caps * 0.4 * a * a);
    }
  }
}

export function shellOf(kind: SolidKind, [a, b, c]: readonly number[]): Mass {
  switch (kind) {
    case "sphere": {
      const mass = 4 * Math.PI * a * a;
      const moment = (2 / 3) * mass * a * a;
      return principal(mass, moment, moment, moment);
    }
    case "ellipsoid":
      return ellipsoidShell(a, b, c);
    case "box": {
      // ∫x² over the two faces across x, then over the four along it; the same for y and z.
      const squareOf = (along: number, p: number, q: number): number =>
        8 * along * along * (p * q + (along * (p + q)) / 3);
      const [x, y, z] = [squareOf(a, b, c), squareOf(b, a, c), squareOf(c, a, b)];
      return principal(8 * (a * b + b * c + a * c), y + z, x + z, x + y);
    }
    case "cylinder": {
      const side = 4 * Math.PI * a * b;
      const ends = 2 * Math.PI * a * a;
      const across = side * ((a * a) / 2 + (b * b) / 3) + ends * ((a * a) / 4 + b * b);
      return principal(side + ends, across, across, side * a * a + (ends * a * a) / 2);
    }
    case "capsule": {
      const side = 4 * Math.PI * a * b;
      const caps = 4 * Math.PI * a * a;
      const across = side * ((a * a) / 2 + (b * b) / 3) + caps * ((2 / 3) * a * a + b * b + a * b);
      return principal(side + caps, across, across, side * a * a + (2 / 3) * caps * a * a);
    }
  }
}

function ellipsoid(a: number, b: number, c: number): Mass {
  const mass = (4 / 3) * Math.PI * a * b * c;
  return principal(mass, (mass / 5) * (b * b + c * c), (mass / 5) * (a * a + c * c), (mass / 5) * (a * a + b * b));
}

/** No closed form: area by Thomsen's formula (p = 1.6075, within 1.061%), inertia of a thin growth of all semi-axes, both as in MuJoCo. */
function ellipsoidShell(a: number, b: number, c: number): Mass {
  const p = 1.6075;
  const power = (x: number, y: number): number => realFunctions.pow.of(x, y);
  const area = 4 * Math.PI * power((power(a * b, p) + power(b * c, p) + power(a * c, p)) / 3, 1 / p);
  const volume = (4 / 3) * Math.PI * a * b * c;
  const growth = (4 / 3) * Math.PI * (a * b + b * c + a * c);
  const about = (y: number, z: number): number =>
    ((growth * (y * y + z * z) + volume * 2 * (y + z)) / 5) * (area / growth);
  return principal(area, about(b, c), about(a, c), about(a, b));
}
