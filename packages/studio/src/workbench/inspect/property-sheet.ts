import type { Pose, Real, Vec3R } from "kinetree";
import type { Target } from "../../engine/protocol.js";
import type { NodeKind } from "../tree/model-tree.js";
import { isExpression, parametersUsed, realText } from "../model-real.js";

/** One line of the properties: a label and one of several forms of value. */
export type Property =
  /** Numbers of the model; `expression` and `parameters` where they follow from parameters. */
  | {
      readonly kind: "numbers";
      readonly label: string;
      readonly values: readonly number[];
      readonly unit: string;
      readonly expression: string | null;
      readonly parameters: readonly string[];
    }
  | { readonly kind: "text"; readonly label: string; readonly text: string }
  | { readonly kind: "links"; readonly label: string; readonly targets: readonly Target[] }
  /** How a frame is turned: an angle [rad] about an axis. */
  | {
      readonly kind: "turn";
      readonly label: string;
      readonly angle: number;
      readonly axis: readonly number[];
      readonly quaternion: readonly number[];
      readonly parameters: readonly string[];
    }
  /** A number that follows from values at the time shown. */
  | {
      readonly kind: "derived";
      readonly label: string;
      readonly unit: string;
      readonly columns: readonly string[];
      readonly value: (values: readonly number[]) => number;
    }
  /** Values at the time shown, by the names of their columns. */
  | {
      readonly kind: "live";
      readonly label: string;
      readonly columns: readonly string[];
      readonly unit: string;
    };

export interface Section {
  readonly title: string;
  readonly properties: readonly Property[];
  /** Channels that a run has to record before the values of this section are known. */
  readonly recordable?: { readonly label: string; readonly channels: readonly string[] };
}

export interface PropertySheet {
  readonly title: string;
  readonly subtitle: string;
  /** Looks of its own, if not those of its kind. */
  readonly icon?: NodeKind;
  readonly sections: readonly Section[];
}

/** A line of numbers. `model` has them as given, possibly as expressions; `values` their values. */
export function numbers(
  label: string,
  unit: string,
  values: readonly Real[],
  model: readonly (Real | undefined)[] = [],
): Property {
  const given = model.filter(isExpression);
  return {
    kind: "numbers",
    label,
    values: values.map(Number),
    unit,
    expression: given.length === 0 ? null : model.map((real) => (real === undefined ? "?" : realText(real))).join(", "),
    parameters: [...new Set(given.flatMap(parametersUsed))],
  };
}

export const number = (label: string, unit: string, value: Real, model?: Real): Property =>
  numbers(label, unit, [value], [model]);

export const text = (label: string, words: string): Property => ({ kind: "text", label, text: words });

export const links = (label: string, ...targets: readonly Target[]): Property => ({ kind: "links", label, targets });

export const live = (label: string, unit: string, ...columns: readonly string[]): Property => ({
  kind: "live",
  label,
  unit,
  columns,
});

export const derived = (
  label: string,
  unit: string,
  columns: readonly string[],
  value: (values: readonly number[]) => number,
): Property => ({ kind: "derived", label, unit, columns, value });

/** A vector, unless it is zero. */
export const vector = (label: string, unit: string, value: Vec3R, model?: Vec3R): Property =>
  numbers(label, unit, value, model);

/** Position and orientation; the parts that are nothing are left out. */
export function pose(label: string, value: Pose, model?: Pose): readonly Property[] {
  const turned = value.rotation.slice(1).some((part) => part !== 0) || (model?.rotation ?? []).some(isExpression);
  const moved = value.position.some((part) => part !== 0) || (model?.position ?? []).some(isExpression);
  return [
    ...(moved || !turned ? [numbers(label, "m", value.position, model?.position)] : []),
    ...(turned ? [turn(`${label}, turned`, value, model)] : []),
  ];
}

/** As angle and axis, which are easier to read than a quaternion. */
function turn(label: string, { rotation }: Pose, model: Pose | undefined): Property {
  const quaternion = rotation.map(Number);
  const [w, x, y, z] = quaternion;
  const sine = Math.hypot(x, y, z);
  // The shorter way round.
  const sign = w < 0 ? -1 : 1;
  return {
    kind: "turn",
    label,
    angle: 2 * Math.atan2(sine, Math.abs(w)),
    axis: sine > 0 ? [x, y, z].map((part) => (sign * part) / sine + 0) : [0, 0, 1],
    quaternion,
    parameters: [...new Set((model?.rotation ?? []).flatMap(parametersUsed))],
  };
}
