import type { Body, Model, Real, Shape } from "kinetree";
import type { FlexibleInfo } from "../../engine/protocol.js";
import { positionColumns, quaternionColumns } from "../../engine/row-columns.js";
import { bodyKind } from "../tree/model-tree.js";
import { flexibleSections, stationSection } from "./flexible-sheet.js";
import {
  links,
  live,
  number,
  numbers,
  pose,
  text,
  vector,
  type Property,
  type PropertySheet,
} from "./property-sheet.js";
import { Vector3 } from "three";
import { principalAxes } from "../../scene/shapes/ellipsoid.js";

/** Properties of a body: mass, inertia, frames, shapes, and where it is at the time shown. */
export function bodySheet(
  body: Body,
  given: Body | undefined,
  model: Model,
  info: FlexibleInfo | undefined,
): PropertySheet {
  const { joints, contacts, tyres } = model;
  const kind = bodyKind(
    body,
    joints.find((joint) => joint.kind === "flexible" && joint.child === body.name),
  );
  const touching = contacts.filter(({ at }) => at.body === body.name);
  const at = joints.filter(({ parent, child }) => parent === body.name || child === body.name);
  return {
    title: body.name,
    subtitle: kind === "body" ? (body.massless ? "massless body" : "body") : subtitles[kind],
    icon: kind,
    sections: [
      { title: "Current values", properties: whereabouts(body.name) },
      ...stationSection(body.name, model),
      ...(body.flexible === undefined ? [] : flexibleSections(body.flexible, given?.flexible, info)),
      { title: "Mass", properties: massProperties(body, given) },
      {
        title: "Connected by",
        properties: [
          ...at.map(({ name, kind }) => links(kind, { kind: "joint", name })),
          ...touching.map(({ name }) => links("contact", { kind: "contact", name })),
          ...tyres.filter(({ at }) => at.body === body.name).map(({ name }) => links("tyre", { kind: "tyre", name })),
        ],
      },
      {
        title: "Frames",
        properties: body.frames.flatMap((frame, i) => pose(frame.name, frame.pose, given?.frames[i]?.pose)),
      },
      {
        title: "Shapes",
        properties: body.shapes.flatMap((shape, i) => shapeProperties(shape, given?.shapes[i])),
      },
    ],
  };
}

const subtitles = { beam: "flexible beam", modal: "flexible body", station: "station" } as const;

function whereabouts(name: string): readonly Property[] {
  return [live("position", "m", ...positionColumns(name)), live("orientation", "", ...quaternionColumns(name))];
}

/** Whether a moment is negative or greater than the two others together, by more than rounding. */
const isUnphysical = ([least, middle, most]: readonly number[]): boolean =>
  least < 0 || most > (least + middle) * (1 + 1e-9);

function massProperties(body: Body, given: Body | undefined): readonly Property[] {
  if (body.massless) return [text("mass", "none: it only connects others")];
  const inertia = body.inertia.map(Number);
  const { moments, axes } = sortedPrincipalAxes(inertia);
  const model = (...places: readonly number[]): readonly (Real | undefined)[] => places.map((i) => given?.inertia[i]);
  return [
    number("mass", "kg", body.mass, given?.mass),
    vector("centre of mass", "m", body.com, given?.com),
    numbers("inertia xx, yy, zz", "kg m²", inertia.slice(0, 3), model(0, 1, 2)),
    ...(inertia.slice(3).some((value) => value !== 0)
      ? [numbers("inertia xy, xz, yz", "kg m²", inertia.slice(3), model(3, 4, 5))]
      : []),
    numbers("principal moments", "kg m²", moments),
    ...axes.map((axis, i) => numbers(`principal axis ${i + 1}`, "", axis)),
    // The flag only permits it; parameters may still give a possible inertia.
    ...(isUnphysical(moments) ? [text("remark", "not the inertia of any rigid body; used as given")] : []),
  ];
}

function shapeProperties(shape: Shape, given: Shape | undefined): readonly Property[] {
  const label = shape.name;
  const use = shape.use === "both" ? "" : `, for ${shape.use}`;
  return [text(label, `${shape.kind}${use}`), ...sizes(shape, given), ...pose("place", shape.pose, given?.pose)];
}

function sizes(shape: Shape, given: Shape | undefined): readonly Property[] {
  // The numbers come from the model that was given, so the kinds agree.
  switch (shape.kind) {
    case "box":
      return [numbers("size", "m", shape.size, given?.kind === "box" ? given.size : [])];
    case "sphere":
      return [number("radius", "m", shape.radius, given?.kind === "sphere" ? given.radius : undefined)];
    case "cylinder":
    case "capsule": {
      const same = given?.kind === shape.kind ? given : undefined;
      return [number("radius", "m", shape.radius, same?.radius), number("length", "m", shape.length, same?.length)];
    }
    default:
      return [text("file", shape.uri), numbers("scale", "", shape.scale, given?.kind === "mesh" ? given.scale : [])];
  }
}

/** Principal moments in ascending order, each with its unit axis. */
interface SortedAxes {
  readonly moments: readonly number[];
  readonly axes: readonly (readonly number[])[];
}

/** Principal moments and axes of an inertia (xx, yy, zz, xy, xz, yz), for reading: in order, the axes turned to their positive side. */
export function sortedPrincipalAxes(inertia: readonly number[]): SortedAxes {
  const { moments, turn } = principalAxes(inertia);
  const found = [0, 1, 2].map((i) => ({
    moment: moments.getComponent(i),
    axis: facing(new Vector3().setComponent(i, 1).applyQuaternion(turn).toArray()),
  }));
  found.sort((a, b) => a.moment - b.moment);
  return { moments: found.map(({ moment }) => moment), axes: found.map(({ axis }) => axis) };
}

/** An axis has no direction: its largest part is made positive, so that the same body always reads the same. */
function facing(axis: readonly number[]): readonly number[] {
  const largest = axis.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0);
  const sign = largest < 0 ? -1 : 1;
  // Zeros without their rounding errors.
  return axis.map((part) => (Math.abs(part) < 1e-14 ? 0 : sign * part));
}
