import { describe, expect, test } from "vitest";
import { rotateVec3, rpy } from "kinetree";
import { europaTables } from "kinetree/systems";
import { europaLegJoints, forceColumn } from "../../src/named/europa-lander-outputs.js";
import { namedStudy } from "../../src/named/studies.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import { replaySample } from "../../src/prepare/replay.js";
import { runStudy } from "../../src/prepare/run-in-memory.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const quick = namedStudy("europa-lander-quick");
const few = { ...quick, samples: 2 };
const caseNames = (quick.cases ?? []).map(({ name }) => name);

describe("the landings", async () => {
  const table = await runStudy(few);
  const rows = Array.from({ length: table.rows }, (_, i) => i);
  const of = (name: string): Float64Array => table.numbers(name);

  test("all of them finish", () => {
    expect(table.rows).toBe(24);
    expect(new Set(table.texts("end"))).toEqual(new Set(["finished"]));
  });

  test("a sample lands in the same way in every case", () => {
    for (const name of ["vx", "vy", "vz", "phi", "theta", "psi", "mass", "Izz", "projection"])
      for (const i of rows) expect(of(name)[i]).toBe(of(name)[i % 2]);
  });

  test("projection / the velocity times the turned z axis", () => {
    for (const i of rows) {
      const [x, y, z] = rotateVec3(rpy(of("phi")[i], of("theta")[i], of("psi")[i]), [0, 0, 1]) as readonly number[];
      expect(of("projection")[i]).toBeCloseTo(of("vx")[i] * x + of("vy")[i] * y - of("vz")[i] * z, 12);
    }
  });

  test("tilt / at least that of the start; above 90 degrees it has rolled over", () => {
    for (const i of rows) {
      const start = (Math.acos(Math.cos(of("theta")[i]) * Math.cos(of("phi")[i])) * 180) / Math.PI;
      expect(of("maxTilt")[i]).toBeGreaterThan(start - 1e-9);
      expect(of("rolledOver")[i]).toBe(of("maxTilt")[i] > 90 ? 1 : 0);
    }
  });

  test("peak force / the largest of the twelve joints", () => {
    for (const i of rows) {
      const forces = europaLegJoints.map((joint) => of(forceColumn(joint))[i]);
      expect(of("peakForce")[i]).toBe(Math.max(...forces));
      expect(Math.min(...forces)).toBeGreaterThan(0);
    }
  });

  test("an accelerometer differs from the coordinates by gravity at most", () => {
    for (const i of rows)
      expect(Math.abs(of("peakProperAcceleration")[i] - of("peakAcceleration")[i])).toBeLessThan(1.315);
  });

  test("a controlled landing again / the same bits, and a motion with the same peak", async () => {
    const prepared = await prepareStudy(few);
    const row = 2 * caseNames.indexOf("impedance-sand") + 1;
    const { row: again, result } = await replaySample(prepared, row, {
      channels: ["acc.base"],
      sampleEvery: 0.001,
    });
    prepared.columns.forEach(({ name, kind }, c) => {
      const was = kind === "text" ? table.texts(name)[row] : of(name)[row];
      expect(again[c]).toEqual(was);
    });
    const [x, y, z] = ["x", "y", "z"].map((axis) => result?.column(`acc.base.${axis}`) ?? new Float64Array(0));
    const peak = Math.max(...x.map((ax, i) => Math.hypot(ax, y[i], z[i])));
    // Steps are some milliseconds long at the peak, the record has one millisecond.
    expect(peak / of("peakAcceleration")[row]).toBeCloseTo(1, 2);
  });
});

describe("the studies", () => {
  test("four legs on three grounds, 400 and 50 landings each", () => {
    expect(caseNames).toHaveLength(12);
    expect(new Set((quick.cases ?? []).map(({ factors }) => `${factors?.["legs"]} ${factors?.["ground"]}`)).size).toBe(
      12,
    );
    expect([quick.samples, namedStudy("europa-lander").samples]).toEqual([50, 400]);
    expect(namedStudy("europa-lander").cases).toEqual(quick.cases);
  });

  test("what varies / the tables' numbers", async () => {
    const prepared = await prepareStudy(quick);
    const { legs, grounds, body } = europaTables;
    const { medians } = prepared.cases[caseNames.indexOf("conforming-snow")];
    expect(medians).toMatchObject({ mass: body.mass.value, vz: 3, hipStiffness: legs.conforming.hipStiffness.value });
    const { alpha: _, ...snow } = grounds.snow;
    expect(medians).toMatchObject(snow);
    const controlled = prepared.cases[caseNames.indexOf("impedance-sand")].medians;
    expect(controlled).toMatchObject({ kneeStiffness: 3700, softKneeStiffness: 370, softHipDamping: 50, ke: 8000 });
    // Passive legs share one model, so that one compilation serves nine cases.
    expect(new Set(prepared.cases.map(({ modelHash }) => modelHash)).size).toBe(2);
  });

  test.each(["literal", "documented-sizes"])("%s / by one option of the scenario", async (variant) => {
    const prepared = await prepareStudy({ ...few, scenario: { named: "europa-lander", options: { variant } } });
    const { upperAngle, bellyFactor, linkMass } = prepared.cases[0].medians;
    expect(upperAngle).toBeCloseTo((65 * Math.PI) / 180, 12);
    expect([bellyFactor, linkMass]).toEqual(variant === "literal" ? [1, 5] : [0.4, 10]);
  });

  test("unknown options are refused", async () => {
    const attempt = prepareStudy({ ...few, scenario: { named: "europa-lander", options: { varient: "literal" } } });
    expect(await refusalOf(attempt)).toEqual({
      code: "unknown-option",
      subject: `study "${few.name}": cases[0].options`,
      value: "literal",
    });
  });

  test("choices / every case can start, and differs from its combination in the one choice", async () => {
    const study = namedStudy("europa-lander-choices");
    const prepared = await prepareStudy(study);
    const contents = prepared.cases.map(({ factors, modelHash, medians }) =>
      JSON.stringify([factors["legs"], factors["ground"], modelHash, medians]),
    );
    expect(new Set(contents).size).toBe(contents.length);
    expect(prepared.cases.filter(({ factors }) => factors["choice"] === "none")).toHaveLength(4);
  });
});
