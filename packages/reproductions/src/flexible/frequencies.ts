import { mechanism, neutralState, type Model } from "kinetree";
import { modes } from "kinetree/analysis";
import { beside, type AccuracyRow } from "./accuracy-row.js";

/** A slender round rod of aluminium, so that what Euler and Bernoulli leave out is below 1e-5. */
export const rod = { length: 2, radius: 0.004, density: 2700, youngsModulus: 70e9, shearModulus: 26e9 } as const;

export const MODES = 4;
/** Relative errors that are allowed. */
const MOST = 1e-3;

/** Roots β L of the frequency equations. Blevins, Formulas for Natural Frequency and Mode Shape (1979), Table 8-1. */
export const waves = {
  "clamped-free": [1.87510407, 4.69409113, 7.85475744, 10.99554073],
  "pinned-free": [3.92660231, 7.06858275, 10.21017612],
} as const;

/** Frequencies of a beam that is clamped, and of one on a hinge, compared with analysis. */
export const beamFrequencies = (): readonly AccuracyRow[] =>
  (["clamped-free", "pinned-free"] as const).flatMap((support) => {
    const model = rodOn(support);
    const found = modes(model, neutralState(model))
      .undamped.filter(({ isRigid }) => !isRigid)
      .map(({ frequency }) => frequency);
    return waves[support].map((wave, i) =>
      beside(`${support} beam, ${MODES} modes a plane: frequency ${i + 1}`, "Hz", [found[i], frequencyOf(wave)], MOST),
    );
  });

/** The rod, clamped or on a hinge, which bends along y. */
export function rodOn(support: keyof typeof waves): Model {
  const { length, radius, ...material } = rod;
  const beam = mechanism(`${support} rod`)
    .gravity(0, 0, 0)
    .beam("rod", { length, section: { kind: "circle", radius }, material, modes: { y: MODES } });
  const root = { parent: "ground", child: "rod" } as const;
  return support === "clamped-free"
    ? beam.weld("root", root).build()
    : beam.revolute("root", { ...root, axis: [0, 0, 1] }).build();
}

/** f = (β L)² √(E I / ρ A L⁴) / 2π, where I / A = r² / 4 [Hz]. */
export function frequencyOf(wave: number): number {
  const { length, radius, density, youngsModulus } = rod;
  const speedOfSound = Math.sqrt(youngsModulus / density);
  return (wave * wave * speedOfSound * radius) / (2 * length * length) / (2 * Math.PI);
}
