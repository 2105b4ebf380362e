import type { Real } from "./real.js";

/**
 * How a body bends: by assumed modes about its body frame, which moves with the place where the body is held. Its mass, mass
 * centre and inertia are those of the body as it is not deformed. Joints of kind "flexible" lead from the body frame to the
 * places that others hold on to, its stations; the first of them has the modal amplitudes as its coordinates.
 */
export type Flexible = Beam | ModalBody;

/**
 * A straight slender beam along x of the body frame, clamped at x = 0 and free at x = length. Modes in this order: displacements
 * along y, along z, along x, turns about x; within each, in the order of their frequencies.
 */
export interface Beam {
  readonly kind: "beam";
  /** [m] */
  readonly length: number;
  readonly section: BeamSection;
  readonly material: Material;
  /** How many of each. */
  readonly modes: BeamModes;
  /** Static shapes that are added to the modes of their plane: deflections under a unit load. */
  readonly corrections: readonly BeamCorrection[];
  /** Of each mode, as a share of critical damping. */
  readonly dampingRatio: Real;
  /** Sections move inwards where the beam bends: so a beam that spins stiffens, and one that is pressed softens. */
  readonly geometricStiffness: boolean;
}

/** The section of a beam: a solid circle, a tube, a rectangle of sides along y and z, or its own numbers. */
export type BeamSection =
  | { readonly kind: "circle"; readonly radius: Real }
  | { readonly kind: "tube"; readonly outerRadius: Real; readonly innerRadius: Real }
  | { readonly kind: "rectangle"; readonly width: Real; readonly height: Real }
  | {
      readonly kind: "general";
      /** [m²] */
      readonly area: Real;
      /** ∫ z² dA, against bending along z [m⁴]. */
      readonly momentY: Real;
      /** ∫ y² dA, against bending along y [m⁴]. */
      readonly momentZ: Real;
      /** Torsion constant [m⁴]. */
      readonly torsionConstant: Real;
      /** Greatest distance of the material from the axis, along y and along z, for stresses [m]. */
      readonly fibreY: Real;
      readonly fibreZ: Real;
    };

/** What a beam is made of. */
export interface Material {
  /** [kg/m³] */
  readonly density: Real;
  /** [Pa] */
  readonly youngsModulus: Real;
  /** [Pa] */
  readonly shearModulus: Real;
}

/** How many modes a beam has: along y, along z, along x, and turns about x. */
export interface BeamModes {
  readonly y: number;
  readonly z: number;
  readonly axial: number;
  readonly torsion: number;
}

/** A deflection under a unit load at a place of a beam. */
export interface BeamCorrection {
  /** Distance from the clamped end [m]. */
  readonly at: number;
  /** Force along, or torque about an axis of the body frame. */
  readonly load: "force-x" | "force-y" | "force-z" | "torque-x" | "torque-y" | "torque-z";
}

/**
 * A body whose modes come from elsewhere, such as a finite-element program. Shapes are displacements relative to the body
 * frame, at whose origin they vanish with their slopes. Integrals are over the undeformed body, in the body frame.
 */
export interface ModalBody {
  readonly kind: "modal";
  /** ∫ Φᵢ·Φⱼ dm, row by row. */
  readonly mass: SquareMatrix;
  /** Row by row; multiplied by `stiffnessScale`. */
  readonly stiffness: SquareMatrix;
  /** A matrix, or a share of critical damping for each mode by itself. */
  readonly damping: SquareMatrix | { readonly ratio: Real };
  /** ∫ Φⱼ dm of each mode [kg m]. */
  readonly translation: readonly NumberTriple[];
  /** ∫ x Φⱼᵀ dm of each mode: nine numbers, row by row [kg m²]. */
  readonly firstMoments: readonly (readonly number[])[];
  /** ∫ Φᵢ Φⱼᵀ dm of each pair: `secondMoments[i][j]` has nine numbers, row by row. null: left out, and with them what deformation does to rotation beyond first order. */
  readonly secondMoments: readonly (readonly (readonly number[])[])[] | null;
  readonly nodes: readonly ModalNode[];
  /** Multiplies the stiffness, so that a parameter can; 1 unless said. */
  readonly stiffnessScale: Real;
}

/** A square matrix of plain numbers, row by row. */
export type SquareMatrix = readonly (readonly number[])[];

/** x, y, z as plain numbers. */
export type NumberTriple = readonly [number, number, number];

/** A place of a modal body that others can hold on to. */
export interface ModalNode {
  readonly name: string;
  /** In the body frame, undeformed [m]. */
  readonly position: NumberTriple;
  /** Displacement of each mode at unit amplitude. */
  readonly shapes: readonly NumberTriple[];
  /** Rotation of each mode at unit amplitude [rad]. */
  readonly slopes: readonly NumberTriple[];
}

/** How many modes a flexible body has. */
export function modeCount(flexible: Flexible): number {
  if (flexible.kind === "modal") return flexible.mass.length;
  const { modes, corrections } = flexible;
  return modes.y + modes.z + modes.axial + modes.torsion + corrections.length;
}
