import type { Beam, BeamCorrection, BeamModes } from "../flexible.js";

/** Of one beam. */
export const MOST_PIECES = 1000;

/** One of the pieces that a beam is cut into, from its clamped end on. */
interface BeamPiece {
  /** Of the body and of the joint to its end. */
  readonly name: string;
  /** Of the station at its end. */
  readonly end: string;
  readonly flexible: Beam;
}

/** What is handed on at a cut, where the piece may bend, stretch or twist at all. */
const handedOn: Readonly<Record<keyof BeamModes, readonly BeamCorrection["load"][]>> = {
  y: ["force-y", "torque-z"],
  z: ["force-z", "torque-y"],
  axial: ["force-x"],
  torsion: ["torque-x"],
};

/**
 * A beam in equal pieces, each with the modes of the beam. The shapes of a clamped beam have no moment at its free end, but at a cut
 * the next piece hands on a force and a moment; the deflections under those are added, or the whole would be too stiff however
 * many pieces there are.
 */
export function beamPieces(name: string, tip: string, beam: Beam, count: number): readonly BeamPiece[] {
  if (count === 1) return [{ name, end: tip, flexible: beam }];
  const length = beam.length / count;
  return Array.from({ length: count }, (_, k): BeamPiece => {
    const isLast = k === count - 1;
    const own = beam.corrections
      .filter(({ at }) => pieceOf(at, length, count) === k)
      .map(({ at, load }) => ({ at: isLast ? at - k * length : Math.min(at - k * length, length), load }));
    const handed = isLast ? [] : directions.flatMap((to) => (beam.modes[to] > 0 ? handedOn[to] : []));
    const missing = handed.filter((load) => !own.some((each) => each.load === load && each.at === length));
    return {
      name: k === 0 ? name : `${name}_${k + 1}`,
      end: isLast ? tip : `${name}_cut_${k + 1}`,
      flexible: { ...beam, length, corrections: [...own, ...missing.map((load) => ({ at: length, load }))] },
    };
  });
}

const directions = ["y", "z", "axial", "torsion"] as const;

/** The piece that holds a place of the beam; a cut belongs to the piece before it. What is no place is left to the checks of the first. */
function pieceOf(at: number, length: number, count: number): number {
  const k = Math.ceil(at / length) - 1;
  return Number.isNaN(k) ? 0 : Math.min(count - 1, Math.max(0, k));
}
