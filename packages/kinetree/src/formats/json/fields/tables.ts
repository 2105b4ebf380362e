import { modelDefaults } from "../../../model/defaults.js";
import { isCurve } from "../../../model/signals.js";
import type { Curve, CurveMap, Real, Signal } from "../../../model/types.js";
import { measureKinds as k, type MeasureKind } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import { list } from "../codec/list-codec.js";
import { literal, literalMeasuring, real, realMeasuring } from "../codec/number-codecs.js";
import { choice } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";
import { union } from "../codec/union-codec.js";

const scale = {
  doc: "multiplies the values, so that a parameter can",
  codec: real(k.ratio),
  optional: true,
  defaultText: "`1`",
} as const;

const curveOver = (x: Codec<number>, y: Codec<number>): Codec<Curve> =>
  record<Curve>({
    title: "curve",
    doc: "Piecewise-linear curve through points of increasing x, in the units of the field that it stands in.",
    fields: {
      x: { doc: "arguments, increasing", codec: list(x) },
      y: { doc: "values, one for each argument", codec: list(y) },
      beyond: {
        doc: "beyond the ends: go on with the end slope, or hold the end value",
        codec: choice("extend", "hold"),
        default: modelDefaults.curve.beyond,
      },
      scale,
    },
  });

/** Curves differ in their units only, so one of them stands for all in the schema and in the documents. */
const anyCurve = curveOver(literalMeasuring(null), literalMeasuring(null));

/** What y measures over x. */
export const curve = (x: readonly MeasureKind[], y: readonly MeasureKind[]): Codec<Curve> => {
  const { read, write } = curveOver(literal(...x), literal(...y));
  return { ...anyCurve, read, write };
};

const curveMapOver = (x: Codec<number>, y: Codec<number>, z: Codec<number>): Codec<CurveMap> =>
  record<CurveMap>({
    title: "map",
    doc: "Values over two numbers, bilinear between points of increasing x and y, in the units of the field that it stands in. Beyond the ends of x the value there is held, beyond those of y it goes on.",
    fields: {
      x: { doc: "first arguments, increasing", codec: list(x) },
      y: { doc: "second arguments, increasing", codec: list(y) },
      z: { doc: "for each x a list of values, one for each y", codec: list(list(z)) },
      scale,
    },
  });

/** As with curves. */
const anyMap = curveMapOver(literalMeasuring(null), literalMeasuring(null), literalMeasuring(null));

/** Values over two numbers. */
export const curveMap = (x: MeasureKind, y: MeasureKind, z: MeasureKind): Codec<CurveMap> => {
  const { read, write } = curveMapOver(literal(x), literal(y), literal(z));
  return { ...anyMap, read, write };
};

/** A number, or a curve of what it would multiply. */
export const realOrCurve = (
  factor: readonly MeasureKind[],
  x: readonly MeasureKind[],
  y: readonly MeasureKind[],
): Codec<Real | Curve> =>
  withShortForm<Real | Curve, Real>(curve(x, y) as Codec<Real | Curve>, {
    types: ["number", "string"],
    codec: real(...factor),
    from: (value) => value,
    to: (value) => (isCurve(value) ? undefined : value),
  });

function signalOf(value: Codec<Real>, fixed: Codec<number>): Codec<Signal> {
  const points = {
    times: { doc: "increasing", codec: list(literal(k.time)) },
    values: { doc: "one for each time", codec: list(fixed) },
    scale,
  };
  return union<Signal>({
    title: "signal",
    doc: "A function of time, in the unit of the field that it stands in.",
    common: {},
    kinds: {
      constant: { doc: "The same at all times.", fields: { value: { doc: "the value", codec: value } } },
      piecewise: { doc: "values[i] from times[i] on, 0 before the first time.", fields: points },
      table: { doc: "Linear between the points, held beyond the ends.", fields: points },
      sine: {
        doc: "offset + amplitude · sin(angularFrequency · t + phase).",
        fields: {
          amplitude: { doc: "half the height from trough to crest", codec: value },
          angularFrequency: { doc: "2π times the turns in a second", codec: real(k.angularSpeed) },
          phase: { doc: "argument at time 0", codec: real(k.angle), default: modelDefaults.sine.phase },
          offset: { doc: "mean value", codec: value, default: modelDefaults.sine.offset },
        },
      },
    },
  });
}

/** As with curves. */
const anySignal = signalOf(realMeasuring(null), literalMeasuring(null));

/** A function of time; a number is a constant. */
export function signal(...of: readonly MeasureKind[]): Codec<Signal> {
  const { read, write } = signalOf(real(...of), literal(...of));
  return withShortForm<Signal, Real>(
    { ...anySignal, read, write },
    {
      types: ["number", "string"],
      codec: real(...of),
      from: (value) => ({ kind: "constant", value }),
      to: (value) => (value.kind === "constant" ? value.value : undefined),
    },
  );
}
