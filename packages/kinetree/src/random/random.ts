import { RequestError } from "../errors/kinetree-error.js";
import { fnv1a } from "./fnv1a.js";
import { inverseNormalCdf } from "./inverse-normal.js";
import { philox4x32Into } from "./philox.js";

/*
 * Random numbers as functions of their purpose: draw number `draw` of parameter `parameter` in sample `sample` of the
 * study with this seed. Sample 4711 is the same in every study that contains it, however large, and a new parameter does
 * not disturb the others.
 *
 * Key = the two words of the seed; counter = the two words of the sample, the parameter, the draw.
 */

/** The name of a parameter, or its number from 0 to 2³² − 1. */
export type Parameter = number | string;

/** Uniform on the open interval (0, 1). */
export function uniform(seed: number, sample: number, parameter: Parameter, draw = 0): number {
  requireCount("seed", seed, Number.MAX_SAFE_INTEGER);
  requireCount("sample", sample, Number.MAX_SAFE_INTEGER);
  requireCount("draw", draw, MAX_WORD);
  const word = parameterWord(parameter);
  const block = philox4x32Into(
    new Uint32Array(4),
    lowWord(sample),
    highWord(sample),
    word,
    draw,
    lowWord(seed),
    highWord(seed),
  );
  return openUnit(block[0], block[1]);
}

/** Standard normal: the inverse distribution function of `uniform` with the same arguments, hence monotonic in it. */
export function normal(seed: number, sample: number, parameter: Parameter, draw = 0): number {
  return inverseNormalCdf(uniform(seed, sample, parameter, draw));
}

/** The word that stands for a parameter in the counter; equal words give equal numbers. */
export function parameterWord(parameter: Parameter): number {
  if (typeof parameter === "string") return fnv1a(parameter);
  requireCount("parameter", parameter, MAX_WORD);
  return parameter;
}

const MAX_WORD = 0xffffffff;
const lowWord = (n: number): number => n >>> 0; // modulo 2³², also beyond 32 bits
const highWord = (n: number): number => Math.floor(n / 0x100000000);

/**
 * The odd multiples of 2⁻⁵³, chosen by 52 bits. All are exact, none is 0 or 1, and u ↦ 1 − u maps them to themselves, so
 * the normal numbers are exactly symmetric. The full 53 bits would need a special case at 0 or rounding to 1.
 */
function openUnit(word0: number, word1: number): number {
  const k = word0 * 0x100000 + (word1 >>> 12); // 32 + 20 bits
  return (2 * k + 1) / 0x20000000000000; // 2⁵³
}

function requireCount(what: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  const message = `random numbers: ${what} is ${value}, must be an integer from 0 to ${max}. Number draws from 0.`;
  throw new RequestError({ code: `random-${what}`, subject: what, value, message });
}
