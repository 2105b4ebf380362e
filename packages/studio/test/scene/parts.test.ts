import { mechanism, type Model } from "kinetree";
import { systems } from "kinetree/systems";
import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { jointGlyphs } from "../../src/scene/shapes/joint-glyphs.js";
import { bodyPalette } from "../../src/scene/base/palette.js";
import { formKey, partsOf, rodMatrix } from "../../src/scene/shapes/parts.js";
import { sceneSizes } from "../../src/scene/shapes/sizes.js";

const standing = (count: number): Float64Array => {
  const poses = new Float64Array(7 * count);
  for (let i = 0; i < count; i++) poses[7 * i + 3] = 1;
  return poses;
};

const bare = (): Model =>
  mechanism("bare")
    .body("arm", { mass: 2, com: [0, 0, -0.5], inertia: [1, 1, 1, 0, 0, 0] })
    .body("hand", { mass: 1, com: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] })
    .revolute("shoulder", { parent: "ground", child: "arm", axis: [0, 1, 0] })
    .revolute("wrist", { parent: "arm", child: "hand", axis: [1, 0, 0], at: [0, 0, -1] })
    .build();

describe("what is drawn of bodies", () => {
  test.each(systems.map(({ name, build }) => [name, build()] as const))("every body of %s is visible", (_, model) => {
    const parts = partsOf(model, 1);
    expect(new Set(parts.map(({ body }) => body)).size).toBe(model.bodies.length);
  });

  test("a body without shapes gets a rod between its joints and a ball at its mass centre", () => {
    const parts = partsOf(bare(), 1);
    const arm = parts.filter(({ body }) => body === 0);
    expect(arm.filter(({ form }) => form.kind === "cylinder")).toHaveLength(1);
    const [rod] = arm;
    const end = new Vector3(0, 0, 0.5).applyMatrix4(rod.X_body_part);
    expect(end.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-12);
    expect(parts.some(({ body, form }) => body === 1 && form.kind === "sphere")).toBe(true);
  });

  test("a rod goes from one point to the other", () => {
    const [from, to] = [new Vector3(1, 2, 3), new Vector3(-1, 0.5, 3)];
    const matrix = rodMatrix(from, to, 0.1);
    expect(new Vector3(0, 0, -0.5).applyMatrix4(matrix).distanceTo(from)).toBeLessThan(1e-12);
    expect(new Vector3(0, 0, 0.5).applyMatrix4(matrix).distanceTo(to)).toBeLessThan(1e-12);
  });

  test("a chain of a thousand alike links is drawn with one geometry", () => {
    const chain = systems.find(({ name }) => name === "hinge-chain")?.build({ n: 1000 });
    if (chain === undefined) throw new Error("no hinge-chain");
    const parts = partsOf(chain, 1);
    expect(parts.length).toBe(1000);
    expect(new Set(parts.map(({ form }) => formKey(form))).size).toBe(1);
  });

  test("alike bodies share a hue", () => {
    const [a, b, c, d] = bodyPalette(["base", "FL_hip", "FR_hip", "leg1"]).map(
      (colour) => colour.getHSL({ h: 0, s: 0, l: 0 }).h,
    );
    expect(b).toBeCloseTo(c, 6);
    expect(new Set([a, b, d].map((hue) => hue.toFixed(3))).size).toBe(3);
  });
});

describe("sizes", () => {
  test("a mechanism that hangs gets a floor below its reach, one that stands on the ground has it at 0", () => {
    const model = bare();
    const poses = standing(2);
    poses[7 + 2] = -1;
    expect(sceneSizes(model, poses).floor).toBeLessThanOrEqual(-1);
    const lander = systems.find(({ name }) => name === "europa-lander")?.build();
    if (lander === undefined) throw new Error("no europa-lander");
    expect(sceneSizes(lander, standing(lander.bodies.length)).floor).toBe(0);
  });

  test("poses that are not finite still give a stage", () => {
    const { radius, bounds } = sceneSizes(bare(), new Float64Array(14).fill(NaN));
    expect(Number.isFinite(radius)).toBe(true);
    expect(bounds.isEmpty()).toBe(false);
  });
});

describe("marks of joints", () => {
  test("the mark of a revolute joint points along its axis", () => {
    const [shoulder, wrist] = jointGlyphs(bare());
    const along = (matrix: typeof shoulder.X_body_glyph): Vector3 => new Vector3().setFromMatrixColumn(matrix, 2);
    expect(along(shoulder.X_body_glyph).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-12);
    expect(along(wrist.X_body_glyph).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-12);
    expect([shoulder.body, wrist.body]).toEqual([0, 1]);
  });

  test("a universal joint has one axis on the parent and one on the child", () => {
    const crank = systems.find(({ name }) => name === "spatial-slider-crank")?.build();
    if (crank === undefined) throw new Error("no spatial-slider-crank");
    const universal = crank.joints.findIndex(({ kind }) => kind === "universal");
    const bodies = jointGlyphs(crank)
      .filter(({ joint }) => joint === universal)
      .map(({ body }) => body);
    expect(new Set(bodies).size).toBe(2);
  });
});
