import { describe, expect, it } from "vitest";
import { readTir } from "../../../src/formats/tir/read-tir.js";
import { hmmwvPac2002 } from "../../../src/systems/vehicles/tyre-data.js";
import { changed, hmmwvTir, lineOf } from "./tir-text.js";

describe("a file of the Magic Formula 2002", () => {
  const tyre = readTir(hmmwvTir);

  it("becomes the law that it was written from", () => {
    expect(tyre.law).toEqual(hmmwvPac2002);
  });

  it("has geometry, side and ranges", () => {
    const { law: _, notes: __, ...rest } = tyre;
    expect(rest).toEqual({
      radius: 0.4699,
      width: 0.3175,
      rimRadius: 0.20955,
      vertical: { stiffness: 441_900, damping: 500, curve: null },
      side: "left",
      ranges: { load: [1750, 78_750], slip: [-1, 1], slipAngle: [-1.5, 1.5], camber: [-0.26, 0.26] },
      speed: 16.7,
    });
  });

  it("is read without a note if nothing is left out", () => {
    expect(tyre.notes).toEqual([]);
  });

  it("is the same with other line ends, a mark at its start, keys in small letters and no space", () => {
    expect(readTir(`\uFEFF${hmmwvTir.replaceAll("\n", "\r\n")}`)).toEqual(tyre);
    expect(readTir(hmmwvTir.replaceAll(" = ", "=").replace("PCX1", "pcx1"))).toEqual(tyre);
  });
});

describe("units", () => {
  it.each([
    ["LENGTH = 'meter'", "LENGTH = 'mm'", 1e-3, 1, 1],
    ["LENGTH = 'meter'", "LENGTH = 'inch'", 0.0254, 1, 1],
    ["FORCE = 'newton'", "FORCE = 'kN'", 1, 1e3, 1],
    ["FORCE = 'newton'", "FORCE = 'pound_force'", 1, 4.4482216152605, 1],
    ["TIME = 'second'", "TIME = 'millisecond'", 1, 1, 1e-3],
  ])("%s as %s", (from, to, length, force, time) => {
    const { law, radius, vertical, speed, ranges } = readTir(changed(from, to));
    expect(radius).toBeCloseTo(0.4699 * length, 12);
    expect(law.nominalLoad).toBeCloseTo(35_000 * force, 6);
    expect(ranges.load?.[1]).toBeCloseTo(78_750 * force, 6);
    expect(vertical.stiffness / ((441_900 * force) / length)).toBeCloseTo(1, 12);
    expect(vertical.damping / ((500 * force * time) / length)).toBeCloseTo(1, 12);
    expect(speed).toBeCloseTo((16.7 * length) / time, 6);
    expect(law.coefficients).toEqual(hmmwvPac2002.coefficients);
  });

  it("of angles turn ranges, and leave the formula as it is", () => {
    const { law, ranges, notes } = readTir(changed("ANGLE = 'radians'", "ANGLE = 'degree'"));
    expect(ranges.camber?.[1]).toBeCloseTo((0.26 * Math.PI) / 180, 12);
    expect(law.coefficients).toEqual(hmmwvPac2002.coefficients);
    expect(notes.map(({ code, path }) => [code, path])).toEqual([["tir-angle", "UNITS/ANGLE"]]);
  });
});

describe("what is left out is noted by its line", () => {
  const notesOf = (text: string) => readTir(text).notes.map(({ code, line, path }) => [code, line, path]);
  const at = lineOf("PCX1");
  it.each([
    ["tir-unknown-key", "PCX1 =", "PCX9 = 1\nPCX1 =", at, "LONGITUDINAL_COEFFICIENTS/PCX9"],
    ["tir-unused", "PCX1 =", "PPX1 = 1\nPCX1 =", at, "LONGITUDINAL_COEFFICIENTS/PPX1"],
    ["tir-unused", "PCX1 =", "PDXP1 = 1\nPCX1 =", at, "LONGITUDINAL_COEFFICIENTS/PDXP1"],
    ["tir-unused", "QSY1 =", "QSY3 = 1\nQSY1 =", lineOf("QSY1"), "ROLLING_COEFFICIENTS/QSY3"],
    ["tir-version", "FITTYP = 6", "FITTYP = 61", lineOf("FITTYP"), "MODEL/FITTYP"],
    ["tir-version", "FITTYP = 6", "FITTYP = 62.0", lineOf("FITTYP"), "MODEL/FITTYP"],
    ["tir-side", 'TYRESIDE = "Left"', "", 14, "MODEL/TYRESIDE"],
    ["tir-unused", "[DIMENSION]", "[STRUCTURAL]\nMB = 3\n[DIMENSION]", lineOf("[DIMENSION]"), "STRUCTURAL"],
    ["tir-missing-section", "[SCALING_COEFFICIENTS]\nLFZO = 0.580904846\n", "", null, "SCALING_COEFFICIENTS"],
  ])("%s: %s", (code, from, to, line, path) => {
    expect(notesOf(changed(from, to))).toEqual([[code, line, path]]);
  });

  it("suggests what an unknown key may mean", () => {
    expect(readTir(changed("PHX2 =", "PHXX2 =")).notes[0].message).toContain('"PHX2"');
  });
});

describe("vertical force and rolling radius", () => {
  const curve = "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0.0 0.0\n10, 3000 $ first\n20 7000\n";

  it("reads a curve of load over depth, in the units of the file", () => {
    const text = changed("LENGTH = 'meter'", "LENGTH = 'mm'");
    const { vertical } = readTir(text + curve);
    expect(vertical.curve).toEqual([
      [0, 0],
      [0.01, 3000],
      [0.02, 7000],
    ]);
  });

  it("takes the stiffness from the curve where none is given", () => {
    const text = changed("VERTICAL_STIFFNESS = 4.419D+5\n", "") + curve.replace("20 7000", "100 35000");
    expect(readTir(text).vertical.stiffness).toBeCloseTo(350, 9);
  });

  it("gives the law the stiffness where the rolling radius needs it", () => {
    const text = changed("FNOMIN =", "BREFF = 8\nDREFF = 0.25\nFREFF = 0.01\nFNOMIN =");
    expect(readTir(text).law.verticalStiffness).toBe(441_900);
  });

  it("keeps the side", () => {
    expect(readTir(changed('"Left"', "'RIGHT'")).side).toBe("right");
  });
});
