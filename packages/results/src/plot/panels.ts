import { RequestError } from "kinetree";
import { columnOf, unitOf, type ResultTable } from "../result-table.js";
import { decimate, extentOf, type Line } from "./decimate.js";

export interface Series extends Line {
  readonly name: string;
  /** Number of the colour: its place among all channels. */
  readonly order: number;
}

/** Channels of one unit share a panel; all panels share the horizontal axis. */
export interface Panel {
  readonly unit: string;
  readonly series: readonly Series[];
  /** Range of the vertical axis; never empty. */
  readonly range: readonly [number, number];
}

export interface Panels {
  readonly panels: readonly Panel[];
  readonly xLabel: string;
  readonly xRange: readonly [number, number];
}

/** Sorts channels into panels, with no more points than so many pixels need; `apart` gives each a panel of its own. */
export function panelsOf(
  table: ResultTable,
  channels: readonly string[],
  x: string,
  pixels: number,
  apart = false,
): Panels {
  if (channels.length === 0) {
    throw new RequestError({
      code: "no-channel",
      subject: "channels",
      value: channels,
      message: `no channel is given to draw. Name one or more, such as "${table.names[0] ?? "time"}".`,
    });
  }
  const across = columnOf(table, x);
  const byUnit = new Map<string, { unit: string; series: Series[] }>();
  [...new Set(channels)].forEach((name, order) => {
    const line = decimate({ x: across, y: columnOf(table, name) }, pixels);
    const unit = unitOf(table, name);
    const key = apart ? name : unit;
    byUnit.set(key, { unit, series: [...(byUnit.get(key)?.series ?? []), { name, order, ...line }] });
  });
  const panels = [...byUnit.values()].map(({ unit, series }) => ({
    unit,
    series,
    range: widened(extentOf(series.map(({ y }) => y))),
  }));
  const xUnit = unitOf(table, x);
  return { panels, xLabel: withUnit(x, xUnit), xRange: widened(extentOf([across])) };
}

export const withUnit = (name: string, unit: string): string => (unit === "" ? name : `${name} [${unit}]`);

/** Ranges end here, as the difference of larger numbers may be no number. */
const MOST = 8e307;
/** Numbers below are zero to a drawing: their parts would be no numbers. */
const LEAST = 1e-290;
/** Ranges shorter than this part of their numbers have no ticks that differ. */
const SHORTEST = 1e-13;

/** An axis needs some length, however constant the values are. */
function widened([least, most]: readonly [number, number]): readonly [number, number] {
  const largest = Math.max(Math.abs(least), Math.abs(most));
  if (largest < LEAST) return [-1, 1];
  const constant = least === most;
  const long = constant || most / 2 - least / 2 >= (SHORTEST / 2) * largest;
  const margin = constant ? largest * 0.1 : long ? 0 : SHORTEST * largest;
  return [Math.max(-MOST, least - margin), Math.min(MOST, most + margin)];
}

/** Short text for a number on an axis with such ticks: all of them plain, or all with an exponent. */
export function tickText(ticks: readonly number[]): (value: number) => string {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  // Ticks are round, and so is what is between them but for the rounding of the difference.
  const step = Number((ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest).toPrecision(6));
  const unit = step / 10;
  const minus = (text: string): string => text.replaceAll("-", "−");
  // A lone zero has no step.
  const tidy = (value: number): number =>
    unit > 0 ? Number((Math.round(value / unit) * unit).toPrecision(15)) : value;
  if (largest !== 0 && (largest < 1e-3 || largest >= 1e6)) {
    return (value) => minus(value === 0 ? "0" : tidy(value).toExponential().replace("e+", "e"));
  }
  return (value) => minus(String(tidy(value)));
}

/** About so many round numbers inside a range. */
export function roundTicks([least, most]: readonly [number, number], count: number): number[] {
  const wanted = Math.max(1, count);
  const rough = most / wanted - least / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.99) ?? 10);
  const ticks: number[] = [];
  const first = Math.ceil(least / step - 1e-9);
  // Counted: where numbers are too coarse for the step, adding one would change nothing.
  for (let i = 0; i <= wanted + 2 && (first + i) * step <= most + 1e-9 * step; i++) ticks.push((first + i) * step);
  return ticks;
}
