/** Steps of the map: more than eyes can tell apart. */
const STEPS = 256;

/** Lightness, chroma and hue [deg] in OKLCH, from nothing to the largest: even steps of lightness, so that equal differences look equal. */
const anchors: readonly (readonly [number, number, number])[] = [
  [0.46, 0.17, 278],
  [0.575, 0.13, 240],
  [0.69, 0.12, 190],
  [0.805, 0.17, 135],
  [0.92, 0.18, 102],
];

/** The map: red, green and blue of each step, linear in light as the picture is computed. */
export const colourMap: Float32Array = Float32Array.from({ length: 3 * STEPS }, (_, i) => {
  const place = (Math.floor(i / 3) / (STEPS - 1)) * (anchors.length - 1);
  const low = Math.min(anchors.length - 2, Math.floor(place));
  const part = place - low;
  const mixed = anchors[low].map((value, k) => value + part * (anchors[low + 1][k] - value));
  return fromOklch(mixed[0], mixed[1], mixed[2])[i % 3];
});

function fromOklch(lightness: number, chroma: number, hue: number): readonly number[] {
  const angle = (Math.PI * hue) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
}

/** Writes the colour of a fraction (clamped to 0..1, NaN as 0) at an index of a list. */
export function writeColour(out: Float32Array, at: number, part: number): void {
  const step = part > 0 ? Math.min(STEPS - 1, Math.round(part * (STEPS - 1))) : 0;
  out[at] = colourMap[3 * step];
  out[at + 1] = colourMap[3 * step + 1];
  out[at + 2] = colourMap[3 * step + 2];
}

export const colourGradient = (): string => {
  const stops = Array.from({ length: 17 }, (_, i) => {
    const at = 3 * Math.round((i / 16) * (STEPS - 1));
    const parts = Array.from(colourMap.subarray(at, at + 3), (value) => Math.round(255 * gamma(value)));
    return `rgb(${parts.join(" ")})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
};

const gamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
