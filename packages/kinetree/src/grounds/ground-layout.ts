/*
 * A ground as numbers in a row: one that is not used, the header below, the heights with their rings, the coefficients of
 * friction. Places of numbers count from the first.
 */

/** Place of the header. It is also the number by which kernels ask for it: see `elements/terrain/ground.ts`. */
export const ANCHOR = 1;

/** The numbers of the header, in their order. */
export const groundHeader = [
  // Places and steps of the grid of heights: 1/dx, 1/dy and their products.
  "x0",
  "y0",
  "perX",
  "perY",
  "perXX",
  "perXY",
  "perYY",
  "columns",
  "rows",
  // From a height to the one in the next row, and the place of the first.
  "width",
  "start",
  // What bounds the heights: see `height-extent.ts`. Flags are 0 or 1.
  "lowest",
  "highest",
  "slope",
  "isLevelAround",
  "grain",
  // The border across from (x0, y0), and whether the ground ends there.
  "right",
  "top",
  "ends",
  // The grid of friction.
  "muX0",
  "muY0",
  "muPerX",
  "muPerY",
  "muColumns",
  "muRows",
  "muStart",
] as const;

export type GroundNumber = (typeof groundHeader)[number];
