import type { Span } from "../span.js";
import type { FieldValues, GroundFields } from "./field.js";

/** Heights anywhere, and the grid that shows them. */
export interface Relief {
  /** [m] */
  readonly height: (x: number, y: number) => number;
  /** Where something happens; beside it the border goes on straight. */
  readonly x: Span;
  readonly y: Span;
  /** Largest distances of columns and rows that show all of it [m]; infinity where it is straight along them. */
  readonly dx: number;
  readonly dy: number;
}

/** A kind of ground that is made from few numbers. */
export interface Generator<K extends string = string, F extends GroundFields = GroundFields> {
  readonly kind: K;
  /** One phrase for a list. */
  readonly summary: string;
  readonly fields: F;
  readonly relief: (values: FieldValues<F>) => Relief;
}

/** Keeps the types of the fields. */
export const generator = <const K extends string, F extends GroundFields>(of: Generator<K, F>): Generator<K, F> => of;

/** A strip beside which there is nothing to show along y. */
export const ACROSS: Pick<Relief, "y" | "dy"> = { y: [-10, 10], dy: Infinity };

/** How much room there is before and behind features [m], so that a border lies on level ground. */
const MARGIN = 1;

/** From before one place to behind another, by whole steps from the first, so that a grid has it. */
export const around = (first: number, last: number, step: number): Span => [
  first - Math.ceil(MARGIN / step) * step,
  last + Math.ceil(MARGIN / step) * step,
];
