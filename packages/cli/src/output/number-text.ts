/* Numbers as texts for readers of a terminal. */

/** Six digits, or so many, without trailing zeros. */
export const brief = (x: number, digits = 6): string => String(Number(x.toPrecision(digits)));

/** A vector for a reader. */
export const briefList = (values: ArrayLike<number>, digits = 6): string =>
  Array.from(values, (x) => brief(x, digits)).join(", ");

/** Two digits and an exponent: "1.2e-9", "1e-9". */
export const withExponent = (x: number): string => x.toExponential(1).replace(".0e", "e");

/** Three digits, or the whole of a number that has more: "27.3", "1234". */
export const briefRate = (x: number): string => (x >= 100 ? x.toFixed(0) : brief(x, 3));

/** A cell of a table; "-" where there is no number. */
export const briefCell = (x: number | null | undefined): string => (x === null || x === undefined ? "-" : brief(x, 3));

/** "1 body", "2 bodies". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
