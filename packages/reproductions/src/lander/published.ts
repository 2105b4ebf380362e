import type { EuropaGround, EuropaLegs } from "kinetree/systems";

/** What the source found for one combination of legs and ground. */
export interface PublishedLanding {
  readonly legs: EuropaLegs;
  readonly ground: EuropaGround;
  /** Peak acceleration of the main body [m/s²]: mean and standard deviation over the landings. The source prints m/s. */
  readonly mean: number;
  readonly std: number;
  /** Share of landings that tilted by more than 90 degrees. */
  readonly rollover: number;
  /** The table of mean and standard deviation; the rollover rates are in the text after it. */
  readonly table: string;
}

/** Landings of each combination in the source. */
export const PUBLISHED_SAMPLES = 400;

/** Where the numbers are from. */
export const publishedSource = "Wachlin 2018, tables 6.6, 6.8 and 6.10 and sections 6.3.1 to 6.3.3";

const ofGround = (
  ground: EuropaGround,
  table: string,
  rows: readonly (readonly [EuropaLegs, number, number, number])[],
): readonly PublishedLanding[] =>
  rows.map(([legs, mean, std, percent]) => ({ legs, ground, mean, std, rollover: percent / 100, table }));

/** All twelve combinations, in the order of the source. */
export const publishedLandings: readonly PublishedLanding[] = Object.freeze([
  ...ofGround("ice", "6.6", [
    ["stiff", 23.8, 12.0, 31],
    ["shock-absorbing", 13.7, 8.0, 0],
    ["conforming", 17.7, 7.1, 0.75],
    ["impedance", 17.3, 6.8, 2.5],
  ]),
  ...ofGround("snow", "6.8", [
    ["stiff", 19.8, 10.2, 13.5],
    ["shock-absorbing", 11.8, 6.6, 0],
    ["conforming", 13.9, 5.7, 1],
    ["impedance", 12.3, 5.7, 0.75],
  ]),
  ...ofGround("sand", "6.10", [
    ["stiff", 19.0, 8.2, 35],
    ["shock-absorbing", 16.9, 7.2, 24],
    ["conforming", 13.1, 6.8, 15.5],
    ["impedance", 14.0, 6.2, 15.75],
  ]),
]);
