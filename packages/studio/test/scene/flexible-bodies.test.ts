import { mechanism, type Model } from "kinetree";
import { Matrix4, Raycaster, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Flexibles } from "../../src/engine/protocol.js";
import { RunHistory } from "../../src/run/history.js";
import { displayDefaults } from "../../src/run/store.js";
import { Amplitudes } from "../../src/scene/flexible/amplitudes.js";
import { niceAbove } from "../../src/scene/shapes/arrow-scale.js";
import { displacementAt, largestOf, stressAt } from "../../src/scene/flexible/beam-stress.js";
import { Exaggeration } from "../../src/scene/flexible/exaggerate.js";
import { FlexibleBodies } from "../../src/scene/flexible/flexible-bodies.js";
import { nodeTree } from "../../src/scene/flexible/modal-nodes.js";
import { partsOf } from "../../src/scene/shapes/parts.js";
import { StressRange } from "../../src/scene/flexible/stress-range.js";
import { easyBeam, easyBody } from "./flexible-support.js";

const steel = { density: 7850, youngsModulus: 2.1e11, shearModulus: 8e10 };

/** A boom on the ground with a load at its tip: bodies boom, boom_tip, load. */
const boom = (): Model =>
  mechanism("boom")
    .beam("boom", { length: 2, section: { kind: "circle", radius: 0.1 }, material: steel, modes: { y: 1, z: 1 } })
    .body("load", { mass: 1, com: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] })
    .weld("foot", { parent: "ground", child: "boom" })
    .weld("hook", { parent: "boom_tip", child: "load", at: [0.5, 0, 0] })
    .build();

const flexibles: Flexibles = {
  bodies: [easyBody(0, 0)],
  order: Int32Array.of(0, 1, 2),
  carrier: Int32Array.of(-1, 0, 1),
};

describe("stress and displacement", () => {
  test("of a round section bending adds up over both planes, of a flat one by planes", () => {
    const amplitudes = Float64Array.of(3, 4, 0);
    // |N| / A + M r / I, with N = 40 · 4.
    expect(stressAt(easyBeam(), 4, amplitudes, 0)).toBeCloseTo(160 / 0.01 + (500 * 0.1) / 1e-4, 6);
    const flat = easyBeam(9, false);
    expect(stressAt(flat, 4, amplitudes, 0)).toBeCloseTo(160 / 0.01 + (400 * 0.05) / 1e-4 + (300 * 0.1) / 1e-4, 6);
  });

  test("the displacement of the tip is that of all modes together", () => {
    expect(displacementAt(easyBeam(), 8, Float64Array.of(9, 3, 4, 0), 1)).toBeCloseTo(5, 12);
  });

  test("ends of scales are round numbers above", () => {
    expect([0.9, 1, 1.2, 2, 3, 5, 7, 1e6 + 1].map(niceAbove)).toEqual([1, 1, 2, 2, 5, 5, 10, 2e6]);
    expect(niceAbove(0)).toBe(0);
  });
});

/** Rows of the amplitudes of one body. */
function rowsOf(rows: readonly (readonly number[])[]): RunHistory {
  const history = new RunHistory({
    run: 0,
    names: ["q.beam0.0", "q.beam0.1", "q.beam0.2"],
    units: ["m", "m", "rad"],
    position: new Int32Array(),
    quaternion: new Int32Array(),
  });
  history.push({ t: Float64Array.from(rows, (_, i) => i), values: Float64Array.from(rows.flat()) });
  return history;
}

describe("amplitudes", () => {
  test("are read between rows, or from the coordinates of a pose", () => {
    const amplitudes = new Amplitudes(flexibles.bodies);
    amplitudes.setMotion(
      rowsOf([
        [0, 0, 0],
        [2, 4, 6],
      ]),
    );
    amplitudes.read(0.25);
    expect(Array.from(amplitudes.values)).toEqual([0.5, 1, 1.5]);
    amplitudes.setMotion({ poses: new Float64Array(), q: Float64Array.of(7, 8, 9) });
    amplitudes.read(3);
    expect(Array.from(amplitudes.values)).toEqual([7, 8, 9]);
  });

  test("the range of a run grows with its rows, and begins anew with another run", () => {
    const amplitudes = new Amplitudes(flexibles.bodies);
    const range = new StressRange(flexibles.bodies, amplitudes);
    const rows = rowsOf([
      [1, 0, 0],
      [-2, 0, 0],
    ]);
    amplitudes.setMotion(rows);
    const unit = largestOf(easyBeam(), Float64Array.of(1, 0, 0), 0);
    expect(range.get(rows).stress).toBeCloseTo(2 * unit, 6);
    rows.push({ t: Float64Array.of(2), values: Float64Array.of(3, 0, 0) });
    expect(range.get(rows).stress).toBeCloseTo(3 * unit, 6);
    const other = rowsOf([[0.5, 0, 0]]);
    amplitudes.setMotion(other);
    expect(range.get(other).stress).toBeCloseTo(0.5 * unit, 6);
  });
});

/** Poses of the boom whose tip is moved up by a length and turned about -y by an angle. */
function bentBy(lift: number, angle: number): readonly Matrix4[] {
  const tip = new Matrix4().makeRotationY(-angle).setPosition(2, 0, lift);
  return [new Matrix4(), tip, tip.clone().multiply(new Matrix4().setPosition(0.5, 0, 0))];
}
const placeOf = (matrix: Matrix4): Vector3 => new Vector3().setFromMatrixPosition(matrix);

describe("deformation that is multiplied", () => {
  test("takes stations and what hangs on them along; by one, nothing moves", () => {
    const exaggeration = new Exaggeration(boom(), flexibles);
    const same = bentBy(0.01, 0.02);
    exaggeration.apply(same, 1);
    for (const [i, matrix] of bentBy(0.01, 0.02).entries())
      for (const [k, element] of matrix.elements.entries()) expect(same[i].elements[k]).toBeCloseTo(element, 12);
    const bodies = bentBy(0.01, 0.02);
    exaggeration.apply(bodies, 20);
    expect(placeOf(bodies[0]).length()).toBe(0);
    expect(placeOf(bodies[1]).distanceTo(new Vector3(2, 0, 0.2))).toBeLessThan(1e-12);
    const load = new Vector3(2 + 0.5 * Math.cos(0.4), 0, 0.2 + 0.5 * Math.sin(0.4));
    expect(placeOf(bodies[2]).distanceTo(load)).toBeLessThan(1e-9);
  });
});

describe("the picture of a flexible body", () => {
  const made = (): FlexibleBodies => {
    const bodies = new FlexibleBodies(boom(), flexibles, { body: 1, thinnest: 0 }, { colour: null, opacity: 1 });
    bodies.setMotion({ poses: new Float64Array(), q: Float64Array.of(0, 0.5, 0) });
    return bodies;
  };

  test("is hit by a ray where it is bent to, not where it would be straight", () => {
    const bodies = made();
    bodies.place(0, bentBy(0, 0), displayDefaults);
    const along = (z: number): Raycaster => new Raycaster(new Vector3(1.9, -5, z), new Vector3(0, 1, 0));
    expect(bodies.pick(along(0.475))?.target).toEqual({ kind: "body", name: "boom" });
    expect(bodies.pick(along(0))).toBeNull();
    expect(bodies.bounds().max.z).toBeGreaterThan(0.5);
  });

  test("says what its colours stand for, when they are those of stress", () => {
    const bodies = made();
    bodies.place(0, bentBy(0, 0), { ...displayDefaults, stress: true });
    const stress = largestOf(easyBeam(), Float64Array.of(0, 0.5, 0), 0);
    expect(stress).toBe(52_000);
    expect(bodies.legend).toEqual([{ what: "Maximum normal stress", top: "100 kPa", isFixed: false }]);
    bodies.place(0, bentBy(0, 0), { ...displayDefaults, stress: true, stressTop: 3e6 });
    expect(bodies.legend[0]).toMatchObject({ top: "3 MPa", isFixed: true });
    // The same moment along all of this beam: the same colour at both ends.
    const [root, tip] = bodies.endColours("boom") ?? [];
    expect(root).toEqual(tip);
    expect(bodies.endColours("load")).toBeNull();
  });

  test("leaves out the straight stand-in; a station has a mark on its own body", () => {
    const parts = partsOf(boom(), 1);
    expect(parts.map(({ body, isBending }) => [body, isBending])).toEqual(
      expect.arrayContaining([
        [0, true],
        [1, false],
      ]),
    );
    expect(parts.filter(({ body }) => body === 1)).toHaveLength(1);
  });
});

describe("nodes without lines between them", () => {
  test("are joined by the shortest lines that reach all of them", () => {
    const line = Float64Array.of(0, 0, 0, 3, 0, 0, 1, 0, 0, 2, 0, 0);
    expect(nodeTree(line).map(([a, b]) => [a, b])).toEqual([
      [0, 2],
      [2, 3],
      [3, 1],
    ]);
    expect(nodeTree(new Float64Array())).toEqual([]);
  });
});
