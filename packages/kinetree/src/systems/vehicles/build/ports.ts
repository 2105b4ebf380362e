import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { minus, type Point } from "../../parts/point.js";

/** A body whose axes are those of the chassis in the drawn pose, and where its frame lies in the chassis there. */
export interface BodyFrame {
  readonly body: string;
  readonly origin: Point;
}

/** A place that is given in the chassis, as a place on a body. */
export const on = ({ body, origin }: BodyFrame, point: Point): { readonly body: string; readonly at: Point } => ({
  body,
  at: minus(point, origin),
});

/** Parts are given for the left side. */
export type Side = "left" | "right";

export const mirrored = ([x, y, z]: Point, side: Side): Point => [x, side === "left" ? y : -y, z];

/**
 * Where tyre, brake and half shaft go. The frame of the wheel lies at its centre; its y axis is the spin axis and points to
 * the left on both sides, and so does the axis of the joint: positive rolls forward.
 */
export interface WheelPlace {
  /** Of the names of everything at this corner: "FL". */
  readonly suffix: string;
  readonly side: Side;
  readonly wheel: BodyFrame;
  /** What the wheel turns on; it does not spin. */
  readonly carrier: BodyFrame;
  readonly spin: string;
  readonly radius: number;
  readonly width: number;
}

/** What a suspension offers at one corner. */
export interface CornerPorts {
  readonly wheel: WheelPlace;
  /** The body that moves up and down with the wheel and does not steer: drop links stand on it. */
  readonly link: BodyFrame;
  /** Its hinge on the chassis, positive lifts the wheel, and a place on the axis; null where rubber carries it. */
  readonly travel: { readonly joint: string; readonly at: Point; readonly axis: Point } | null;
  /** The tie rod's inner end in the chassis. */
  readonly tieRodInner: Point;
}

/** A mechanism with a part, and what the part offers to the next. */
export interface Added<Ports> {
  readonly built: AnyMechanism;
  readonly ports: Ports;
}
