import { briefText } from "../../errors/number-text.js";
import type { FormulationName } from "../../formulation/formulation.js";
import type { AllowedDifferences, ComparedFormulation, ComparedRun, Sensitivity, Verdict } from "./compare-types.js";

/** Allowed difference of accelerations at one state, relative to the largest. */
export const ACCELERATIONS = 1e-9;
/** The same for loads: multipliers of closures divide by levers twice, so they round more than accelerations. */
export const LOADS = 1e-8;
/** Allowed difference of motions in tolerances, where errors do not grow. */
const TOLERANCES = 100;
/** Allowed difference of motions in differences of the looser run, whose error is about ten times that of the run itself. */
const LOOSER = 10;
/** Error of the looser run, relative to the motion, from which on differences mean nothing. */
const MEANINGLESS = 1e-4;
/** The same for fixed steps, which only differ by rounding where the coordinates are the same. */
const OF_FIXED_STEPS = 1e-9;

/** Errors of the looser run at every instant. */
export interface LooserRun {
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
}

/** The tolerance of the runs; null for fixed steps. */
type Promised = number | null;

/** Largest coordinate [rad or m], and size of the space in which the bodies move [m]. */
type MotionSizes = readonly [coordinates: number, positions: number];

/** Error growth as measured by the looser run; without one, errors are assumed to add up only. */
export function sensitivityOf(
  t: Float64Array,
  looser: LooserRun | null,
  sizes: MotionSizes,
  tolerance: Promised,
): Sensitivity {
  const [q, p] = sizes;
  const coordinates = looser ? largestSoFar(looser.coordinates) : new Float64Array(t.length);
  const positions = looser ? largestSoFar(looser.positions) : new Float64Array(t.length);
  const last = t.length - 1;
  const lost = t.findIndex((_, i) => !(coordinates[i] <= MEANINGLESS * q && positions[i] <= MEANINGLESS * p));
  return {
    coordinates,
    positions,
    growth:
      tolerance === null || looser === null
        ? null
        : Math.max(
            1,
            lastKnown(coordinates) / (LOOSER * tolerance * q),
            lastKnown(positions) / (LOOSER * tolerance * p),
          ),
    until: lost < 0 ? t[last] : t[lost],
  };
}

/**
 * A hundred tolerances, times the growth that was measured: a formulation's own error is about a tenth of what the looser run
 * is off by, in other coordinates perhaps several times that, so ten times the latter leaves no doubt.
 */
export function allowedDifferences(
  t: Float64Array,
  { coordinates, positions, until }: Sensitivity,
  [q, p]: MotionSizes,
  tolerance: Promised,
): AllowedDifferences {
  const least = tolerance === null ? OF_FIXED_STEPS : TOLERANCES * tolerance;
  const lastMeant = t[t.length - 1] === until ? Infinity : until;
  const allow = (off: Float64Array, size: number): Float64Array =>
    off.map((x, i) => (t[i] < lastMeant ? Math.max(least * size, LOOSER * x) : Infinity));
  return {
    accelerations: ACCELERATIONS,
    loads: LOADS,
    coordinates: allow(coordinates, q),
    positions: allow(positions, p),
  };
}

/** The last that is a number: a looser run may stop early. */
const lastKnown = (values: Float64Array): number => values.reduce((last, x) => (Number.isNaN(x) ? last : x), NaN);

function largestSoFar(values: Float64Array): Float64Array {
  let most = 0;
  // Once NaN, a looser run stays NaN.
  return values.map((x) => (most = x <= most ? most : x));
}

/** Closure residuals above this are reported [m]. */
const DRIFTED = 1e-9;

/** Error growth above this is not due to the method. */
const CHAOTIC = 1e3;

export interface Evidence {
  readonly t: Float64Array;
  readonly compared: readonly ComparedFormulation[];
  readonly reference: FormulationName;
  readonly sensitivity: Sensitivity;
  readonly allowed: AllowedDifferences;
  /** Number of redundant rows of the closures: loads along them are not unique. */
  readonly redundantRows: number;
}

export function verdictOf(evidence: Evidence): Verdict {
  const { compared, reference } = evidence;
  const others = compared.filter((each): each is ComparedRun => each.outcome === "ran" && each.name !== reference);
  const failures = failuresOf(compared);
  const complaints = compared.flatMap((each) => {
    if (each.outcome === "ran") return complaintsAbout(each, evidence);
    return each.outcome === "failed" && each.until ? aboutMotion(each.name, each.until, evidence) : [];
  });
  const remarks = remarksOn(evidence);
  if (complaints.length > 0)
    return { outcome: "disagree", message: complaints.join("; "), remarks: [...failures, ...remarks] };
  const agreement = others.length === 0 ? null : agreementOf(others, evidence);
  if (failures.length > 0)
    return {
      outcome: "failed",
      message: [...failures, ...(agreement === null ? [] : [`the others agree: ${agreement}`])].join("; "),
      remarks,
    };
  return agreement === null
    ? { outcome: "nothing-to-compare", message: `${reference} is the only one that ran`, remarks }
    : { outcome: "agree", message: agreement, remarks };
}

/** Who failed and why, in words. */
export const failuresOf = (compared: readonly ComparedFormulation[]): readonly string[] =>
  compared.flatMap((each) => (each.outcome === "failed" ? [`${each.name} failed: ${each.error.message}`] : []));

/** Who agrees, and how well. */
function agreementOf(others: readonly ComparedRun[], evidence: Evidence): string {
  const { allowed, reference, redundantRows } = evidence;
  const accelerations = others.map((each) => each.accelerations).filter((each) => each !== null);
  const loads = others.flatMap((each) => (each.loads === null ? [] : [each.loads.value]));
  const parts = [
    ...(accelerations.length > 0
      ? [`accelerations within ${briefText(Math.max(...accelerations))} (${briefText(allowed.accelerations)} allowed)`]
      : []),
    `positions within ${briefText(largestMeant(others, evidence))} m (${briefText(largestFinite(allowed.positions))} m allowed)`,
    ...(loads.length > 0 && redundantRows === 0
      ? [`loads within ${briefText(Math.max(...loads))} (${briefText(allowed.loads)} allowed)`]
      : []),
  ];
  const names = [reference, ...others.map(({ name }) => name)].join(", ");
  return `${names}: ${parts.join(", ")}`;
}

type Motion = Pick<ComparedRun, "coordinatesOverTime" | "positionsOverTime">;

function aboutMotion(
  name: FormulationName,
  { coordinatesOverTime, positionsOverTime }: Motion,
  { t, allowed }: Evidence,
): string[] {
  const motion = (what: string, unit: string, overTime: Float64Array, most: Float64Array): string[] => {
    const at = overTime.findIndex((x, i) => !(x <= most[i]));
    if (at < 0) return [];
    const [off, allowedThere] = [briefText(overTime[at]), briefText(most[at])];
    return [
      `${name} differs in ${what} by ${off} ${unit} at ${briefText(t[at])} s, where ${allowedThere} ${unit} is allowed`,
    ];
  };
  return [
    ...motion("coordinates", "rad or m", coordinatesOverTime, allowed.coordinates),
    ...motion("positions", "m", positionsOverTime, allowed.positions),
  ];
}

function complaintsAbout(run: ComparedRun, evidence: Evidence): string[] {
  const { allowed, reference, redundantRows } = evidence;
  const { name, accelerations, loads } = run;
  return [
    ...(accelerations !== null && !(accelerations <= allowed.accelerations)
      ? [`${name} differs in accelerations from ${reference} by ${briefText(accelerations)} of the largest`]
      : []),
    ...aboutMotion(name, run, evidence),
    ...(loads !== null && redundantRows === 0 && !(loads.value <= allowed.loads)
      ? [
          `${name} differs in loads of ${loads.of} by ${briefText(loads.value)} of the largest at ${briefText(loads.t)} s`,
        ]
      : []),
  ];
}

function remarksOn({ t, compared, sensitivity, redundantRows }: Evidence): string[] {
  const { until, growth } = sensitivity;
  const ran = compared.filter((each) => each.outcome === "ran");
  const drifted = ran.filter(({ closure }) => !((closure?.value ?? 0) <= DRIFTED));
  const why =
    growth !== null && growth > CHAOTIC
      ? "the motion is chaotic, or nearly: errors of the size of the tolerance have grown to a ten-thousandth of the motion"
      : "the error of a looser run reaches a ten-thousandth of the motion: take a smaller tolerance or step to compare longer motions";
  return [
    ...(until < t[t.length - 1]
      ? [`at ${briefText(until)} s ${why}. Differences from then on say nothing about the equations and are not judged`]
      : []),
    ...(redundantRows > 0
      ? [`redundant rows of the closures: ${redundantRows}. Loads along them are not unique and are not judged`]
      : []),
    ...missing(
      "accelerations in one state",
      ran.filter((each) => each.accelerations === null),
    ),
    ...missing(
      "loads of joints",
      ran.filter((each) => each.loads === null),
    ),
    ...drifted.map(
      ({ name, closure }) => `${name}: ${closure?.of} has a residual of ${briefText(closure?.value ?? 0)} (m or rad)`,
    ),
  ];
}

const missing = (what: string, runs: readonly ComparedRun[]): string[] =>
  runs.length === 0
    ? []
    : [`${what} are not available from ${runs.map(({ name }) => name).join(", ")} and are not compared`];

/** Largest difference of positions at the instants that are judged. */
const largestMeant = (runs: readonly ComparedRun[], { allowed }: Evidence): number =>
  Math.max(
    0,
    ...runs.flatMap((run) => [...run.positionsOverTime].filter((_, i) => Number.isFinite(allowed.positions[i]))),
  );

const largestFinite = (values: Float64Array): number => Math.max(0, ...values.filter(Number.isFinite));
