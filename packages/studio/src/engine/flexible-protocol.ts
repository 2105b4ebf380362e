/* What the page is told of flexible bodies. */

/** The flexible bodies of a model, and the tree of bodies: those attached to a deformed body move with it. */
export interface Flexibles {
  readonly bodies: readonly FlexibleInfo[];
  /** Indices of all bodies, those that carry before those that are carried. */
  readonly order: Int32Array;
  /** The body that carries each body, by index; -1 for ground. */
  readonly carrier: Int32Array;
}

/** A flexible body, as pages draw it and tell of it. */
export interface FlexibleInfo {
  readonly body: number;
  /** The joint whose coordinates are the modal amplitudes. */
  readonly joint: string;
  /** Place of the first amplitude in q. */
  readonly qStart: number;
  /** Columns of the amplitudes: "q.boom.0" and so on. */
  readonly columns: readonly string[];
  /** Of the body clamped at its frame [Hz]. */
  readonly frequencies: readonly number[];
  /** Mode shapes; identical bodies share them. */
  readonly shape: FlexibleShape;
}

/** Points of a flexible body and the values of its m modes there at unit amplitude; flat lists, point after point. */
export interface FlexibleShape {
  readonly modes: number;
  /** Undeformed, in the body frame: along the axis of a beam from its clamped end, or the nodes of a modal body [m]. */
  readonly positions: Float64Array;
  /** Displacement by mode j at point k from 3 (k m + j) on. */
  readonly shapes: Float64Array;
  /** Rotation, likewise [rad]. */
  readonly slopes: Float64Array;
  /** Axial force, moments about y and z, likewise [N, N m]; null for a modal body. */
  readonly resultants: Float64Array | null;
  readonly section: SectionInfo | null;
}

/** The section of a beam, as far as it is drawn and stressed. */
export interface SectionInfo {
  readonly isRound: boolean;
  /** Greatest distance of the material from the axis along y and z [m]. */
  readonly fibreY: number;
  readonly fibreZ: number;
  /** [m²], and ∫ z² dA, ∫ y² dA [m⁴]. */
  readonly area: number;
  readonly momentY: number;
  readonly momentZ: number;
}
