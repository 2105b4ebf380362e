import { describe, expect, test } from "vitest";
import { KinetreeError } from "../../src/errors/kinetree-error.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { refusal } from "../support/refusal.js";
import { graphModel, toStation } from "./mechanisms.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const axis = [0, 0, 1] as const;

/** Code, model, subject and value; the messages are in test/errors/wording. */
const mistakes: readonly (readonly [string, () => Model, string, unknown])[] = [
  ["empty-model", () => mechanism("nothing").build(), 'model "nothing"', 0],
  [
    "disconnected-bodies",
    () =>
      graphModel(
        ["a", "b", "c"],
        [
          ["j", "ground", "a"],
          ["k", "b", "c"],
        ],
      ),
    'model "graph"',
    ["b", "c"],
  ],
  ["disconnected-bodies", () => graphModel(["a"], []), 'model "graph"', ["a"]],
  ["disconnected-bodies", () => graphModel(["a"], [["j", "ground", "a", undefined, "loop"]]), 'model "graph"', ["a"]],
  [
    "disconnected-bodies",
    () =>
      graphModel(
        Array.from({ length: 15 }, (_, i) => `b${i}`),
        [],
      ),
    'model "graph"',
    Array.from({ length: 15 }, (_, i) => `b${i}`),
  ],
  [
    "tree-roles-form-loop",
    () =>
      graphModel(
        ["a", "b", "c"],
        [
          ["root", "ground", "a"],
          ["x", "a", "b", undefined, "tree"],
          ["y", "b", "c", undefined, "tree"],
          ["z", "a", "c", undefined, "tree"],
        ],
      ),
    'model "graph"',
    ["x", "y", "z"],
  ],
  [
    "tree-roles-form-loop",
    () =>
      graphModel(
        ["a"],
        [
          ["x", "ground", "a", undefined, "tree"],
          ["y", "a", "ground", undefined, "tree"],
        ],
      ),
    'model "graph"',
    ["x", "y"],
  ],
  [
    "massless-tip",
    () =>
      mechanism("m")
        .body("arm", link)
        .body("cross", { massless: true })
        .revolute("root", { parent: "ground", child: "arm", axis })
        .revolute("wrist", { parent: "arm", child: "cross", axis })
        .build(),
    'joint "wrist" (arm → cross)',
    "cross",
  ],
  [
    // The joint nearest to the ground is named, though the next one is no better.
    "massless-tip",
    () =>
      mechanism("m")
        .body("a", { massless: true })
        .body("b", { massless: true })
        .revolute("first", { parent: "ground", child: "a", axis })
        .revolute("second", { parent: "a", child: "b", axis })
        .build(),
    'joint "first" (ground → a)',
    "a",
  ],
  [
    "coupled-cut",
    () =>
      mechanism("m")
        .body("a", link)
        .body("b", link)
        .revolute("first", { parent: "ground", child: "a", axis })
        .revolute("second", { parent: "ground", child: "b", axis })
        .revolute("bar", { parent: "a", child: "b", axis })
        .coupler("gear", { driven: "bar", driving: "first", polynomial: [0, 1] })
        .build(),
    'coupler "gear"',
    "bar",
  ],
  [
    "held-by-station",
    () =>
      graphModel(
        ["beam", "tip", "arm"],
        [
          ["root", "ground", "arm"],
          ["beam", "beam", "tip", toStation],
          ["grip", "arm", "tip"],
        ],
      ),
    'body "beam"',
    "tip",
  ],
  [
    "tree-role-into-station",
    () =>
      graphModel(
        ["beam", "tip"],
        [
          ["root", "ground", "beam"],
          ["beam", "beam", "tip", toStation],
          ["grip", "ground", "tip", undefined, "tree"],
        ],
      ),
    'joint "grip" (ground → tip)',
    "tip",
  ],
  [
    "tree-role-into-station",
    () =>
      graphModel(
        ["one", "one tip", "two", "two tip"],
        [
          ["root", "ground", "one"],
          ["one", "one", "one tip", toStation],
          ["two", "two", "two tip", toStation],
          ["middle", "one tip", "two tip", undefined, "tree"],
        ],
      ),
    'joint "middle" (one tip → two tip)',
    "one tip",
  ],
  [
    "tree-roles-form-loop",
    () =>
      graphModel(
        ["beam", "tip"],
        [
          ["root", "ground", "beam", undefined, "tree"],
          ["beam", "beam", "tip", toStation],
          ["grip", "tip", "ground", undefined, "tree"],
        ],
      ),
    'model "graph"',
    ["root", "beam", "grip"],
  ],
  [
    "unknown-body",
    () => ({ ...graphModel(["arm"], []), joints: graphModel(["amr"], [["j", "ground", "amr"]]).joints }),
    'joint "j"',
    "amr",
  ],
];

describe("models without a tree are refused with subject and value", () => {
  test.each(mistakes)("%s (%#)", (code, model, subject, value) => {
    const attempt = (): unknown => buildTopology(model());
    expect(attempt).toThrowError(KinetreeError);
    expect(refusal(attempt)).toEqual({ code, subject, value });
  });
});

describe("massless bodies that pass", () => {
  const cross = mechanism("m").body("cross", { massless: true }).body("shaft", link);
  test("with mass further out", () => {
    const model = cross
      .revolute("inner", { parent: "ground", child: "cross", axis })
      .revolute("outer", { parent: "cross", child: "shaft", axis: [1, 0, 0] })
      .build();
    expect(buildTopology(model).counts.nv).toBe(2);
  });
  test("welded", () => {
    const model = cross
      .revolute("root", { parent: "ground", child: "shaft", axis })
      .weld("mark", { parent: "shaft", child: "cross" })
      .build();
    expect(buildTopology(model).counts.nv).toBe(1);
  });
  test("with an armature", () => {
    const model = cross
      .revolute("root", { parent: "ground", child: "shaft", axis })
      .revolute("rotor", { parent: "shaft", child: "cross", axis, armature: 0.1 })
      .build();
    expect(buildTopology(model).counts.nv).toBe(2);
  });
  test("tied to another joint by a coupler", () => {
    const model = cross
      .revolute("root", { parent: "ground", child: "shaft", axis })
      .revolute("pointer", { parent: "shaft", child: "cross", axis })
      .coupler("belt", { driven: "pointer", driving: "root", polynomial: [0, 1] })
      .build();
    expect(buildTopology(model).counts.degreesOfFreedom).toBe(1);
  });
  test("inertia without mass, kept on purpose", () => {
    const model = mechanism("m")
      .body("wheel", { mass: 0, inertia: [1, 1, 1], unphysical: true })
      .revolute("root", { parent: "ground", child: "wheel", axis })
      .build();
    expect(buildTopology(model).counts.nv).toBe(1);
  });
  test("held by a cut joint", () => {
    const model = cross
      .revolute("root", { parent: "ground", child: "shaft", axis })
      .spherical("near", { parent: "shaft", child: "cross" })
      .spherical("far", { parent: "ground", child: "cross", role: "loop" })
      .build();
    expect(buildTopology(buildModel(model)).cuts).toEqual([2]);
  });
  test("a station, which the mass of its flexible body moves", () => {
    const model = graphModel(
      ["beam", "tip"],
      [
        ["root", "ground", "beam"],
        ["beam", "beam", "tip", toStation],
      ],
    );
    expect(buildTopology(model).counts.nv).toBe(5);
  });
});

test("a flexible body whose frame floats is held by its station through a loop", () => {
  const model = graphModel(
    ["beam", "tip", "arm"],
    [
      ["root", "ground", "arm"],
      ["grip", "arm", "tip"],
      ["beam", "beam", "tip", toStation],
      ["frame", "ground", "beam", { kind: "free" }],
    ],
  );
  expect(buildTopology(model).cuts).toEqual([1]);
});
