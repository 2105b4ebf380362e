import type { Beam } from "../../src/model/flexible.js";
import { oracleBody, type BodyMotion, type OracleBody } from "./flexible-body.js";
import { sectionNumbers, type LumpedBody } from "./flexible-random-bodies.js";
import { add, cross, dot, scale, type V3 } from "./numbers.js";
import type { NumericModel } from "./numeric-model.js";

/* Bodies as points of mass that move by their displacement fields: no integral of shapes, no expansion. */

/** A point of mass: where it is, how each mode moves it, and how each pair of modes draws it in (at i m + j). */
export interface MassPoint {
  readonly mass: number;
  readonly position: V3;
  readonly shapes: readonly V3[];
  readonly shortening: readonly V3[];
}

/** Gauss-Legendre of eight points: abscissae and weights of one half. */
const half = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.31370664587788727],
  [0.7966664774136267, 0.22238103445337448],
  [0.9602898564975363, 0.10122853629037626],
] as const;
const gauss = half.flatMap(([x, weight]) => [[x, weight] as const, [-x, weight] as const]);

/** Places along 0 ... length and their weights; `corners` are where a shape is only piecewise smooth. */
function alongBeam(length: number, corners: readonly number[], pieces: number): readonly (readonly [number, number])[] {
  const ends = [...new Set([0, ...corners, length])].sort((a, b) => a - b);
  return ends.slice(1).flatMap((end, i) => {
    const step = (end - ends[i]) / pieces;
    return Array.from({ length: pieces }, (_, k) =>
      gauss.map(([x, weight]) => [ends[i] + (k + 0.5 + x / 2) * step, (weight * step) / 2] as const),
    ).flat();
  });
}

const triple = (values: readonly number[], k: number): V3 => [values[3 * k], values[3 * k + 1], values[3 * k + 2]];

/**
 * Each section as four points about the axis that have its area and moments. Turns about the axis move them around it; bending
 * moves them along with the axis, which leaves out its rotary inertia, as Euler and Bernoulli do.
 */
export function beamPoints(body: OracleBody, beam: Beam, pieces = 5): readonly MassPoint[] {
  const { area, momentY, momentZ } = sectionNumbers(beam.section);
  const density = beam.material.density as number;
  const [y, z] = [Math.sqrt((2 * momentZ) / area), Math.sqrt((2 * momentY) / area)];
  const corners = beam.corrections.map(({ at }) => at);
  return alongBeam(beam.length, corners, pieces).flatMap(([x, weight]) => {
    const { shapes, slopes, shortening } = body.station([x, 0, 0]);
    const across: readonly V3[] = [
      [0, y, 0],
      [0, -y, 0],
      [0, 0, z],
      [0, 0, -z],
    ];
    return across.map((offset) => ({
      mass: (weight * density * area) / 4,
      position: add([x, 0, 0], offset),
      shapes: Array.from({ length: body.modes }, (_, j) =>
        add(triple(shapes, j), cross([slopes[3 * j], 0, 0], offset)),
      ),
      shortening: Array.from({ length: body.modes ** 2 }, (_, k) => triple(shortening, k)),
    }));
  });
}

export const lumpedPoints = ({ masses, nodes }: LumpedBody): readonly MassPoint[] =>
  nodes.map(({ position, shapes }, k) => ({
    mass: masses[k],
    position,
    shapes,
    shortening: Array.from({ length: shapes.length ** 2 }, () => [0, 0, 0] as const),
  }));

/** ½ Σ m |V + W × (x + u) + u̇|², u = Φη + ½ ηᵀHη, with all its powers. */
export function pointsKinetic(points: readonly MassPoint[], { V, W, eta, etadot }: BodyMotion): number {
  return points.reduce((total, { mass, position, shapes, shortening }) => {
    let [r, rate]: V3[] = [position, [0, 0, 0]];
    eta.forEach((x, i) => {
      r = add(r, scale(x, shapes[i]));
      rate = add(rate, scale(etadot[i], shapes[i]));
      etadot.forEach((xdot, j) => {
        const H = shortening[i * eta.length + j];
        r = add(r, scale((x * eta[j]) / 2, H));
        rate = add(rate, scale(x * xdot, H));
      });
    });
    const v = add(V, add(cross(W, r), rate));
    return total + (mass * dot(v, v)) / 2;
  }, 0);
}

export const oracleBodyOf = (body: unknown): OracleBody => oracleBody(body as NumericModel["bodies"][number]);
