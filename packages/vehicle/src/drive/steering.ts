import { sin } from "kinetree/graph";
import type { Steering } from "./driver.js";

/* Steering over time, without looking. */

/** The wheel held straight. */
export const straight: Steering = () => 0;

/** From zero to `amplitude` between two times, and held there. */
export const rampTo =
  (amplitude: number, from: number, until: number): Steering =>
  (_seen, t) =>
    amplitude * Math.max(0, Math.min(1, (t - from) / (until - from)));

/** One period of a sine from a time on, or as many as are asked for. */
export const sineFrom =
  (amplitude: number, frequency: number, from: number, periods = 1): Steering =>
  (_seen, t) => {
    const turns = (t - from) * frequency;
    return turns <= 0 || turns >= periods ? 0 : amplitude * sin(2 * Math.PI * turns);
  };

/** A period of a sine with a dwell at its second peak, as in 49 CFR 571.126. */
export const sineWithDwell =
  (amplitude: number, frequency: number, dwell: number, from: number): Steering =>
  (_seen, t) => {
    const since = t - from;
    const peak = 0.75 / frequency;
    const into = since <= peak ? since : Math.max(peak, since - dwell);
    return since <= 0 || into * frequency >= 1 ? 0 : amplitude * sin(2 * Math.PI * frequency * into);
  };

/** Linear between points [time, steering], held beyond the ends. */
export const steeringTable = (points: readonly (readonly [number, number])[]): Steering => {
  return (_seen, t) => {
    const next = points.findIndex(([time]) => time > t);
    if (next < 0) return points[points.length - 1][1];
    if (next === 0) return points[0][1];
    const [[t0, s0], [t1, s1]] = [points[next - 1], points[next]];
    return s0 + ((s1 - s0) * (t - t0)) / (t1 - t0);
  };
};
