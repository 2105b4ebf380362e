import { tan } from "kinetree/graph";

/*
 * Frequency weighting of ISO 2631-1, 1997, annex A: a band limit of two Butterworth filters, a transition from acceleration to
 * velocity, and an upward step, each a ratio of polynomials in s.
 */

/** (b0 + b1 s + b2 s²)/(a0 + a1 s + a2 s²), s in rad/s. */
export interface Section {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number, number];
}

/** Corner frequencies [Hz] and qualities; the step is left out where there is none. */
interface Corners {
  readonly f1: number;
  readonly f2: number;
  readonly f3: number;
  readonly f4: number;
  readonly q4: number;
  readonly step?: { readonly f5: number; readonly q5: number; readonly f6: number; readonly q6: number };
}

function sectionsOf({ f1, f2, f3, f4, q4, step }: Corners): readonly Section[] {
  const [w1, w2, w3, w4] = [f1, f2, f3, f4].map((f) => 2 * Math.PI * f);
  const high: Section = { b: [0, 0, 1], a: [w1 * w1, Math.SQRT2 * w1, 1] };
  const low: Section = { b: [w2 * w2, 0, 0], a: [w2 * w2, Math.SQRT2 * w2, 1] };
  const transition: Section = { b: [1, 1 / w3, 0], a: [1, 1 / (q4 * w4), 1 / (w4 * w4)] };
  if (!step) return [high, low, transition];
  const [w5, w6] = [2 * Math.PI * step.f5, 2 * Math.PI * step.f6];
  const gain = (w5 / w6) * (w5 / w6);
  const upward: Section = {
    b: [gain, gain / (step.q5 * w5), gain / (w5 * w5)],
    a: [1, 1 / (step.q6 * w6), 1 / (w6 * w6)],
  };
  return [high, low, transition, upward];
}

/** W_k: vertical, on the seat. */
export const weightingK: readonly Section[] = sectionsOf({
  f1: 0.4,
  f2: 100,
  f3: 12.5,
  f4: 12.5,
  q4: 0.63,
  step: { f5: 2.37, q5: 0.91, f6: 3.35, q6: 0.91 },
});

/** W_d: level, on the seat. */
export const weightingD: readonly Section[] = sectionsOf({ f1: 0.4, f2: 100, f3: 2, f4: 2, q4: 0.63 });

/** Gain of a chain of sections at a frequency [Hz]. */
export function gainAt(sections: readonly Section[], frequency: number): number {
  const w = 2 * Math.PI * frequency;
  const size = ([c0, c1, c2]: Section["b"]): number => {
    const [re, im] = [c0 - c2 * w * w, c1 * w];
    return Math.sqrt(re * re + im * im);
  };
  return sections.reduce((gain, { a, b }) => (gain * size(b)) / size(a), 1);
}

/** An evenly sampled signal through a chain of sections, by the bilinear transform: exact at frequencies far below half the rate. */
export const filtered = (sections: readonly Section[], x: ArrayLike<number>, interval: number): Float64Array =>
  sections.reduce<Float64Array>((values, section) => filteredOnce(section, values, interval), Float64Array.from(x));

function filteredOnce({ a, b }: Section, x: Float64Array, interval: number): Float64Array {
  // s = k (1 − z⁻¹)/(1 + z⁻¹) with k for the corner of the section, so that the corner stays where it is.
  const corner = Math.sqrt(a[0] / a[2]);
  const k = corner * interval < 3 ? corner / tan((corner * interval) / 2) : 2 / interval;
  const digital = ([c0, c1, c2]: Section["a"]): readonly [number, number, number] => [
    c0 + c1 * k + c2 * k * k,
    2 * c0 - 2 * c2 * k * k,
    c0 - c1 * k + c2 * k * k,
  ];
  const [a0, a1, a2] = digital(a);
  const [b0, b1, b2] = digital(b);
  const y = new Float64Array(x.length);
  for (let n = 0; n < x.length; n++) {
    const [x1, x2, y1, y2] = [x[n - 1] ?? 0, x[n - 2] ?? 0, y[n - 1] ?? 0, y[n - 2] ?? 0];
    y[n] = (b0 * x[n] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
  }
  return y;
}
