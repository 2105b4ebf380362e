import { describe, expect, it } from "vitest";
import { describeIssue, FormatError } from "../../../src/formats/format-error.js";
import { readTir } from "../../../src/formats/tir/read-tir.js";
import { stream } from "../../../src/random/stream.js";
import { refusal } from "../../support/refusal.js";
import { changed, hmmwvTir, lineOf } from "./tir-text.js";

function mistakesIn(text: string) {
  try {
    readTir(text, { file: "bad.tir" });
  } catch (error) {
    if (error instanceof FormatError) return error.issues;
    throw error;
  }
  return [];
}

const swap = (from: string, to: string) => [changed(from, to), lineOf(from)] as const;

describe("mistakes are refused with code, line and path", () => {
  it.each([
    ["tir-unit", ...swap("LENGTH = 'meter'", "LENGTH = 'meters'"), "UNITS/LENGTH"],
    ["tir-unit", ...swap("ANGLE = 'radians'", "ANGLE = 'gon'"), "UNITS/ANGLE"],
    ["tir-unit", ...swap("FORCE = 'newton'", "FORCE = 'constructor'"), "UNITS/FORCE"],
    ["tir-missing-key", changed("FORCE = 'newton'\n", ""), lineOf("[UNITS]"), "UNITS/FORCE"],
    ["tir-missing-section", changed("[LATERAL_COEFFICIENTS]\n", ""), null, "LATERAL_COEFFICIENTS"],
    ["tir-missing-section", changed("[UNITS]", "[UNIT]"), null, "UNITS"],
    ["tir-number", ...swap("WIDTH = 0.3175", "WIDTH = 0,3175"), "DIMENSION/WIDTH"],
    ["tir-number", ...swap("PHX1 = -0.00088873", "PHX1 = '0.1'"), "LONGITUDINAL_COEFFICIENTS/PHX1"],
    ["tir-number", ...swap("PHX1 = -0.00088873", "PHX1 = 1e999"), "LONGITUDINAL_COEFFICIENTS/PHX1"],
    ["tir-number", ...swap("PHX1 = -0.00088873", "PHX1 ="), "LONGITUDINAL_COEFFICIENTS/PHX1"],
    ["tir-number", ...swap("PHX1 = -0.00088873", `PHX1 = ${"1".repeat(70)}`), "LONGITUDINAL_COEFFICIENTS/PHX1"],
    ["tir-duplicate-key", ...swap("PDX1 =", "PCX1 = 2\nPDX1 ="), "LONGITUDINAL_COEFFICIENTS/PCX1"],
    ["tir-duplicate-key", ...swap("PDY1 =", "PCX1 = 2\nPDY1 ="), "LATERAL_COEFFICIENTS/PCX1"],
    ["tir-duplicate-section", ...swap("[VERTICAL]", "[MODEL]\n[VERTICAL]"), "MODEL"],
    ["tir-range", ...swap("FNOMIN = 35000", "FNOMIN = 0"), "VERTICAL/FNOMIN"],
    ["tir-range", ...swap("UNLOADED_RADIUS = 0.4699", "UNLOADED_RADIUS = -0.4699"), "DIMENSION/UNLOADED_RADIUS"],
    ["tir-range", ...swap("RIM_RADIUS = 0.20955", "RIM_RADIUS = 0.5"), "DIMENSION/RIM_RADIUS"],
    ["tir-range", ...swap("VERTICAL_DAMPING = 500", "VERTICAL_DAMPING = -500"), "VERTICAL/VERTICAL_DAMPING"],
    ["tir-range", ...swap("FZMIN = 1750", "FZMIN = 80000"), "VERTICAL_FORCE_RANGE/FZMIN"],
    ["tir-range", ...swap("PCX1 = 1.7204", "PCX1 = 0"), "LONGITUDINAL_COEFFICIENTS/PCX1"],
    ["tir-range", ...swap("PDY1 = 0.73957", "PDY1 = -0.7"), "LATERAL_COEFFICIENTS/PDY1"],
    ["tir-range", ...swap("PKY1 = -10.289", "PKY1 = 10.289"), "LATERAL_COEFFICIENTS/PKY1"],
    ["tir-range", ...swap("LFZO = 0.580904846", "LMUX = 0"), "SCALING_COEFFICIENTS/LMUX"],
    ["tir-missing-key", changed("PKX1 = 14.848\n", ""), null, "PKX1"],
    ["tir-missing-key", changed("FNOMIN = 35000\n", ""), null, "FNOMIN"],
    ["tir-format", ...swap("'PAC2002'", "'FTIRE'"), "MODEL/PROPERTY_FILE_FORMAT"],
    ["tir-format", ...swap("FITTYP = 6", "FITTYP = 7"), "MODEL/FITTYP"],
    ["tir-side", ...swap('TYRESIDE = "Left"', "TYRESIDE = 'MIDDLE'"), "MODEL/TYRESIDE"],
    ["tir-syntax", ...swap("[VERTICAL]", "[VERTICAL"), ""],
    ["tir-syntax", `WIDTH = 3\n${hmmwvTir}`, 1, ""],
    ["tir-syntax", ...swap("PHX1 =", "P HX1 ="), "LONGITUDINAL_COEFFICIENTS"],
    ["tir-too-long", ...swap("[VERTICAL]", `${"x".repeat(3000)}\n[VERTICAL]`), "DIMENSION"],
    [
      "tir-range",
      `${hmmwvTir}[DEFLECTION_LOAD_CURVE]\n0 0\n2 1\n1 2\n`,
      hmmwvTir.split("\n").length,
      "DEFLECTION_LOAD_CURVE",
    ],
    [
      "tir-number",
      `${hmmwvTir}[DEFLECTION_LOAD_CURVE]\n0 0\n1 1 1\n2 2\n`,
      hmmwvTir.split("\n").length + 2,
      "DEFLECTION_LOAD_CURVE",
    ],
  ])("%s", (code, text, line, path) => {
    const [first] = mistakesIn(text);
    expect([first?.code, first?.line, first?.path]).toEqual([code, line, path]);
  });

  it("all of them at once, each with file, line, key, value and the fix", () => {
    const text = changed("PCX1 = 1.7204", "PCX1 = 0", changed("FNOMIN = 35000", "FNOMIN = x"));
    const shown = mistakesIn(text).map((issue) => describeIssue("bad.tir", issue));
    expect(shown).toEqual([
      `bad.tir:${lineOf("FNOMIN")}:9: VERTICAL/FNOMIN: FNOMIN is "x", which is no number. Write one such as 0.5 or 1.2e4.`,
      `bad.tir:${lineOf("PCX1")}:1: LONGITUDINAL_COEFFICIENTS/PCX1: PCX1 is 0, must be > 0. Correct it, or take another file.`,
    ]);
  });

  it("an empty file, and options of another type", () => {
    expect(mistakesIn("").map(({ code }) => code)).toContain("tir-missing-section");
    expect(refusal(() => readTir(hmmwvTir, { fil: "a" } as never)).code).toBe("unknown-option");
  });
});

describe("hostile files", () => {
  it("are refused or read within a moment", () => {
    const files = [
      "[A]\n".repeat(10_000),
      `${hmmwvTir}\n${Array.from({ length: 15_000 }, (_, i) => `PCX1X${i} = 1`).join("\n")}`,
      "[".repeat(1_000_000),
      "'".repeat(1_900),
      `[UNITS]\n${"=\n".repeat(19_000)}`,
      "x\n".repeat(900_000),
      "\0",
      `[VERTICAL]\nFNOMIN = ${"9".repeat(1900)}x`,
      "[__PROTO__]\n__PROTO__ = 1\nCONSTRUCTOR = 2",
    ];
    const start = performance.now();
    for (const text of files) expect(mistakesIn(text).length).toBeLessThanOrEqual(100);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it("broken at any place are read or refused with a FormatError", () => {
    const draws = stream(3, 0);
    const at = (length: number): number => Math.floor(length * draws.next());
    for (let i = 0; i < 300; i++) {
      const [from, count] = [at(hmmwvTir.length), at(20)];
      const piece = ["", "[", "'", "=", "$", "\n", "1e5", "\u0000"][at(8)];
      const text = hmmwvTir.slice(0, from) + piece + hmmwvTir.slice(from + count);
      expect(mistakesIn(text)).toBeInstanceOf(Array);
    }
  });
});
