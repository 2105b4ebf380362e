import { beamMassProperties } from "../bodies/beam-section.js";
import { isLiteral } from "../real-arithmetic.js";
import type { Real } from "../real.js";
import { isSameData } from "../same-data.js";
import type { Beam, BeamCorrection, BeamModes, BeamSection, Body } from "../types.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkPositive, checkReal } from "./numbers.js";
import { itemOf, memberOf, propertyOf, thingAt, type Part } from "../part.js";
import { suggestName } from "../../errors/nearest-name.js";

/** Of one direction, corrections included: beyond it shapes are finer than a beam is slender. */
export const MOST_BEAM_MODES = 40;

/** Of modes that bend a beam in one plane, with geometric stiffness: inertia has an entry for any two of them, to be compiled. */
const MOST_PAIRS = 80;

const sectionKinds: readonly BeamSection["kind"][] = ["circle", "tube", "rectangle", "general"];

/** Which modes a static deflection joins. */
const groupOf: Readonly<Record<BeamCorrection["load"], keyof BeamModes>> = Object.freeze({
  "force-x": "axial",
  "force-y": "y",
  "force-z": "z",
  "torque-x": "torsion",
  "torque-y": "z",
  "torque-z": "y",
});

const groups: readonly (keyof BeamModes)[] = ["y", "z", "axial", "torsion"];

/** All about a beam but the mass that follows from it. */
export function checkBeam(check: Check, part: Part, beam: Beam): void {
  checkPlainPositive(check, memberOf(part, "length"), beam.length);
  checkSection(check, memberOf(part, "section"), beam.section);
  const positive = (key: keyof Beam["material"], fix: string): void => {
    checkPositive(check, memberOf(memberOf(part, "material"), key), beam.material[key], fix);
  };
  positive("density", "Give it in kg/m³; aluminium has 2700.");
  positive("youngsModulus", "Give it in Pa; aluminium has 70e9.");
  positive("shearModulus", "Give it in Pa; aluminium has 26e9.");
  checkModes(check, memberOf(part, "modes"), beam);
  checkCorrections(check, memberOf(part, "corrections"), beam);
  checkDampingRatio(check, memberOf(part, "dampingRatio"), beam.dampingRatio);
}

/** A length that shapes the compiled code. */
function checkPlainPositive(check: Check, part: Part, value: Real): void {
  if (checkPlain(check, part, value)) checkPositive(check, part, value, "Give the length in metres.");
}

/** A number that no parameter can change. */
export function checkPlain(check: Check, part: Part, value: Real): value is number {
  if (typeof value === "number") return checkReal(check, part, value) !== null;
  const rest = "must be a plain number: it shapes the equations before parameters have values. Write the number.";
  check.report(issue("not-a-number", part, value, rest));
  return false;
}

/** A share of critical damping. */
export function checkDampingRatio(check: Check, part: Part, given: Real): void {
  const ratio = checkReal(check, part, given);
  if (ratio === null || (ratio >= 0 && ratio < 1)) return;
  const rest = "must be from 0 to below 1, a share of critical damping. Metals have 0.001 to 0.01.";
  check.report(issue("damping-ratio", part, ratio, rest));
}

function checkSection(check: Check, part: Part, section: BeamSection): void {
  const positive = (keys: readonly string[], fix: string): readonly (number | null)[] =>
    keys.map((key) => {
      const real = (section as unknown as Readonly<Record<string, Real>>)[key];
      return checkPositive(check, memberOf(part, key), real, fix);
    });
  const metres = "Give it in metres.";
  switch (section.kind) {
    case "circle":
      positive(["radius"], metres);
      return;
    case "tube": {
      const [outer, inner] = positive(["outerRadius", "innerRadius"], `${metres} A bar without a hole is a "circle".`);
      if (outer === null || inner === null || outer <= 0 || inner < outer) return;
      const rest = `must be less than outerRadius ${outer}. Swap the two, or give the radius of the hole.`;
      check.report(issue("hole-too-wide", memberOf(part, "innerRadius"), inner, rest));
      return;
    }
    case "rectangle":
      positive(["width", "height"], metres);
      return;
    case "general":
      positive(["area"], "Give it in m².");
      positive(["momentY", "momentZ", "torsionConstant"], "Give it in m⁴.");
      positive(["fibreY", "fibreZ"], metres);
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `section of ${part.subject}`), section, sectionKinds);
  }
}

function checkModes(check: Check, part: Part, { modes, corrections, geometricStiffness }: Beam): void {
  const wrong = (of: Part, value: unknown, rest: string): void => check.report(issue("mode-number", of, value, rest));
  const sizes = groups.map((group) => modes[group]);
  const broken = groups.filter((_, i) => !(Number.isInteger(sizes[i]) && sizes[i] >= 0));
  for (const group of broken)
    wrong(memberOf(part, group), modes[group], "must be a whole number, 0 for none. Give how many.");
  if (broken.length > 0) return;
  const added = groups.map((group) => corrections.filter(({ load }) => groupOf[load] === group).length);
  const totals = groups.map((_, i) => sizes[i] + added[i]);
  const tooMany = groups.flatMap((_, i) => (totals[i] > MOST_BEAM_MODES ? [i] : []));
  for (const i of tooMany) {
    const together = added[i] > 0 ? ` with its ${added[i]} corrections` : "";
    const rest = `must be at most ${MOST_BEAM_MODES}${together}. Ask for fewer, or cut the beam into several.`;
    wrong(memberOf(part, groups[i]), sizes[i], rest);
  }
  const pairs = totals.slice(0, 2).reduce((sum, n) => sum + (n * (n + 1)) / 2, 0); // along y and along z
  if (geometricStiffness && pairs > MOST_PAIRS && tooMany.length === 0)
    wrong(
      part,
      modes,
      `too many for geometricStiffness, which takes up to 8 that bend along y and 8 along z, or 12 along one of them, ` +
        `corrections included. Ask for fewer, cut the beam into several, or switch geometricStiffness off.`,
    );
  if (sizes.every((size) => size === 0) && corrections.length === 0)
    wrong(part, modes, "must be at least one in all. Ask for some, or make a rigid body of it.");
}

/** As a part of the length: deflections under loads that are closer together are one shape, but for rounding. */
const SAME_PLACE = 1e-5;

function checkCorrections(check: Check, part: Part, { corrections, length }: Beam): void {
  for (const [i, { at, load }] of corrections.entries()) {
    const correction = itemOf(part, i);
    const place = memberOf(correction, "at");
    if (!Object.hasOwn(groupOf, load)) {
      const rest = `which does not exist. ${suggestName(String(load), Object.keys(groupOf))}`;
      check.report(issue("unknown-kind", memberOf(correction, "load"), load, rest));
    }
    if (!checkPlain(check, place, at)) continue;
    if (!(at > 0 && at <= length)) {
      const rest = `must lie on the beam, above 0 and up to its length ${length}. Give the distance from the clamped end.`;
      check.report(issue("correction-place", place, at, rest));
    }
    const first = corrections.findIndex(
      (other) => other.load === load && Math.abs(other.at - at) <= SAME_PLACE * length,
    );
    if (first < 0 || first >= i) continue;
    const rest = `the same as number ${first} but for rounding, which has that deflection already. Remove one of the two.`;
    check.report(issue("correction-twice", correction, `${load} at ${at}`, rest));
  }
}

/** How far numbers that somebody computed may be from those that follow. */
const FOLLOWS = 1e-9;

/** Mass, mass centre and inertia of a beam are not free. True if they are as they must be. */
export function checkFollowing(check: Check, part: Part, body: Body, beam: Beam): boolean {
  const follows = beamMassProperties(beam);
  let isSound = true;
  const same = (of: Part, given: Real | readonly Real[], wanted: Real | readonly Real[]): void => {
    if (isSameData(given, wanted) || isClose([given].flat(), [wanted].flat())) return;
    isSound = false;
    const rest =
      `must be ${showReals(wanted)}, which follows from its length, section and density. Leave it out; ` +
      `weld a rigid body to a station for what the beam carries.`;
    check.report(issue("mass-follows", of, given, rest));
  };
  same(propertyOf(part, "mass"), body.mass, follows.mass);
  same(propertyOf(part, "com", "centre of mass"), body.com, follows.com);
  same(propertyOf(part, "inertia"), body.inertia, follows.inertia);
  return isSound;
}

function isClose(given: readonly Real[], wanted: readonly Real[]): boolean {
  const size = Math.max(...wanted.map((real) => (isLiteral(real) ? Math.abs(real) : Infinity)));
  return (
    given.length === wanted.length &&
    given.every((real, i) => {
      const other = wanted[i];
      return isLiteral(real) && isLiteral(other) && Math.abs(real - other) <= FOLLOWS * size && size < Infinity;
    })
  );
}

const showReals = (reals: Real | readonly Real[]): string =>
  [reals].flat().every(isLiteral)
    ? `${Array.isArray(reals) ? `[${reals.join(", ")}]` : reals}`
    : "what its parameters say";
