import type { Flexible } from "../flexible.js";
import { definitionOf, fieldsOf } from "../joints.js";
import type { JointCoordinate, JointFieldType, JointFieldTypes, JointGlyph, JointSpeed } from "./joint-definition.js";
import type { Joint, JointAxis } from "../types.js";

/** A number of the state by the name of its column in results. */
export interface NamedColumn {
  readonly column: string;
}

/** A field in which a joint says how it moves, with its value. */
export type JointFieldValue = {
  readonly [T in JointFieldType]: {
    readonly name: string;
    readonly label: string;
    readonly type: T;
    readonly value: JointFieldTypes[T];
  };
}[JointFieldType];

/** What follows from the kind of a joint. */
export interface JointFacts {
  /** In the order of q. */
  readonly coordinates: readonly (JointCoordinate & NamedColumn)[];
  /** In the order of v. */
  readonly speeds: readonly (JointSpeed & NamedColumn)[];
  /** Where among its coordinates a quaternion begins; null if there is none, and the speeds are the rates of the coordinates. */
  readonly quaternion: number | null;
  /** Single axes that make the same motion, one after the other from the parent on; null for a joint of one piece. */
  readonly axes: readonly JointAxis[] | null;
  readonly fields: readonly JointFieldValue[];
  readonly glyph: JointGlyph;
}

/**
 * Coordinates and speeds of a joint, with labels, units and columns, its axes and how it is drawn.
 * @param body the flexible body that a flexible joint starts from, which knows the units of its amplitudes
 */
export function jointFacts(joint: Joint, body?: Flexible): JointFacts {
  const definition = definitionOf(joint);
  const { coordinates, speeds } = definition.numbers(joint, body);
  const q = columnNames(`q.${joint.name}`, coordinates.length);
  const v = columnNames(`v.${joint.name}`, speeds.length);
  const values = joint as unknown as Readonly<Record<string, unknown>>;
  return {
    coordinates: coordinates.map((each, i) => ({ ...each, column: q[i] })),
    speeds: speeds.map((each, i) => ({ ...each, column: v[i] })),
    quaternion: definition.quaternion?.at ?? null,
    axes: definition.axes(joint),
    fields: fieldsOf(joint.kind).map(
      ([name, { type, label }]) => ({ name, label, type, value: values[name] }) as JointFieldValue,
    ),
    glyph: definition.glyph,
  };
}

/** Columns of several numbers of one thing: its name alone, or with ".0", ".1" and so on where there are several. */
export const columnNames = (name: string, count: number): readonly string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}.${i}`);
