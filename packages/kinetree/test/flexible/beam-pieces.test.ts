import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { modelWarnings } from "../../src/analysis/model-warnings.js";
import { modes } from "../../src/analysis/modes.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { length, moment, rod, unitFrequency, youngsModulus } from "../formulation/flexible-beams.js";
import { refusal } from "../support/refusal.js";

/** A rod in pieces, clamped to the ground, with a force down at its end [N]. */
const inPieces = (pieces: number, options: Parameters<typeof rod>[0] = {}, force = 0): Model =>
  mechanism("rod in pieces")
    .gravity(0, 0, 0)
    .beam("rod", { ...rod({ modes: { z: 1 }, ...options }), pieces })
    .weld("root", { parent: "ground", child: "rod" })
    .wrench("end", { at: "rod_tip", along: "world", force: [0, 0, -force] })
    .build();

/** The same with pieces welded by hand, and corrections of some loads at each cut. */
function byHand(pieces: number, loads: readonly ("force-z" | "torque-y")[]): Model {
  const piece = length / pieces;
  let soFar = mechanism("pieces") as AnyMechanism;
  let parent = "ground";
  for (let k = 0; k < pieces; k++) {
    const corrections = k === pieces - 1 ? [] : loads.map((load) => ({ at: piece, load }));
    soFar = soFar
      .beam(`rod${k}`, { ...rod({ modes: { z: 1 }, corrections }), length: piece })
      .weld(`weld${k}`, { parent, child: `rod${k}` });
    parent = `rod${k}_tip`;
  }
  return soFar.gravity(0, 0, 0).build();
}

const waves = [1.87510407, 4.69409113];

/** How far the lowest frequencies are off, relative to Euler and Bernoulli's. */
const frequenciesOff = (model: Model, count = waves.length): number[] =>
  modes(model, equilibrium(model).point)
    .undamped.slice(0, count)
    .map(({ angularFrequency }, k) => angularFrequency / (waves[k] ** 2 * unitFrequency) - 1);

describe("a cantilever in pieces", () => {
  test.each([
    { pieces: 2, most: 0.01 },
    { pieces: 4, most: 1e-4 },
    { pieces: 8, most: 3e-5 },
  ])("$pieces pieces with one mode each / the frequencies of the whole within $most", ({ pieces, most }) => {
    for (const off of frequenciesOff(inPieces(pieces))) expect(Math.abs(off)).toBeLessThan(most);
  });

  test("without corrections / too stiff, however many pieces; with those of force and torque / not", () => {
    const [plain] = frequenciesOff(byHand(8, []), 1);
    const [finer] = frequenciesOff(byHand(16, []), 1);
    expect([plain > 0.1, finer > plain]).toEqual([true, true]);
    expect(Math.abs(frequenciesOff(byHand(8, ["force-z", "torque-y"]), 1)[0])).toBeLessThan(3e-5);
  });

  // Mattiasson, Numerical results from large deflection beam and frame problems analysed by means of elliptic integrals,
  // International Journal for Numerical Methods in Engineering 17 (1981) 145-153, table I: P L² / E I, w / L, u / L.
  test.each([
    { load: 1, down: 0.30172, back: 0.05643 },
    { load: 10, down: 0.81061, back: 0.555 },
  ])("bent by a force of $load E I / L² / as the elastica is, the nearer the more pieces", ({ load, down, back }) => {
    const force = (load * youngsModulus * moment) / length ** 2;
    const off = [8, 16].map((pieces) => {
      const model = inPieces(pieces, {}, force);
      const { point } = equilibrium(model);
      const end = createEvaluator(model)
        .bodies(point)
        .find(({ name }) => name === "rod_tip");
      const [x, , z] = (end?.position ?? new Float64Array(3)).map((each) => each / length);
      return Math.hypot(z + down, 1 - x - back);
    });
    expect(off[0]).toBeLessThan(0.01);
    expect(off[1]).toBeLessThan(off[0] / 2.5); // of second order in the length of the pieces, once that is short
  });
});

describe("how a beam is cut", () => {
  const built = mechanism("cut")
    .beam("arm", {
      ...rod({
        modes: { y: 1, torsion: 1 },
        corrections: [
          { at: length / 3, load: "force-y" },
          { at: 0.9 * length, load: "torque-z" },
        ],
      }),
      frames: { grip: [0.1, 0, 0] },
      pieces: 3,
    })
    .weld("root", { parent: "ground", child: "arm" });
  const model = built.build();

  test("bodies, joints / by number; the end is that of the whole", () => {
    expect(model.bodies.map(({ name }) => name)).toEqual([
      "arm",
      "arm_cut_1",
      "arm_2",
      "arm_cut_2",
      "arm_3",
      "arm_tip",
    ]);
    expect(model.joints.map(({ name, kind, parent, child }) => [name, kind, parent, child])).toEqual([
      ["arm", "flexible", "arm", "arm_cut_1"],
      ["arm_2", "flexible", "arm_2", "arm_cut_2"],
      ["arm_weld_1", "weld", "arm_cut_1", "arm_2"],
      ["arm_3", "flexible", "arm_3", "arm_tip"],
      ["arm_weld_2", "weld", "arm_cut_2", "arm_3"],
      ["root", "weld", "ground", "arm"],
    ]);
    expect(model.bodies[0].frames.map(({ name }) => name)).toEqual(["grip"]);
  });

  test("corrections / one's own on the piece that holds them, others at each cut once, none at the end", () => {
    const corrections = model.bodies.flatMap(({ flexible }) =>
      flexible?.kind === "beam" ? [flexible.corrections.map(({ load }) => load)] : [],
    );
    expect(corrections).toEqual([
      ["force-y", "torque-z", "torque-x"],
      ["force-y", "torque-z", "torque-x"],
      ["torque-z"],
    ]);
    const last = model.bodies[4].flexible;
    expect(last?.kind === "beam" ? last.corrections[0].at : NaN).toBeCloseTo(0.9 * length - (2 * length) / 3, 12);
  });

  test("later pieces and cuts / are names that the builder knows", () => {
    const more = built.body("bob", { mass: 1, inertia: [1, 1, 1] }).weld("tie", { parent: "arm_cut_2", child: "bob" });
    expect(more.build().bodies).toHaveLength(7);
    const { section, material } = rod();
    const single = mechanism("one").beam("arm", { length: 1, section, material });
    // @ts-expect-error A beam in one piece has no cuts.
    single.weld("tie", { parent: "arm_cut_1", child: "arm" });
  });

  test("nothing is left to say of them", () => {
    expect(modelWarnings(inPieces(8, { modes: { z: 2 } }))).toEqual([]);
  });

  test("one piece / the beam as it is", () => {
    const whole = mechanism("cut").beam("arm", rod()).weld("root", { parent: "ground", child: "arm" }).build();
    const cut = mechanism("cut")
      .beam("arm", { ...rod(), pieces: 1 })
      .weld("root", { parent: "ground", child: "arm" });
    expect(cut.build()).toEqual(whole);
  });

  test.each([0, 1.5, -3, NaN, 1e9, "4" as never])("%s pieces / refused", (pieces) => {
    expect(refusal(() => mechanism("cut").beam("arm", { ...rod(), pieces }))).toMatchObject({
      code: "wrong-shape",
      subject: 'body "arm"',
      value: pieces,
    });
  });
});
