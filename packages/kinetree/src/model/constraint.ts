import type { Real, Vec3R } from "./real.js";
import type { Attachment } from "./types.js";

/** One coordinate of a joint, by number. */
export interface CoordinateRef {
  readonly joint: string;
  readonly coordinate: number;
}

/** A condition that the motion keeps to, beside the joints. The forces that this takes are found, not given. */
export type Constraint =
  /**
   * A belt, a cam, a linkage by its law: the driven coordinate follows the driving one, driven = Σ polynomial[k] · driving^k.
   * Without a driving coordinate, the driven one is held at polynomial[0]. The force that this takes acts between the two
   * coordinates and does no work.
   */
  | {
      readonly kind: "coupler";
      readonly name: string;
      readonly driven: CoordinateRef;
      readonly driving: CoordinateRef | null;
      readonly polynomial: readonly Real[];
    }
  /** Two wheels that mesh: driven = offset + ratio · driving, both rotations [rad]. A negative ratio turns them against each other. */
  | {
      readonly kind: "gear";
      readonly name: string;
      readonly driven: CoordinateRef;
      readonly driving: CoordinateRef;
      readonly ratio: Real;
      readonly offset: Real;
    }
  /** A toothed bar on a wheel: rack = offset + radius · pinion, a translation [m] and a rotation [rad]. A negative radius meshes on the other side. */
  | {
      readonly kind: "rack-and-pinion";
      readonly name: string;
      readonly rack: CoordinateRef;
      readonly pinion: CoordinateRef;
      readonly radius: Real;
      readonly offset: Real;
    }
  /** Prescribed motion: the coordinate is this function of time, whatever force it takes; that force does work. */
  | { readonly kind: "motion"; readonly name: string; readonly driven: CoordinateRef; readonly motion: Motion }
  /** A massless rod: the origins of frames a and b stay `length` apart [m], more than 0. */
  | {
      readonly kind: "distance";
      readonly name: string;
      readonly a: Attachment;
      readonly b: Attachment;
      readonly length: Real;
    }
  /** The origin of frame b stays on the line through the origin of frame a along `axis`, a direction in frame a of any length. */
  | {
      readonly kind: "point-on-line";
      readonly name: string;
      readonly a: Attachment;
      readonly b: Attachment;
      readonly axis: Vec3R;
    }
  /** The origin of frame b stays in the plane through the origin of frame a across `normal`, a direction in frame a of any length. */
  | {
      readonly kind: "point-on-plane";
      readonly name: string;
      readonly a: Attachment;
      readonly b: Attachment;
      readonly normal: Vec3R;
    };

/** What a prescribed coordinate does in time: functions that have two derivatives everywhere. */
export type Motion =
  /** Σ coefficients[k] t^k: start, speed, half the acceleration, … */
  | { readonly kind: "polynomial"; readonly coefficients: readonly Real[] }
  /** offset + amplitude sin(angularFrequency t + phase). */
  | {
      readonly kind: "sine";
      readonly amplitude: Real;
      readonly angularFrequency: Real;
      readonly phase: Real;
      readonly offset: Real;
    };
