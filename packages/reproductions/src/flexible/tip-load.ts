import { cantilever, createEvaluator, equilibrium, neutralState } from "kinetree";
import { beside, type AccuracyRow } from "./accuracy-row.js";

const sizes = { length: 1, width: 0.04, height: 0.01, youngsModulus: 210e9, tipForce: -20, modes: 4 } as const;

/** Relative error that is allowed with a static correction. */
const MOST = 1e-3;

/** How far a force at the tip bends a clamped beam, F L³ / 3 E I, without and with a static correction. */
export function tipDeflections(): readonly AccuracyRow[] {
  const { length, width, height, youngsModulus, tipForce } = sizes;
  const expected = (tipForce * length ** 3) / ((3 * youngsModulus * width * height ** 3) / 12);
  return (["none", "tip-force"] as const).map((correction) => {
    const model = cantilever({ ...sizes, correction });
    const { point } = equilibrium(model, neutralState(model));
    const tip = model.bodies.findIndex(({ name }) => name === "beam_tip");
    const [, , measured] = createEvaluator(model).bodies(point)[tip].position;
    return beside(
      `deflection under a force at the tip, ${sizes.modes} modes, ${correction === "none" ? "no" : "static"} correction`,
      "m",
      [measured, expected],
      correction === "none" ? null : MOST,
    );
  });
}
