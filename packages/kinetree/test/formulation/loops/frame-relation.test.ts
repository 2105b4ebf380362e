import { describe, expect, test } from "vitest";
import type { FrameRelation } from "../../../src/formulation/joints/loop-joint.js";
import { jointRelation } from "../../../src/formulation/loops/closures/frame-relation.js";
import { relationAt } from "../../../src/formulation/loops/closures/relation-derivatives.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { JointAxis } from "../../../src/model/types.js";
import type { Mat3 } from "../../../src/spatial/mat3.js";
import type { Vec3 } from "../../../src/spatial/vec3.js";

const units = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Slides, then turns, or the other way round; each along x, y, z in turn. */
function axesOf(kinds: string): JointAxis[] {
  const count = { t: 0, r: 0 };
  return Array.from(kinds as Iterable<"t" | "r">, (kind) => ({
    kind: kind === "t" ? "translation" : "rotation",
    axis: units[count[kind]++],
  }));
}

function relationOf(kinds: string): FrameRelation {
  const model = mechanism(kinds)
    .body("block", { mass: 1, inertia: [1, 1, 1] })
    .general("joint", { parent: "ground", child: "block", axes: axesOf(kinds) })
    .build();
  const relation = jointRelation(model.joints[0], { num: Number, vec: (v) => v as Vec3 });
  if (relation === null || relation === "unknown") throw new Error(`${kinds} has no relation`);
  return relation;
}

const slides = ["", "t", "tt", "ttt"];
const turns = ["", "r", "rr", "rrr"];
const orders = slides.flatMap((t) => turns.flatMap((r) => [t + r, r + t]));
const all = [...new Set(orders)].filter((kinds) => kinds !== "" && kinds.length < 6);

describe("derivatives are kept for each kind of relation", () => {
  // A turn about (1, 2, 3) by half a radian or so: no entry vanishes.
  const R: Mat3 = [
    [0.885, -0.366, 0.288],
    [0.401, 0.914, -0.067],
    [-0.239, 0.175, 0.955],
  ];
  const d: Vec3 = [0.3, -0.7, 1.1];
  const relations = all.map(relationOf);

  test.each(all.map((kinds, i) => ({ kinds, relation: relations[i] })))(
    "$kinds / its own residuals, whichever others were asked for before",
    ({ relation }) => {
      for (const other of relations) relationAt(other, [], R, d);
      const { residuals } = relationAt(relation, [], R, d);
      expect(residuals).toEqual(relation.residuals(R, d, []));
      expect(residuals.length).toBe(relation.rows.length);
    },
  );
});
