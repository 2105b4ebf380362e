import { cos, sin } from "../../graph/elementary.js";
import { uniform } from "../../random/random.js";
import { besselK1 } from "./bessel-k1.js";
import { inverseFourier } from "./fourier.js";

/** Spatial frequency to which roughness refers [1/m], and the band of the standard, ISO 8608. */
export const REFERENCE = 0.1;
export const BAND = { least: 0.011, most: 2.83 } as const;

/** G_d(n₀) [m³] of the classes of ISO 8608: their geometric means. */
export const classRoughness = Object.freeze({
  A: 16e-6,
  B: 64e-6,
  C: 256e-6,
  D: 1024e-6,
  E: 4096e-6,
  F: 16384e-6,
  G: 65536e-6,
  H: 262144e-6,
});

export interface RoughRoad {
  /** G_d(n₀) [m³]. */
  readonly roughness: number;
  readonly seed: number;
  /** [m] */
  readonly length: number;
  /** Distance of the two tracks [m]. */
  readonly track: number;
  /** Distance of heights along a track [m]. */
  readonly dx: number;
}

/** Shorter roads are parts of one of this length [m], so that waves of the whole band fit. */
const LEAST_PERIOD = 800;

/** Heights of the left track, at +y, and of the right one, from the start on. */
export interface Tracks {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/**
 * Two tracks with G_d(n) = G_d(n₀) (n/n₀)⁻² in the band: z(x) = Σ A_i cos(2π n_i x + φ_i) with A_i²/2 the part of the spectrum within half
 * a step of n_i, which is G_d(n_i) Δn but for the rest of narrow steps. At each n, the right track is γ(n) times the left one
 * and √(1 - γ²) times an independent one: γ = y K₁(y), y = 2π n t, for tracks a distance t apart on a ground that is rough alike in
 * all directions (w = 2). All waves fit into one period, a power of two of steps, which is why they can be summed by Fourier's transform.
 */
export function roughTracks({ roughness, seed, length, track, dx }: RoughRoad): Tracks {
  const count = Math.ceil(length / dx - 1e-9) + 1;
  let n = 2;
  while (n < count || n * dx < LEAST_PERIOD) n *= 2;
  const step = 1 / (n * dx);
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  // Both real tracks as one row of complex numbers: left + i right.
  const add = (k: number, left: readonly [number, number], right: readonly [number, number]): void => {
    re[k] += 0.5 * (left[0] - right[1]);
    im[k] += 0.5 * (left[1] + right[0]);
    re[n - k] += 0.5 * (left[0] + right[1]);
    im[n - k] += 0.5 * (right[0] - left[1]);
  };
  const last = Math.min(n / 2 - 1, Math.floor(BAND.most / step + 0.5));
  for (let k = 1; k <= last; k++) {
    const from = Math.max(BAND.least, (k - 0.5) * step);
    const to = Math.min(BAND.most, (k + 0.5) * step);
    if (to <= from) continue;
    // ∫ G₀ n₀² n⁻² dn
    const variance = roughness * REFERENCE * REFERENCE * (1 / from - 1 / to);
    const amplitude = Math.sqrt(2 * variance);
    const wave = (of: string): readonly [number, number] => {
      const phase = 2 * Math.PI * uniform(seed, 0, of, k);
      return [amplitude * (cos(phase) as number), amplitude * (sin(phase) as number)];
    };
    const [first, second] = [wave("road"), wave("other track")];
    const coherence = trackCoherence(k * step, track);
    const rest = Math.sqrt(Math.max(0, 1 - coherence * coherence));
    add(k, first, [coherence * first[0] + rest * second[0], coherence * first[1] + rest * second[1]]);
  }
  inverseFourier(re, im);
  return { left: re.slice(0, count), right: im.slice(0, count) };
}

/** Beyond it γ is below 1e-16. */
const FAR = 40;

/** Coherence of two tracks at a spatial frequency [1/m]. */
export function trackCoherence(n: number, track: number): number {
  const y = 2 * Math.PI * n * track;
  if (y === 0) return 1;
  return y > FAR ? 0 : Math.min(1, y * besselK1(y));
}
