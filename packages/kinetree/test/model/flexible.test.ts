import { describe, expect, test } from "vitest";
import { beamMassProperties } from "../../src/model/bodies/beam-section.js";
import { buildModel, withParameters } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import type { Beam } from "../../src/model/flexible.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { ModelDescription } from "../../src/model/types.js";
import { wholeMassMatrix } from "../../src/model/bodies/whole-mass-matrix.js";
import { boom, metal, panel, panelData, tube } from "./flexible-data.js";

const beam = { length: 3, section: tube, material: metal } as const;

describe("a beam in the builder", () => {
  test("is a body, a station at its end and a joint with the modes", () => {
    expect(boom.bodies.map(({ name, massless }) => [name, massless])).toEqual([
      ["boom", false],
      ["boom_tip", true],
      ["boom_mid", true],
    ]);
    const [tip, mid] = boom.joints;
    expect(tip).toMatchObject({ kind: "flexible", name: "boom", parent: "boom", child: "boom_tip", modes: 4 });
    expect(tip.X_parent_joint.position).toEqual([3, 0, 0]);
    expect(tip.coordinates).toHaveLength(4);
    expect(mid).toMatchObject({ kind: "flexible", name: "boom_mid", modes: 0, coordinates: [] });
    expect(mid.X_parent_joint.position).toEqual([1.5, 0, 0]);
  });

  test("has its defaults from one place", () =>
    expect(boom.bodies[0].flexible).toEqual({
      kind: "beam",
      ...beam,
      modes: { y: 2, z: 2, axial: 0, torsion: 0 },
      corrections: [],
      dampingRatio: 0,
      geometricStiffness: true,
    }));

  test("modes that are given leave the others at none; the station may have another name", () => {
    const model = mechanism("m")
      .beam("b", { ...beam, modes: { z: 1, torsion: 2 }, tip: "hook", frames: { base: [0, 0, 0] } })
      .weld("w", { parent: "ground", child: "b", childAt: "b/base" })
      .build();
    expect((model.bodies[0].flexible as Beam).modes).toEqual({ y: 0, z: 1, axial: 0, torsion: 2 });
    expect(model.bodies[1].name).toBe("hook");
    expect(model.joints[0].coordinates).toHaveLength(3);
  });

  test("has the mass of its beam, and follows a parameter", () => {
    const model = mechanism("m")
      .parameter("density", 2700)
      .beam("b", { ...beam, material: { ...metal, density: param("density") } })
      .weld("w", { parent: "ground", child: "b" })
      .build();
    const massAt = (density: number): number => {
      const varied = withParameters(model, { density });
      return evaluateReal(varied.bodies[0].mass, parameterDefaults(varied));
    };
    expect(massAt(2700)).toBe(boom.bodies[0].mass);
    expect(massAt(5400)).toBe(2 * massAt(2700));
  });
});

describe("plain data", () => {
  const { flexible, name, frames, shapes } = boom.bodies[0];
  const lean = {
    ...boom,
    bodies: [{ name, frames, shapes, flexible: flexible as Beam }, ...boom.bodies.slice(1)],
    joints: boom.joints.map((joint) => {
      if (joint.kind !== "flexible") return joint;
      const { modes: _modes, coordinates: _coordinates, ...rest } = joint;
      return rest;
    }),
  } satisfies ModelDescription;

  test("may leave out what follows from a flexible body", () => expect(buildModel(lean)).toEqual(boom));
  test("is frozen to the bottom", () => {
    const { bodies } = buildModel(lean);
    for (const part of [bodies[0].flexible, bodies[0].com, (bodies[0].flexible as Beam).section])
      expect(Object.isFrozen(part)).toBe(true);
  });
  test("leaves the description as it was", () => {
    buildModel(lean);
    expect("mass" in lean.bodies[0]).toBe(false);
  });
  test("gives the modes to the first joint, whichever it is", () => {
    const [tip, mid, hinge] = lean.joints;
    const joints = buildModel({ ...lean, joints: [mid, hinge, tip] }).joints;
    expect(joints.map(({ coordinates }) => coordinates.length)).toEqual([4, 1, 0]);
  });
});

test("mass of a beam / a slender rod, to second order of its thickness", () => {
  const { mass, com, inertia } = beamMassProperties(beam);
  const area = Math.PI * (0.05 ** 2 - 0.045 ** 2);
  expect(mass).toBeCloseTo(2700 * area * 3, 10);
  expect(com).toEqual([1.5, 0, 0]);
  const thickness = ((mass as number) * (0.05 ** 2 + 0.045 ** 2)) / 4;
  expect(inertia[1]).toBeCloseTo(((mass as number) * 9) / 12 + thickness, 10);
});

describe("a modal body in the builder", () => {
  test("has its first station at the node that is named", () => {
    expect(panel.bodies.map(({ name }) => name)).toEqual(["panel", "panel_end", "panel_middle"]);
    expect(panel.joints[0]).toMatchObject({ name: "panel", child: "panel_end", modes: 2 });
    expect(panel.joints[0].X_parent_joint.position).toEqual([2, 0, 0]);
    expect(panel.joints[1].X_parent_joint.position).toEqual([1, 0, 0]);
  });
  test("or at the first that is not at the origin", () => {
    const { mass, com, inertia } = panel.bodies[0];
    const model = mechanism("m")
      .modalBody("p", { mass, com, inertia, data: panelData })
      .weld("w", { parent: "ground", child: "p" })
      .build();
    expect(model.bodies[1].name).toBe("p_mid");
  });
});

test("mass matrix of a modal body / kinetic energy of its two points", () => {
  // Balls of 0.005 kg m² about every axis, which the modes do not turn.
  const points = [1, 2].map((x) => ({ mass: 1, x: [x, 0, 0], shapes: panelData.nodes[x].shapes }));
  const speeds = [0.3, -0.7, 0.2, 0.5, 0.1, -0.4, 0.6, -0.9];
  const [w, v, rates] = [speeds.slice(0, 3), speeds.slice(3, 6), speeds.slice(6)];
  const square = (a: readonly number[]): number => a.reduce((sum, x) => sum + x * x, 0);
  const energy = points.reduce((sum, { mass, x, shapes }) => {
    const velocity = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return v[k] + w[i] * x[j] - w[j] * x[i] + rates[0] * shapes[0][k] + rates[1] * shapes[1][k];
    });
    return sum + 0.5 * mass * square(velocity) + 0.5 * 0.005 * square(w);
  }, 0);
  const M = wholeMassMatrix(panel.bodies[0], { ...panelData }, new Map());
  const form = 0.5 * speeds.reduce((sum, a, i) => sum + speeds.reduce((s, b, j) => s + a * M[i][j] * b, 0), 0);
  expect(form).toBeCloseTo(energy, 12);
});
