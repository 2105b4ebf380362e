import { realFunctions } from "../../model/real-arithmetic.js";
import type { AxisShape } from "./axis-shape.js";

const { sin, cos, exp } = realFunctions;

/** A shape in which a uniform beam or rod, clamped at 0 and free at its length, swings by itself. */
export interface Eigenfunction {
  /** Largest value 1, at the free end. */
  readonly shape: AxisShape;
  /** ∫ f² dx */
  readonly mass: number;
  /** ∫ f''² dx of a beam that bends, ∫ f'² dx of a rod. */
  readonly stiffness: number;
}

/** Root number `order` (from 1) of cos b cosh b = -1, near (order - ½) π: Newton's method on cos b + 1/cosh b, which does not overflow. */
export function clampedFreeRoot(order: number): number {
  let b = (order - 0.5) * Math.PI;
  for (let round = 0; round < 8; round++) {
    const e = exp.of(-b, 0);
    const secant = (2 * e) / (1 + e * e);
    const tangent = (1 - e * e) / (1 + e * e);
    const step = (cos.of(b, 0) + secant) / (sin.of(b, 0) + secant * tangent);
    b += step;
    if (Math.abs(step) < 1e-9 * b) break; // the error is the square of that
  }
  return b;
}

/**
 * Bending: ½ s (cosh βx - cos βx - σ (sinh βx - sin βx)) with b = βL a root and s = ±1 the sign of sin b. At a root
 * σ = (1 - s e) / (1 + s e) with e = exp(-b), and cosh - σ sinh = (s exp(-β(L - x)) + exp(-βx)) / (1 + s e): nothing that grows
 * is subtracted, whatever the order; and f and f' at 0 are exact zeros. ∫ f² dx = L/4: Blevins, Formulas for Natural Frequency
 * and Mode Shape (1979), table 8-1.
 */
export function bendingEigenfunction(order: number, length: number): Eigenfunction {
  const b = clampedFreeRoot(order);
  const s = order % 2 === 1 ? 1 : -1;
  const e = exp.of(-b, 0);
  const sigma = (1 - s * e) / (1 + s * e);
  const beta = b / length;
  const beta2 = beta * beta;
  const half = s / 2;
  const mass = length / 4;
  return {
    mass,
    stiffness: beta2 * beta2 * mass,
    shape: (x) => {
      const xi = x / length;
      const fall = exp.of(-b * xi, 0);
      const rise = (s * e) / fall; // s exp(-β(L - x))
      const even = (rise + fall) / (1 + s * e);
      const odd = (rise - fall) / (1 + s * e);
      const c = cos.of(b * xi, 0);
      const d = sin.of(b * xi, 0);
      return [
        half * (even - c + sigma * d),
        half * beta * (odd + d + sigma * c),
        half * beta2 * (even + c - sigma * d),
        half * beta * beta2 * (odd - d - sigma * c),
      ];
    },
  };
}

/** Along and about the axis: ± sin((2 order - 1) π x / 2L). */
export function rodEigenfunction(order: number, length: number): Eigenfunction {
  const s = order % 2 === 1 ? 1 : -1;
  const b = (order - 0.5) * Math.PI;
  const kappa = b / length;
  const mass = length / 2;
  return {
    mass,
    stiffness: kappa * kappa * mass,
    shape: (x) => {
      const value = s * sin.of(b * (x / length), 0);
      const slope = s * kappa * cos.of(b * (x / length), 0);
      return [value, slope, -kappa * kappa * value, -kappa * kappa * slope];
    },
  };
}
