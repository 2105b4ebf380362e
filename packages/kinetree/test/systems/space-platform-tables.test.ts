import { describe, expect, test } from "vitest";
import { clampedFrequencies } from "../../src/elements/flexible/clamped-frequencies.js";
import { beamMassProperties } from "../../src/model/bodies/beam-section.js";
import type { Beam } from "../../src/model/flexible.js";
import type { RoundPart } from "../../src/systems/parts/rod.js";
import {
  platformLimbs,
  platformLoads,
  platformParts,
  platformStances,
} from "../../src/systems/flexible/space-platform-table.js";
import { platformCases } from "../../src/systems/flexible/space-platform.js";
import { readText } from "../docs/blocks.js";

/* The tables of docs/reproductions/flexible-cases.md against the numbers that the models are made of. */

const text = readText("docs/reproductions/flexible-cases.md");

/** Cells of the table under a heading, without head and rule. */
function tableUnder(heading: string): string[][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

const numbersOf = ({ mass, radius, length }: RoundPart): string[] => [mass, radius, length].map(String);

test("cases", () =>
  expect(tableUnder("Cases").map((row) => row.slice(0, 4))).toEqual(
    platformCases.map(({ type, booms, loops }, i) => [String(i + 1), String(type), booms, loops]),
  ));

test("stances", () => {
  const stances = Object.values(platformStances);
  const list = (values: readonly number[]): string => values.join(", ");
  expect(tableUnder("Limbs").map((row) => row.slice(1))).toEqual([
    stances.map(({ mountRadius }) => String(mountRadius)),
    stances.map(({ azimuthsDeg }) => list(azimuthsDeg)),
    stances.map(({ pitchesDeg }) => list(pitchesDeg)),
    stances.map(({ wristYawDeg }) => String(wristYawDeg)),
  ]);
});

test("plates and test object", () =>
  expect(tableUnder("Plates and test object")).toEqual(
    Object.entries(platformParts).map(([name, part]) => [name, ...numbersOf(part)]),
  ));

test("links and joints", () => {
  const columns = [platformLimbs.leg, platformLimbs.arm].map((sizes) => [
    ...numbersOf(sizes.housing),
    ...numbersOf(sizes.endEffector),
    String(sizes.jointDamping),
    String(sizes.armature),
  ]);
  expect(tableUnder("Links and joints").map((row) => row.slice(1))).toEqual(
    columns[0].map((_, i) => columns.map((column) => column[i])),
  );
});

describe("booms", () => {
  const halved = (beam: Beam): Beam => ({ ...beam, length: beam.length / 2 });
  const booms = [platformLimbs.leg.boom, halved(platformLimbs.leg.boom), halved(platformLimbs.arm.boom)];
  const shown = tableUnder("Booms");
  test("given", () =>
    expect(shown.slice(0, 6).map((row) => row.slice(1).map(Number))).toEqual([
      booms.map(({ length }) => length),
      booms.map(({ section }) => section.kind === "circle" && section.radius),
      booms.map(({ material }) => material.density),
      booms.map(({ material }) => Number(material.youngsModulus) / 1e9),
      booms.map(({ material }) => Number(material.shearModulus) / 1e9),
      booms.map(({ dampingRatio }) => dampingRatio),
    ]));
  test("masses and frequencies that follow, rounded", () => {
    const hertz = (mode: number): number[] => booms.map((beam) => clampedFrequencies(beam)[mode] / (2 * Math.PI));
    const masses = booms.map((beam) => Number(beamMassProperties(beam).mass));
    [masses, hertz(0), hertz(1)].forEach((exact, i) =>
      shown[6 + i].slice(1).forEach((cell, column) => {
        expect(cell).toBe(exact[column].toFixed(cell.split(".")[1]?.length ?? 0));
      }),
    );
  });
});

test("loads", () => {
  const { topForce, topTorque, objectForce, objectTorque, holdTime, holds } = platformLoads;
  expect(tableUnder("Loads").map((row) => row.slice(1).map(Number))).toEqual([
    [...topForce],
    [...topTorque],
    [...objectForce],
    [...objectTorque],
  ]);
  expect(text).toContain(`Held for ${holdTime} s`);
  expect([holds, holds * holdTime]).toEqual([5, 100]);
});

test("moments on joints", () =>
  expect(tableUnder("Moments on joints").map(([joint, moment]) => [joint, Number(moment)])).toEqual(
    Object.entries(platformLoads.legMoments),
  ));
