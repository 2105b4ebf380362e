import { RequestError } from "../../../errors/kinetree-error.js";

/** Which method of the family: at most one of the two is given. */
export interface GeneralizedAlphaOptions {
  /**
   * Spectral radius at infinite frequency, 0 to 1. Motion that is too fast for the steps is multiplied by it in every step: 1 keeps
   * it forever, 0 removes it at once, and then slower motion loses more too. Default: 0.8.
   */
  readonly rho?: number;
  /** The method of Hilber, Hughes and Taylor instead: −1/3 (most damping) to 0 (the trapezoidal rule, none). */
  readonly alpha?: number;
}

/** Coefficients of the method, in the letters of Arnold, Brüls (2007). */
export interface AlphaParameters {
  readonly alphaM: number;
  readonly alphaF: number;
  readonly beta: number;
  readonly gamma: number;
  /** Δ = αm − αf: the auxiliary acceleration aₙ approximates v̇(tₙ + Δ h). */
  readonly shift: number;
  /** Local error of positions is this times h³ v̈, that of speeds and of states of the first order this times h³ times the third derivative. */
  readonly positionError: number;
  readonly speedError: number;
}

/** Default of `rho`: fast motion loses nine tenths in ten steps, and a motion of 20 steps per period 0.01 % of its amplitude in one. */
const DEFAULT_RHO = 0.8;

/**
 * Chung, Hulbert, J. Appl. Mech. 60 (1993) 371; or Hilber, Hughes, Taylor, Earthq. Eng. Struct. Dyn. 5 (1977) 283, with αf = −α. Both
 * have order 2 by γ = 1/2 − αm + αf, and damp high frequencies most for β = (1 − αm + αf)²/4.
 */
export function alphaParameters({ rho, alpha }: GeneralizedAlphaOptions): AlphaParameters {
  if (rho !== undefined && alpha !== undefined) {
    const message = `rho = ${rho} and alpha = ${alpha} name two different methods: give rho (generalised-alpha) or alpha (HHT), not both.`;
    throw new RequestError({ code: "two-kinds-of-damping", subject: "alpha", value: alpha, message });
  }
  if (alpha !== undefined) {
    if (!(alpha >= -1 / 3 && alpha <= 0)) throw outside("alpha", alpha, "from -1/3 (most damping) to 0 (none)");
    return parametersOf(0, -alpha);
  }
  const radius = rho ?? DEFAULT_RHO;
  if (!(radius >= 0 && radius <= 1)) throw outside("rho", radius, "from 0 (most damping) to 1 (none)");
  return parametersOf((2 * radius - 1) / (radius + 1), radius / (radius + 1));
}

function parametersOf(alphaM: number, alphaF: number): AlphaParameters {
  const shift = alphaM - alphaF;
  const beta = ((1 - shift) * (1 - shift)) / 4;
  // Taylor series of one step that starts with aₙ = v̇ + Δ h v̈ + Δ (αm − 1/2) h² v⃛, which the recursion of aₙ keeps.
  const positionError = 1 / 6 - shift / 2 - beta;
  const speedError = -1 / 12 + shift * shift - shift * (alphaM - 0.5);
  return { alphaM, alphaF, beta, gamma: 0.5 - shift, shift, positionError, speedError };
}

const outside = (name: string, value: number, range: string): RequestError => {
  const message = `${name} is ${value}: give a number ${range}.`;
  return new RequestError({ code: `${name}-out-of-range`, subject: name, value, message });
};
