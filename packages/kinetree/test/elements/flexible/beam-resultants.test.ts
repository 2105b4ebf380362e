import { describe, expect, it, test } from "vitest";
import {
  beamResultants,
  resultantsAlong,
  stressNumbers,
  stressOf,
  type BeamResultants,
} from "../../../src/elements/flexible/beam-resultants.js";
import { clampedFrequencies } from "../../../src/elements/flexible/clamped-frequencies.js";
import { flexibleView } from "../../../src/elements/flexible/flexible-view.js";
import { planFlexible } from "../../../src/elements/flexible/plan-flexible.js";
import type { Beam, BeamCorrection, BeamSection } from "../../../src/model/flexible.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { number, plain, relative, strip } from "./beams.js";
import { refusal } from "../../support/refusal.js";

const L = 1.7;
const modes = { y: 2, z: 2, axial: 1, torsion: 1 };

/** Amplitudes at rest under a unit load at the free end of a beam. */
function amplitudesUnder(beam: Beam, load: BeamCorrection["load"]): readonly number[] {
  const plan = planFlexible(beam, plain());
  const tip = plan.station([L, 0, 0]);
  const [kind, axis] = load.split("-");
  const rows = kind === "force" ? tip.shapes : tip.slopes;
  const diagonal = (j: number): number =>
    plan.stiffness.reduce((sum, { scale, matrix }) => sum + number(scale) * matrix[j * plan.modes + j], 0);
  return Array.from({ length: plan.modes }, (_, j) => rows[3 * j + "xyz".indexOf(axis)] / diagonal(j));
}

describe("resultants under a unit load at the free end / those of statics", () => {
  it.each<[BeamCorrection["load"], keyof BeamResultants, (x: number) => number]>([
    ["force-x", "axial", () => 1],
    ["torque-x", "torque", () => 1],
    ["force-y", "momentZ", (x) => L - x],
    ["force-y", "shearY", () => 1],
    ["force-z", "momentY", (x) => x - L],
    ["force-z", "shearZ", () => 1],
    ["torque-z", "momentZ", () => 1],
    ["torque-y", "momentY", () => 1],
  ])("%s: %s", (load, key, expected) => {
    const beam = strip({ modes, corrections: [{ at: L, load }] });
    const amplitudes = amplitudesUnder(beam, load);
    const resultantsAt = resultantsAlong(beam, plain());
    for (const x of [0, 0.4, 1.3]) {
      const row = resultantsAt(x)[key];
      const found = row.reduce<number>((sum, value, j) => sum + number(value) * amplitudes[j], 0);
      expect(Math.abs(found - expected(x))).toBeLessThan(1e-9);
    }
  });

  test("off the beam is refused", () => {
    expect(refusal(() => beamResultants(strip(), plain(), 2))).toEqual({
      code: "station-off-beam",
      subject: "section at 2 m",
      value: 2,
    });
  });
});

describe("greatest normal stress", () => {
  const N = -700;
  const [My, Mz] = [30, -40];
  const stress = (section: BeamSection): number =>
    number(stressOf(section.kind, stressNumbers(section, plain()), N, My, Mz));

  test("of a circle and a tube / the sum around the rim", () => {
    for (const [outerRadius, innerRadius] of [
      [0.02, 0],
      [0.02, 0.017],
    ]) {
      const area = Math.PI * (outerRadius ** 2 - innerRadius ** 2);
      const moment = (Math.PI / 4) * (outerRadius ** 4 - innerRadius ** 4);
      const around = Array.from({ length: 3600 }, (_, k) => {
        const [y, z] = [Math.cos((k * Math.PI) / 1800), Math.sin((k * Math.PI) / 1800)].map((c) => c * outerRadius);
        return Math.abs(N / area + (My * z) / moment - (Mz * y) / moment);
      });
      expect(relative(stress({ kind: "tube", outerRadius, innerRadius }), Math.max(...around))).toBeLessThan(1e-6);
    }
    const circle = stress({ kind: "circle", radius: 0.02 });
    expect(circle).toBe(stress({ kind: "tube", outerRadius: 0.02, innerRadius: 0 }));
  });

  test("of a rectangle / its corners", () => {
    const [width, height] = [0.03, 0.012];
    const area = width * height;
    const corners = [1, -1].flatMap((a) =>
      [1, -1].map((b) => {
        const [y, z] = [(a * width) / 2, (b * height) / 2];
        return Math.abs(N / area + (My * z) / ((area * height ** 2) / 12) - (Mz * y) / ((area * width ** 2) / 12));
      }),
    );
    expect(relative(stress({ kind: "rectangle", width, height }), Math.max(...corners))).toBeLessThan(1e-14);
  });
});

describe("the view of a beam", () => {
  const beam = strip({ corrections: [{ at: L, load: "force-y" }] });
  const view = flexibleView(beam);
  if (view.kind !== "beam") throw new Error("not a beam");

  test("has places from end to end with what stations and resultants say", () => {
    expect(view.points.map(({ position: [x] }) => x)[23]).toBe(L);
    expect(view.points.length).toBe(24);
    const { position, shapes, slopes, n, t, my, mz } = view.points[11];
    const station = planFlexible(beam, plain()).station(position);
    const rows = beamResultants(beam, plain(), position[0]);
    expect([shapes, slopes]).toEqual([station.shapes, station.slopes]);
    expect([n, t, my, mz]).toEqual([rows.axial, rows.torque, rows.momentY, rows.momentZ]);
  });

  test("values of parameters / plain numbers", () => {
    const varied = strip({
      corrections: beam.corrections,
      section: { kind: "tube", outerRadius: param("r"), innerRadius: 0.01 },
    });
    const known = strip({
      corrections: beam.corrections,
      section: { kind: "tube", outerRadius: 0.02, innerRadius: 0.01 },
    });
    expect(flexibleView(varied, new Map([["r", 0.02]]), 5)).toEqual(flexibleView(known, new Map(), 5));
    const { section } = flexibleView(known) as typeof view;
    expect([section.halfY, section.halfZ, section.innerRadius]).toEqual([0.02, 0.02, 0.01]);
  });

  test("frequencies are those of the clamped beam, mode by mode", () => {
    expect(view.frequencies).toEqual(clampedFrequencies(beam));
    expect(view.frequencies.length).toBe(10);
  });
});
