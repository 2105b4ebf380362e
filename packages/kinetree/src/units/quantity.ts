import { baseUnit, isSameDimension, type Dimension } from "./dimension.js";
import { measureKinds, type MeasureKind } from "./measure-kinds.js";
import { parseUnit } from "./parse-unit.js";
import { shown, unitError } from "./unit-error.js";
import type { Unit } from "./unit-table.js";

/** A number that was written with a unit. */
export interface Quantity {
  /** In the coherent unit of SI. */
  readonly value: number;
  readonly unit: Unit;
  /** As it was written. */
  readonly unitText: string;
}

/** Longer texts are not quantities. */
const LONGEST_QUANTITY = 300;

const pattern = /^\s*([-+−]?)\s*(\d+(?:\.\d*)?|\.\d+)(?:[eE]([-+−]?\d+))?\s*(.*)$/su;

/** A number with a unit, such as "65 deg", "12 kN/m" or "-3.5e2 N*m/rad". */
export function parseQuantity(text: string): Quantity {
  if (text.length > LONGEST_QUANTITY) throw noQuantity(text);
  const match = pattern.exec(text);
  if (match === null) throw noQuantity(text);
  const [, sign, digits, exponent = "0", unitText] = match;
  if (unitText.trim() === "") {
    const problem = "has no unit. Write the number without quotes, or add a unit.";
    throw unitError("missing-unit", text, `${shown(text)} ${problem}`);
  }
  // "1/s": the one is the number, and the unit is the rest.
  const unit = parseUnit(unitText.startsWith("/") ? `1${unitText}` : unitText);
  const number = `${sign === "+" || sign === "" ? "" : "-"}${digits}`;
  const value = scaled(number, Number(exponent.replace("−", "-")), unit);
  if (!Number.isFinite(value))
    throw unitError("number-range", text, `${shown(text)} is too large for a number. Give one below 1.8e308 in SI.`);
  return Object.freeze({ value, unit, unitText: unitText.trim() });
}

/** The value of a quantity of one of these kinds, in SI; throws for another dimension. */
export function quantityOf(text: string, kinds: readonly MeasureKind[]): number {
  const quantity = parseQuantity(text);
  requireKind(text, quantity, kinds);
  return quantity.value;
}

/** A decimal shift alone is made in the text, so that 0.1 mm is the double nearest to 0.0001; with a factor it joins the one division. */
function scaled(number: string, exponent: number, { numerator, denominator, tens }: Unit): number {
  if (numerator === 1 && denominator === 1) return Number(`${number}e${exponent + tens}`);
  const multiplied = Number(`${number}e${exponent + Math.max(tens, 0)}`) * numerator;
  return multiplied / (denominator * Number(`1e${Math.max(-tens, 0)}`));
}

function requireKind(text: string, { unit }: Quantity, kinds: readonly MeasureKind[]): void {
  const fitting = kinds.find((kind) => isSameDimension(kind.dimension, unit.dimension));
  if (fitting !== undefined && !(unit.countsTurns && fitting.dimension.rad !== 0)) return;
  const wanted = kinds.map(({ name, unit, example }) => `${name} [${unit}], such as ${shown(example)}`).join(", or ");
  const hint =
    fitting !== undefined
      ? " Hz counts turns, not radians: write rev/s."
      : kinds.includes(measureKinds.acceleration) && text.trim().endsWith("g")
        ? " g is the gram; standard gravity is g0."
        : "";
  const message = `${shown(text)} measures ${unit.countsTurns && fitting !== undefined ? "frequency [Hz]" : describe(unit.dimension)}, must measure ${wanted}. Change the unit or the field.${hint}`;
  throw unitError("wrong-dimension", text, message);
}

/** The name of a dimension where it has one, and its unit. */
function describe(dimension: Dimension): string {
  const named = Object.values(measureKinds).filter((kind) => isSameDimension(kind.dimension, dimension));
  const kind = named.find((each) => each.dimension.rad === dimension.rad) ?? named[0];
  return kind === undefined ? `[${baseUnit(dimension)}]` : `${kind.name} [${kind.unit}]`;
}

/** The coherent SI unit of the same dimension, in which numbers are shown: "rad" for deg, "N/m" for kN/m. */
export function coherentUnit({ dimension }: Unit): string {
  const kinds = Object.values(measureKinds);
  const exact = kinds.find(
    (kind) => kind.dimension.rad === dimension.rad && isSameDimension(kind.dimension, dimension),
  );
  return exact?.unit ?? baseUnit(dimension);
}

/** Whether a number in this unit is the number in SI. */
export const isCoherent = ({ numerator, denominator, tens }: Unit): boolean =>
  numerator === 1 && denominator === 1 && tens === 0;

const noQuantity = (text: string) => {
  const message = `${shown(text)} is neither a number nor a number with a unit. Write one such as "65 deg", "12 kN/m" or "900 kg".`;
  return unitError("quantity-syntax", text, message);
};
