import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Real, Vec3R } from "../real.js";
import type {
  Beam,
  BeamCorrection,
  BeamModes,
  BeamSection,
  Body,
  BodyDescription,
  JointDescription,
  Material,
  ModalBody,
} from "../types.js";
import { isRecord } from "../check.js";
import { jointSubject } from "../validate/joints.js";
import { propertyOf, thingAt, type Part } from "../part.js";
import { beamPieces } from "./beam-pieces.js";
import { makeBody, type BodyExtras } from "./body.js";
import { optionNames } from "./option-names.js";
import type { OptionNames } from "./options.js";
import type { Resolver } from "./place.js";

/** What a builder is told of a beam. */
export interface BeamOptions<
  FrameName extends string = never,
  Tip extends string = string,
  Pieces extends number = number,
> extends BodyExtras<FrameName> {
  /** [m] */
  readonly length: number;
  readonly section: BeamSection;
  readonly material: Material;
  /** How many of each; two along y and two along z if left out. Where some are given, the others are 0. */
  readonly modes?: Partial<BeamModes>;
  /** Deflections under unit loads, beside the modes; none if left out. */
  readonly corrections?: readonly BeamCorrection[];
  /** Of each mode, as a share of critical damping; 0 if left out. */
  readonly dampingRatio?: Real;
  /** Whether a beam that spins stiffens; it does if left out. */
  readonly geometricStiffness?: boolean;
  /** Name of the station at the free end. */
  readonly tip?: Tip;
  /**
   * Into how many equal pieces the beam is cut, each a body with the modes given; 1 if left out. Pieces bend further than one beam may:
   * the modes of each are linear about its own start. The first piece has the name of the beam, the others `<name>_2`, …, the
   * stations between them are `<name>_cut_1`, …, and deflections under the forces and torques at the cuts are added.
   */
  readonly pieces?: Pieces;
}

type ModalDefaults = keyof typeof modelDefaults.modalBody;

/** Data of a modal body; what has a default may be left out. */
export type ModalData = Omit<ModalBody, "kind" | ModalDefaults> &
  Partial<Pick<ModalBody, ModalDefaults>> & { readonly kind?: "modal" };

/** What a builder is told of a body with modes from elsewhere. */
export interface ModalBodyOptions<
  FrameName extends string = never,
  Node extends string = string,
> extends BodyExtras<FrameName> {
  /** [kg] */
  readonly mass: Real;
  /** Mass centre in the body frame, undeformed [m]; the origin if left out. */
  readonly com?: Vec3R;
  /** About the mass centre, undeformed: xx, yy, zz, or those and xy, xz, yz [kg m²]. */
  readonly inertia: Vec3R | Body["inertia"];
  readonly data: ModalData;
  /** The node of the first station; the first node that is not at the origin if left out. */
  readonly first?: Node;
}

/** Where on a flexible body a station is. */
export type StationOptions<B extends string = string, FrameName extends string = never> = BodyExtras<FrameName> & {
  /** The flexible body. */
  readonly on: B;
} & (
    | {
        /** Distance along the axis of a beam [m], or a position or pose in the body frame. */
        readonly at: number | PoseLike;
        readonly node?: never;
      }
    | {
        /** Name of a node of a modal body. */
        readonly node: string;
        readonly at?: never;
      }
  );

/** By a node where one is named, by a place otherwise. */
export const stationOptionNames = (options: unknown): OptionNames =>
  isRecord(options) && options.node !== undefined ? optionNames.stationAtNode : optionNames.station;

/** What one call of a builder adds. */
export interface FlexiblePieces {
  readonly bodies: readonly BodyDescription[];
  readonly joints: readonly ((resolve: Resolver) => JointDescription)[];
}

export function makeBeam(name: string, options: BeamOptions<string>): FlexiblePieces {
  const { length, section, material, tip = `${name}_tip` } = options;
  const { modes, corrections, dampingRatio, geometricStiffness } = modelDefaults.beam;
  const flexible: Beam = {
    kind: "beam",
    length,
    section,
    material,
    modes: options.modes === undefined ? modes : { y: 0, z: 0, axial: 0, torsion: 0, ...options.modes },
    corrections: options.corrections ?? corrections,
    dampingRatio: options.dampingRatio ?? dampingRatio,
    geometricStiffness: options.geometricStiffness ?? geometricStiffness,
  };
  const { frames, shapes } = makeBody(name, { massless: true, ...extrasOf(options) });
  const bare = makeBody(name, { massless: true });
  const pieces = beamPieces(name, tip, flexible, options.pieces ?? 1);
  return {
    bodies: pieces.flatMap((piece, k): BodyDescription[] => [
      {
        name: piece.name,
        frames: k === 0 ? frames : bare.frames,
        shapes: k === 0 ? shapes : bare.shapes,
        flexible: piece.flexible,
      },
      makeBody(piece.end, { massless: true }),
    ]),
    joints: pieces.flatMap((piece, k) => [
      () => stationJoint(piece.name, piece.name, piece.end, pose([piece.flexible.length, 0, 0])),
      ...(k === 0 ? [] : [() => weldOf(`${name}_weld_${k}`, pieces[k - 1].end, piece.name)]),
    ]),
  };
}

const weldOf = (name: string, parent: string, child: string): JointDescription => ({
  kind: "weld",
  name,
  parent,
  child,
  X_parent_joint: modelDefaults.pose,
  X_child_joint: modelDefaults.pose,
  coordinates: [],
  role: modelDefaults.role,
});

export function makeModalBody(name: string, options: ModalBodyOptions<string>): FlexiblePieces {
  const { mass, com, inertia, data } = options;
  const flexible: ModalBody = { ...modelDefaults.modalBody, ...data, kind: "modal" };
  const first = options.first ?? firstNode(flexible);
  const station = `${name}_${first}`;
  const rigid = makeBody(name, { mass, inertia, ...(com === undefined ? {} : { com }), ...extrasOf(options) });
  return {
    bodies: [{ ...rigid, flexible }, makeBody(station, { massless: true })],
    joints: [
      (resolve) => {
        const node = nodeOf(resolve, { name, parent: name, child: station });
        return stationJoint(name, name, station, resolve.nodePose(node, name, first));
      },
    ],
  };
}

export function makeStation(name: string, options: StationOptions<string, string>): FlexiblePieces {
  const { on } = options;
  return {
    bodies: [makeBody(name, { massless: true, ...extrasOf(options) })],
    joints: [
      (resolve) => {
        const node = nodeOf(resolve, { name, parent: on, child: name });
        if (options.node !== undefined) return stationJoint(name, on, name, resolve.nodePose(node, on, options.node));
        const place = options.at;
        return stationJoint(name, on, name, pose(typeof place === "number" ? [place, 0, 0] : place));
      },
    ],
  };
}

/** The node that a station is at: in the model, where its joint is. */
const nodeOf = ({ path }: Resolver, joint: Parameters<typeof jointSubject>[0]): Part =>
  propertyOf(thingAt(path, jointSubject(joint)), "X_parent_joint", "node");

/** How many coordinates it has follows from the body and from the joints before it. */
const stationJoint = (
  name: string,
  parent: string,
  child: string,
  X_parent_joint: JointDescription["X_parent_joint"],
): JointDescription => ({
  kind: "flexible",
  name,
  parent,
  child,
  X_parent_joint,
  X_child_joint: modelDefaults.pose,
  role: modelDefaults.role,
});

/** Nodes may come from where no compiler looked; a node without a place is left to the check of the model. */
function firstNode({ nodes }: ModalBody): string {
  const isAway = (node: ModalBody["nodes"][number]): boolean => node.position.some((component) => component !== 0);
  return (nodes.find(isAway) ?? nodes.at(0))?.name ?? "node";
}

const extrasOf = ({ frames, shapes }: BodyExtras<string>): BodyExtras<string> => ({
  ...(frames === undefined ? {} : { frames }),
  ...(shapes === undefined ? {} : { shapes }),
});
