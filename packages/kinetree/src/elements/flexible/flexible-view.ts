import { evaluateReal } from "../../model/evaluate-real.js";
import { modeCount, type Beam, type Flexible, type ModalNode, type NumberTriple } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { resultantsAlong, stressNumbers, type BeamResultants } from "./beam-resultants.js";
import { clampedFrequencies } from "./clamped-frequencies.js";
import { planFlexible } from "./plan-flexible.js";

/** A flexible body in plain numbers, for drawing. */
export type FlexibleView = BeamView | ModalView;

/** A beam: points along its axis, from the clamped end to the free one. */
export interface BeamView {
  readonly kind: "beam";
  readonly modes: number;
  /** [m] */
  readonly length: number;
  readonly points: readonly BeamPoint[];
  readonly section: SectionView;
  /** Of the beam with its frame held, in the order of the modes [rad/s]. */
  readonly frequencies: readonly number[];
}

/** A place on the axis of a beam. Shapes and slopes: x, y, z of mode j at 3 j. The others: one number for each amplitude. */
export interface BeamPoint {
  /** In the body frame, undeformed [m]. */
  readonly position: NumberTriple;
  readonly shapes: readonly number[];
  readonly slopes: readonly number[];
  /** Axial force, torque, and bending moments about y and z. */
  readonly n: readonly number[];
  readonly t: readonly number[];
  readonly my: readonly number[];
  readonly mz: readonly number[];
}

/** A section: how it looks, and what its stresses follow from: as in `stressOf`. */
export interface SectionView {
  readonly kind: Beam["section"]["kind"];
  /** Outline: half of its extent along y and along z; both are the radius where it is round [m]. */
  readonly halfY: number;
  readonly halfZ: number;
  /** Of the hole of a tube; else 0 [m]. */
  readonly innerRadius: number;
  readonly area: number;
  readonly momentY: number;
  readonly momentZ: number;
  readonly fibreY: number;
  readonly fibreZ: number;
}

/** A modal body: its nodes. */
export interface ModalView {
  readonly kind: "modal";
  readonly modes: number;
  readonly nodes: readonly ModalNode[];
  /** Of the body with its frame held, ascending [rad/s]. */
  readonly frequencies: readonly number[];
}

/** A flexible body for drawing, with parameter `values`; `points` (at least 2) places along a beam, evenly spaced, ends included. */
export function flexibleView(
  flexible: Flexible,
  values: ReadonlyMap<string, number> = new Map(),
  points = 24,
): FlexibleView {
  const modes = modeCount(flexible);
  const frequencies = clampedFrequencies(flexible, values);
  if (flexible.kind === "modal") return { kind: "modal", modes, nodes: flexible.nodes, frequencies };
  const number = (real: Real): number => evaluateReal(real, values);
  const { length } = flexible;
  const count = Math.max(2, Math.floor(points));
  const resultantsAt = resultantsAlong(flexible, number);
  const plan = planFlexible({ ...flexible, geometricStiffness: false }, number);
  return {
    kind: "beam",
    modes,
    length,
    frequencies,
    section: sectionView(flexible, number),
    points: Array.from({ length: count }, (_, i) => {
      const position: NumberTriple = [(length * i) / (count - 1), 0, 0];
      const { shapes, slopes } = plan.station(position);
      // Plain numbers, since the parameters were; `as` only says so to the compiler.
      const rows = resultantsAt(position[0]) as Readonly<Record<keyof BeamResultants, readonly number[]>>;
      return { position, shapes, slopes, n: rows.axial, t: rows.torque, my: rows.momentY, mz: rows.momentZ };
    }),
  };
}

function sectionView({ section }: Beam, number: (real: Real) => number): SectionView {
  const { kind } = section;
  const numbers = stressNumbers(section, number);
  const innerRadius = kind === "tube" ? number(section.innerRadius) : 0;
  return { kind, halfY: numbers.fibreY, halfZ: numbers.fibreZ, innerRadius, ...numbers };
}
