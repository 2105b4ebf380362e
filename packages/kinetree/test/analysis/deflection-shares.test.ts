import { describe, expect, it } from "vitest";
import { deflectionShares } from "../../src/analysis/flexible-warnings.js";
import { modelWarnings } from "../../src/analysis/model-warnings.js";
import type { BodyOptions } from "../../src/model/builder/body.js";
import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { clamped, length, moment, rod, withTipMass, youngsModulus } from "../formulation/flexible-beams.js";

const shareOf = (model: Model, load: string, station = "rod_tip"): number =>
  deflectionShares(model).find((each) => each.load === load && each.station === station)?.share ?? NaN;

describe("share of the static deflection that modes show", () => {
  // δ = Σ φₖ(L)² / kₖ with φ = 1 and k = E I β⁴ L / 4 against L³ / 3 E I: the share is Σ 12 / (β L)⁴.
  const waves = [1.87510407, 4.69409113, 7.85475744, 10.99554073];
  it.each([1, 2, 3, 4])("a force at the tip, %d modes / 12 Σ (β L)⁻⁴", (count) => {
    const expected = waves.slice(0, count).reduce((sum, x) => sum + 12 / x ** 4, 0);
    expect(Math.abs(shareOf(clamped({ modes: { y: count } }).build(), "force-y") - expected)).toBeLessThan(1e-8);
  });

  it("with a correction there / all of it", () => {
    const corrections = [{ at: length, load: "force-z" }] as const;
    expect(Math.abs(shareOf(clamped({ modes: { z: 1 }, corrections }).build(), "force-z") - 1)).toBeLessThan(1e-10);
  });

  it("in a direction without modes / nothing", () => {
    expect(shareOf(clamped({ modes: { y: 1 } }).build(), "force-z")).toBe(0);
  });

  it("axial and torsion: 8 / π² of the first mode", () => {
    const model = clamped({ modes: { axial: 1, torsion: 1 } }).build();
    for (const load of ["force-x", "torque-x"])
      expect(Math.abs(shareOf(model, load) - 8 / Math.PI ** 2)).toBeLessThan(1e-12);
  });
});

describe("said of a model before it runs", () => {
  const saidOf = (model: Model): string[] =>
    modelWarnings(model).flatMap(({ code, message }) => (code === "few-modes" ? [message] : []));

  it("one mode for a mass at the end: the estimate and the remedy", () => {
    const [said, ...more] = saidOf(withTipMass(1, { modes: { y: 1 } }));
    expect(said).toMatch(
      /beam "rod": its mode gives 97\.1 % of the static deflection at "rod_tip" under a force along y/,
    );
    expect(said).toMatch(/correction \{ at: 2, load: "force-y" \}/);
    expect(more).toEqual([]);
  });

  it("two modes, a correction, or nothing at the end: nothing", () => {
    expect(saidOf(withTipMass(1, { modes: { y: 2 } }))).toEqual([]);
    expect(saidOf(withTipMass(1, { modes: { y: 1 }, corrections: [{ at: length, load: "force-y" }] }))).toEqual([]);
    expect(saidOf(clamped({ modes: { y: 1 } }).build())).toEqual([]);
  });

  it("a torque at the end: the turn there", () => {
    const model = clamped({ modes: { y: 2 } })
      .wrench("twist", { at: "rod_tip", along: "body", torque: [0, 0, 1] })
      .build();
    expect(saidOf(model)).toHaveLength(1);
    expect(saidOf(model)[0]).toMatch(/its 2 modes give .* of the static turn at "rod_tip" under a torque about z/);
  });
});

describe("torques that joints and welds hand on", () => {
  /** Loads of few modes at the tip of a rod with two modes in each plane and one that twists. */
  const warned = (attach: (model: AnyMechanism) => AnyMechanism): string[] =>
    modelWarnings(attach(clamped({ modes: { y: 2, z: 2, torsion: 1 } })).build()).flatMap(({ code, message }) =>
      code === "few-modes"
        ? [/under a (force|torque) (?:along|about) (.)/.exec(message)?.slice(1).join("-") ?? message]
        : [],
    );
  const bulky: BodyOptions = { mass: 1, inertia: [1, 1, 1] };
  const point: BodyOptions = { mass: 1, inertia: [0, 0, 0] };
  const ahead: BodyOptions = { ...point, com: [0.5, 0, 0] as const };
  const bending = ["torque-y", "torque-z"];
  const all = ["torque-x", ...bending];
  const sorted = (names: string[]): string[] => [...names].sort();
  const grip = { parent: "rod_tip", child: "bob" } as const;

  it.each<[string, string[], (model: AnyMechanism) => AnyMechanism]>([
    ["a weld to a body with inertia / all", all, (m) => m.body("bob", bulky).weld("grip", grip)],
    ["a weld to a point mass / none", [], (m) => m.body("bob", point).weld("grip", grip)],
    [
      "a weld to a small body / none",
      [],
      (m) => m.body("bob", { mass: 1, inertia: [1e-9, 1e-9, 1e-9] }).weld("grip", grip),
    ],
    ["a weld to a mass ahead / bending", bending, (m) => m.body("bob", ahead).weld("grip", grip)],
    ["a weld to a beam / all", all, (m) => m.beam("bob", rod({ modes: { axial: 1 } })).weld("grip", grip)],
    [
      "a hinge about y / those across it",
      ["torque-x", "torque-z"],
      (m) => m.body("bob", bulky).revolute("grip", { ...grip, axis: [0, 1, 0] }),
    ],
    [
      "a hinge about y with a spring / all",
      all,
      (m) => m.body("bob", bulky).revolute("grip", { ...grip, axis: [0, 1, 0], stiffness: 1 }),
    ],
    [
      "a hinge with a motor / all",
      all,
      (m) =>
        m
          .body("bob", bulky)
          .revolute("grip", { ...grip, axis: [0, 1, 0] })
          .actuator("motor", { joint: "grip" }),
    ],
    ["a turned hinge / all", all, (m) => m.body("bob", bulky).revolute("grip", { ...grip, axis: [1, 1, 1] })],
    [
      "two hinges / the third direction",
      ["torque-x"],
      (m) => m.body("bob", bulky).universal("grip", { ...grip, axis1: [0, 1, 0], axis2: [0, 1, 1] }),
    ],
    ["a ball joint / none", [], (m) => m.body("bob", bulky).spherical("grip", grip)],
    [
      "a ball joint ahead / bending",
      bending,
      (m) => m.body("bob", bulky).spherical("grip", { ...grip, at: [0.1, 0, 0] }),
    ],
    [
      "a weld to the ground / all",
      all,
      (m) => m.weld("grip", { parent: "ground", child: "rod_tip", role: "loop", at: [2, 0, 0] }),
    ],
    ["nothing / none", [], (m) => m],
  ])("%s", (_, expected, attach) => {
    expect(sorted(warned(attach))).toEqual(sorted(expected));
  });

  it("pieces that are alike / in one warning", () => {
    const model = mechanism("pieces")
      .beam("a", rod())
      .weld("root", { parent: "ground", child: "a" })
      .beam("b", rod())
      .weld("ab", { parent: "a_tip", child: "b" })
      .beam("c", rod())
      .weld("bc", { parent: "b_tip", child: "c" })
      .build();
    const found = modelWarnings(model).filter(({ code }) => code === "few-modes");
    expect(found.map(({ path }) => path)).toEqual(["bodies.a.flexible", "bodies.a.flexible"]);
    expect(found[0].value).toBeCloseTo(0.8, 2);
  });
});

describe("bent too far, as it is drawn", () => {
  const bentBy = (model: Model): unknown[] =>
    modelWarnings(model).flatMap(({ code, value, path }) => (code === "large-bending" ? [path, value] : []));
  const stiffness = youngsModulus * moment;
  const pushed = (share: number): AnyMechanism =>
    clamped({ modes: { y: 2, z: 2 } }).wrench("push", {
      at: "rod_tip",
      along: "world",
      force: [0, 0, (share * 3 * stiffness) / length ** 2],
    });

  it("a cantilever by a force P / P L² / 3 E I of its length", () => {
    const [path, value] = bentBy(pushed(0.4).build());
    expect([path, (value as number) / 0.4]).toEqual(["bodies.rod.flexible", expect.closeTo(0.998, 2)]);
    expect(bentBy(pushed(0.09).build())).toEqual([]);
  });

  it("the same in free fall, or on a hinge that gives way / not: only inertia bends it", () => {
    const heavy = (hold: (model: AnyMechanism) => AnyMechanism): unknown[] =>
      bentBy(
        hold((mechanism("heavy") as AnyMechanism).gravity(0, 0, -20).beam("rod", rod({ modes: { z: 2 } }))).build(),
      );
    expect(heavy((m) => m.weld("root", { parent: "ground", child: "rod" }))[1]).toBeGreaterThan(0.1);
    expect(heavy((m) => m.free("root", { parent: "ground", child: "rod" }))).toEqual([]);
    expect(heavy((m) => m.revolute("root", { parent: "ground", child: "rod", axis: [0, 1, 0] }))).toEqual([]);
    const held = { parent: "ground", child: "rod", axis: [0, 1, 0], stiffness: 1e6 } as const;
    expect(heavy((m) => m.revolute("root", held))[1]).toBeGreaterThan(0.1);
  });
});
