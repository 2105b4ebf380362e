import { cos, sin } from "../../graph/elementary.js";
import { anyNumber, notNegative, optional, positive } from "./field.js";
import { ACROSS, around, generator } from "./relief.js";

/** Places along a wave: bicubic surfaces between them are within 1e-4 of its height, and of a thousandth where it begins. */
const PLACES = 32;

/** A wave's phase may count thousands of turns, of which only the last is asked for. */
const turn = (waves: number): number => 2 * Math.PI * (waves - Math.floor(waves));

export const washboard = generator({
  kind: "washboard",
  summary: "whole waves on level ground, each from its hollow over its crest",
  fields: {
    amplitude: notNegative(0.02, "m", "half the height from hollow to crest"),
    wavelength: positive(0.6, "m", "the distance from crest to crest"),
    start: anyNumber(5, "m", "where it begins"),
    length: positive(20, "m", "its length, cut to whole waves"),
  },
  relief: ({ amplitude, wavelength, start, length }) => {
    const waves = Math.max(1, Math.floor(length / wavelength + 1e-9));
    const end = start + waves * wavelength;
    return {
      ...ACROSS,
      height: (x) => (x <= start || x >= end ? 0 : amplitude * (1 - (cos(turn((x - start) / wavelength)) as number))),
      x: around(start, end, wavelength / PLACES),
      dx: wavelength / PLACES,
    };
  },
});

export const sine = generator({
  kind: "sine",
  summary: "a sine along x, everywhere on its patch",
  fields: {
    amplitude: notNegative(0.05, "m", "half the height from hollow to crest"),
    wavelength: positive(5, "m", "the distance from crest to crest"),
    phase: anyNumber(0, "rad", "its phase at x = 0"),
    length: positive(100, "m", "the length of the patch from x = 0"),
  },
  relief: ({ amplitude, wavelength, phase, length }) => ({
    ...ACROSS,
    height: (x) => amplitude * (sin(turn(x / wavelength + phase / (2 * Math.PI))) as number),
    x: [0, length],
    dx: wavelength / PLACES,
  }),
});

export const bump = generator({
  kind: "bump",
  summary: "one wave of a cosine, as a speed hump; or a round hill",
  fields: {
    height: anyNumber(0.1, "m", "its height; negative for a hollow"),
    length: positive(1, "m", "its length along x"),
    position: anyNumber(5, "m", "where its middle lies along x"),
    y: anyNumber(0, "m", "where its middle lies along y, if it has a width"),
    width: optional("m", "its width along y, where it falls off as along x; without end if left out"),
  },
  relief: ({ height, length, position, y: middle, width }) => {
    const wave = (s: number, size: number): number =>
      Math.abs(s) >= size / 2 ? 0 : 0.5 + 0.5 * (cos((2 * Math.PI * s) / size) as number);
    const dx = length / PLACES;
    const x = around(position - length / 2, position + length / 2, dx);
    if (width === null) return { ...ACROSS, height: (s) => height * wave(s - position, length), x, dx };
    return {
      height: (s, t) => height * wave(s - position, length) * wave(t - middle, width),
      x,
      y: around(middle - width / 2, middle + width / 2, width / PLACES),
      dx,
      dy: width / PLACES,
    };
  },
});
