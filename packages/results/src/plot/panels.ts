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

/** An axis needs some length, however constant the values are. */
function widened([least, most]: readonly [number, number]): readonly [number, number] {
  if (most > least) return [least, most];
  const margin = least === 0 ? 1 : Math.abs(least) * 0.1;
  return [least - margin, most + margin];
}

/** Short text for a number on an axis with such ticks: all of them plain, or all with an exponent. */
export function tickText(ticks: readonly number[]): (value: number) => string {
  const largest = Math.max(...ticks.map(Math.abs));
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest;
  const minus = (text: string): string => text.replaceAll("-", "−");
  const tidy = (value: number): number => Number((Math.round(value / (step / 10)) * (step / 10)).toPrecision(12));
  if (largest !== 0 && (largest < 1e-3 || largest >= 1e6)) {
    return (value) => minus(value === 0 ? "0" : tidy(value).toExponential().replace("e+", "e"));
  }
  return (value) => minus(String(tidy(value)));
}

/** About so many round numbers inside a range. */
export function roundTicks([least, most]: readonly [number, number], count: number): number[] {
  const rough = (most - least) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.99) ?? 10);
  const ticks: number[] = [];
  for (let i = Math.ceil(least / step - 1e-9); i * step <= most + 1e-9 * step; i++) ticks.push(i * step);
  return ticks;
}
