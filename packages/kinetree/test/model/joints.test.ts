import { describe, expect, test } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { definitionOf, fieldsOf, jointDefinitions, jointKinds } from "../../src/model/joints.js";
import { jointSizes } from "../../src/model/joint-sizes.js";
import { jointFacts } from "../../src/model/joints/joint-facts.js";
import { speedKinds } from "../../src/model/speed-kinds.js";
import type { Joint, JointKind, JointMotion } from "../../src/model/types.js";

const axis = [0, 0, 1] as const;
const motions: { readonly [K in JointKind]: Extract<JointMotion, { readonly kind: K }> } = {
  weld: { kind: "weld" },
  revolute: { kind: "revolute", axis },
  continuous: { kind: "continuous", axis },
  prismatic: { kind: "prismatic", axis },
  screw: { kind: "screw", axis, pitch: 0.1 },
  cylindrical: { kind: "cylindrical", axis },
  universal: { kind: "universal", axis1: [1, 0, 0], axis2: [0, 1, 0] },
  "constant-velocity": { kind: "constant-velocity", axis, xAxis: [1, 0, 0] },
  planar: { kind: "planar", axis, xAxis: [1, 0, 0] },
  spherical: { kind: "spherical" },
  free: { kind: "free" },
  general: {
    kind: "general",
    axes: [
      { kind: "rotation", axis },
      { kind: "translation", axis: [1, 0, 0] },
      { kind: "screw", axis, pitch: 2 },
    ],
  },
  flexible: { kind: "flexible", modes: 5 },
};
const pose = { position: [0, 0, 0], rotation: [1, 0, 0, 0] } as const;
const jointOf = (motion: JointMotion): Joint => ({
  ...motion,
  name: "hip",
  parent: "ground",
  child: "leg",
  X_parent_joint: pose,
  X_child_joint: pose,
  coordinates: [],
  role: "auto",
});

describe.each(jointKinds)("%s", (kind) => {
  const motion = motions[kind];
  const definition = definitionOf(motion);
  const { nq, nv } = jointSizes(motion);
  const facts = jointFacts(jointOf(motion));

  test("the list has it under its own name", () => {
    expect(jointDefinitions[kind].kind).toBe(kind);
  });

  test("as many coordinates and speeds are described as it has", () => {
    expect(facts.coordinates).toHaveLength(nq);
    expect(facts.speeds).toHaveLength(nv);
    expect(speedKinds(motion)).toEqual(facts.speeds.map((speed) => speed.kind));
  });

  test("labels and columns differ from one another", () => {
    for (const numbers of [facts.coordinates, facts.speeds]) {
      expect(new Set(numbers.map(({ label }) => label)).size).toBe(numbers.length);
      expect(new Set(numbers.map(({ column }) => column)).size).toBe(numbers.length);
    }
  });

  test("units of speeds follow from their kinds, except for amplitudes without a body", () => {
    const units = { rotation: "rad/s", translation: kind === "flexible" ? "1/s" : "m/s" };
    expect(facts.speeds.map(({ unit }) => unit)).toEqual(facts.speeds.map((speed) => units[speed.kind]));
  });

  test.runIf(facts.quaternion === null)("speeds are rates of the coordinates", () => {
    const rates = facts.coordinates.map(({ unit }) => (unit === "" ? "1/s" : `${unit}/s`));
    expect(facts.speeds.map(({ unit }) => unit)).toEqual(rates);
    expect(nq).toBe(nv);
  });

  test.runIf(facts.quaternion !== null)("its quaternion is four of its coordinates", () => {
    const at = facts.quaternion ?? 0;
    expect(facts.coordinates.map(({ unit }) => unit === "")).toEqual(
      Array.from({ length: nq }, (_, i) => i >= at && i < at + 4),
    );
    expect(nq).toBe(nv + 1);
    expect(definition.takes).toBe("damping-only");
  });

  test.runIf(facts.axes !== null)("one axis for each speed, of its kind", () => {
    const kinds = facts.axes?.map((each) => (each.kind === "translation" ? "translation" : "rotation"));
    expect(kinds).toEqual(speedKinds(motion));
  });

  test("fields are the properties of its motion", () => {
    const { kind: _, ...own } = motion;
    expect(fieldsOf(kind).map(([name]) => name)).toEqual(Object.keys(own));
    expect(facts.fields.map(({ value }) => value)).toEqual(Object.values(own));
  });

  // Flexible joints come with their bodies.
  test.runIf(kind !== "flexible")("the builder has a method for it", () => {
    const method = kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(method in mechanism("any")).toBe(true);
  });

  test("the builder has options for each coordinate", () => {
    const { options } = definition;
    const names = "names" in options ? options.names.length : 0;
    const covered = { nowhere: 0, axes: nv, joint: 1, coordinates: names, dampings: 3 * names }[options.in];
    expect(covered).toBe(kind === "flexible" ? 0 : nv);
  });
});
