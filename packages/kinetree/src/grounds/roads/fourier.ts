import { cos, sin } from "../../graph/elementary.js";

/**
 * In place: out[m] = Σ_k in[k] exp(2πi k m / N) of N = 2^p complex numbers, by halving (Cooley and Tukey 1965). Twiddles come from one
 * table, so that errors do not build up.
 */
export function inverseFourier(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  reorder(re, im);
  const cosines = new Float64Array(n / 2);
  const sines = new Float64Array(n / 2);
  for (let k = 0; k < n / 2; k++) {
    const angle = (2 * Math.PI * k) / n;
    cosines[k] = cos(angle) as number;
    sines[k] = sin(angle) as number;
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const stride = n / size;
    for (let first = 0; first < n; first += size) {
      for (let k = 0; k < half; k++) {
        const [a, b] = [first + k, first + k + half];
        const [c, s] = [cosines[k * stride], sines[k * stride]];
        const x = re[b] * c - im[b] * s;
        const y = re[b] * s + im[b] * c;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

/** Puts number k to the place whose bits are those of k in reverse. */
function reorder(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let k = 1, mirrored = 0; k < n; k++) {
    let bit = n >> 1;
    for (; (mirrored & bit) !== 0; bit >>= 1) mirrored ^= bit;
    mirrored |= bit;
    if (k >= mirrored) continue;
    [re[k], re[mirrored]] = [re[mirrored], re[k]];
    [im[k], im[mirrored]] = [im[mirrored], im[k]];
  }
}
