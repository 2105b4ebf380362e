import { GROUND, type Attachment, type CoordinateRef, type ShaftPort } from "kinetree";
import { links, pose, text, type Property } from "./property-sheet.js";

export const bodyLink = (label: string, name: string): Property =>
  name === GROUND ? text(label, GROUND) : links(label, { kind: "body", name });

export const jointLink = (label: string, name: string): Property => links(label, { kind: "joint", name });

/** A frame on a body: the body, and the pose in it. */
export const attachment = (label: string, own: Attachment, given: Attachment | undefined): readonly Property[] => [
  bodyLink(label, own.body),
  ...pose(`place on ${own.body}`, own.pose, given?.pose),
];

export const shaftLink = (label: string, name: string): Property => links(label, { kind: "shaft", name });

/** An end of an element between shafts: a shaft, or a joint. */
export const port = (label: string, own: ShaftPort): readonly Property[] =>
  "shaft" in own ? [shaftLink(label, own.shaft)] : coordinate(label, own);

export const coordinate = (label: string, { joint, coordinate: index }: CoordinateRef): readonly Property[] => [
  jointLink(label, joint),
  ...(index === 0 ? [] : [text(`${label} coordinate`, `number ${index}`)]),
];
