import { atan2, cos, sin } from "kinetree/graph";

/** Amplitude and phase of a sine in a signal. */
export interface Tone {
  readonly re: number;
  readonly im: number;
}

/**
 * The sine of one frequency in evenly sampled values: 2/N Σ x exp(−i ω t), by Goertzel's recursion. Over whole periods the sines
 * of other whole numbers of periods do not disturb it.
 * @param frequency [Hz]
 */
export function toneAt(x: ArrayLike<number>, interval: number, frequency: number): Tone {
  const turn = 2 * Math.PI * frequency * interval;
  const [cosine, sine] = [cos(turn), sin(turn)];
  let [before, last] = [0, 0];
  const n = x.length;
  for (let k = 0; k < n; k++) [before, last] = [last, x[k] + 2 * cosine * last - before];
  // S = Σ x_k w^(n−1−k) with w = exp(i turn); turned back by (n − 1) turns it is Σ x_k exp(−i turn k).
  const [re, im] = [last - before * cosine, before * sine];
  const [backRe, backIm] = [cos(turn * (n - 1)), -sin(turn * (n - 1))];
  return { re: (2 / n) * (re * backRe - im * backIm), im: (2 / n) * (re * backIm + im * backRe) };
}

/** Output over input: gain, and phase in (-π, π], negative where the output lags. */
export function toneRatio(output: Tone, input: Tone): { readonly gain: number; readonly phase: number } {
  const size = input.re * input.re + input.im * input.im;
  const re = (output.re * input.re + output.im * input.im) / size;
  const im = (output.im * input.re - output.re * input.im) / size;
  return { gain: Math.sqrt(re * re + im * im), phase: atan2(im, re) };
}
