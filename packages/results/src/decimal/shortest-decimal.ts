import { emitDigits } from "./emit-digits.js";
import { layout } from "./layout.js";
import { ascii, multiplyHigh, one, scope, word } from "./phrases.js";
import * as wasm from "./wasm.js";
import { get, i32, i64, set, when, type Code } from "./wasm.js";

/*
 * The shortest decimal that reads back as the same double, and of the shortest the nearest: the digits that JavaScript's
 * String(x) prints, in its layout. Raffaello Giulietti, "The Schubfach way to render doubles" (2020), section 9; letters
 * as there. The paper multiplies three times by the power of ten; here the interval's ends are the middle plus and
 * minus the shifted power, which is the same number and costs additions only.
 */

const MISSING = 0;
const EMIT = 1;
const WRITE = 2;
const HIDDEN_BIT = i64.constant(1n << 52n);

/** write(x, out) → end. */
function write(): wasm.WasmFunction {
  const parameters = [wasm.F64, wasm.I32];
  const [x, out] = [0, 1];
  const { local, types } = scope(parameters);
  const [bits, c, cp, gLow, gHigh, x0, x1, y0, y1, d0, d1, d2, e0, e1, lower, upper, v, s, sp, t0, t1, t2] = Array.from(
    { length: 22 },
    () => local(wasm.I64),
  );
  const [biased, q, k, h, closer, odd, address, low, high] = Array.from({ length: 9 }, () => local(wasm.I32));
  const add64 = i64.add;
  const shift = (amount: Code): Code => i64.widen(amount);
  const emitted = (digits: Code, exponent: Code): Code => wasm.giveBack(wasm.call(EMIT, digits, exponent, get(out)));
  /** [d2 d1 d0] = g · 2^amount */
  const shiftPower = (amount: Code): readonly Code[] => [
    set(t0, shift(amount)),
    set(t1, i64.sub(i64.constant(64n), get(t0))),
    set(d0, i64.shl(get(gLow), get(t0))),
    set(d1, i64.or(i64.shl(get(gHigh), get(t0)), i64.shr(get(gLow), get(t1)))),
    set(d2, i64.shr(get(gHigh), get(t1))),
  ];
  const sticky = (top: Code, middle: Code): Code => i64.or(top, i64.widen(i64.above(middle, i64.constant(1n))));
  const four = i64.constant(4n);
  return {
    exportName: "write",
    parameters,
    results: [wasm.I32],
    locals: types,
    body: [
      set(bits, i64.bitsOf(get(x))),
      when(
        i64.isZero(i64.shr(get(bits), i64.constant(63n))),
        [],
        [
          // "-NaN" would be a sign without meaning.
          when([...get(x), ...get(x), 0x61], [i32.store8(get(out), ascii("-")), set(out, i32.add(get(out), one))]),
        ],
      ),
      set(biased, i32.and(i32.low(i64.shr(get(bits), i64.constant(52n))), i32.constant(0x7ff))),
      set(c, i64.and(get(bits), i64.constant((1n << 52n) - 1n))),
      when(
        get(biased),
        [
          when(i32.equal(get(biased), i32.constant(0x7ff)), [
            when(
              i64.isZero(get(c)),
              [i64.store(get(out), word("Infinity")), wasm.giveBack(i32.add(get(out), i32.constant(8)))],
              [i64.store(get(out), word("NaN\0\0\0\0\0")), wasm.giveBack(i32.add(get(out), i32.constant(3)))],
            ),
          ]),
          set(closer, i32.and(i64.isZero(get(c)), i32.below(one, get(biased)))),
          set(c, i64.or(get(c), HIDDEN_BIT)),
          set(q, i32.sub(get(biased), i32.constant(1075))),
          // Integers below 2⁵³ are their own digits.
          when(
            i32.and(
              i32.atMostSigned(get(q), i32.constant(0)),
              i32.atMostSigned(i32.sub(i32.constant(0), get(q)), i32.low(i64.trailingZeros(get(c)))),
            ),
            [
              when(i32.lessSigned(i32.constant(-53), get(q)), [
                emitted(i64.shr(get(c), shift(i32.sub(i32.constant(0), get(q)))), i32.constant(0)),
              ]),
            ],
          ),
        ],
        [
          when(i64.isZero(get(c)), [i32.store8(get(out), ascii("0")), wasm.giveBack(i32.add(get(out), one))]),
          set(q, i32.constant(-1074)),
        ],
      ),
      set(odd, i32.and(i32.low(get(c)), one)),
      // k = ⌊log₁₀ of the interval's width⌋; h shifts so that the product's upper third is four times the digits.
      set(
        k,
        i32.shrSigned(
          i32.sub(i32.mul(get(q), i32.constant(1262611)), i32.mul(get(closer), i32.constant(524031))),
          i32.constant(22),
        ),
      ),
      set(
        h,
        i32.add(
          i32.add(
            get(q),
            i32.shrSigned(i32.mul(i32.sub(i32.constant(0), get(k)), i32.constant(1741647)), i32.constant(19)),
          ),
          one,
        ),
      ),
      set(address, i32.shl(i32.sub(i32.constant(-layout.firstPower), get(k)), i32.constant(4))),
      set(gHigh, i64.load(get(address), layout.powers + 8)),
      when(i64.isZero(get(gHigh)), [
        wasm.call(MISSING, i32.sub(i32.constant(0), get(k))),
        set(gHigh, i64.load(get(address), layout.powers + 8)),
      ]),
      set(gLow, i64.load(get(address), layout.powers)),
      // [y1 y0 x0] = g · 4c · 2^h
      set(cp, i64.shl(get(c), shift(i32.add(get(h), i32.constant(2))))),
      set(x0, i64.mul(get(gLow), get(cp))),
      multiplyHigh(x1, get(gLow), get(cp), [t0, t1, t2]),
      multiplyHigh(y1, get(gHigh), get(cp), [t0, t1, t2]),
      set(y0, add64(i64.mul(get(gHigh), get(cp)), get(x1))),
      set(y1, add64(get(y1), i64.widen(i64.below(get(y0), get(x1))))),
      set(v, sticky(get(y1), get(y0))),
      // The upper end: half a unit in the last place more.
      ...shiftPower(i32.add(get(h), one)),
      set(e0, i64.widen(i64.below(add64(get(x0), get(d0)), get(x0)))),
      set(e1, add64(get(y0), get(d1))),
      set(upper, add64(add64(get(y1), get(d2)), i64.widen(i64.below(get(e1), get(y0))))),
      set(e1, add64(get(e1), get(e0))),
      set(upper, add64(get(upper), i64.widen(i64.below(get(e1), get(e0))))),
      set(upper, i64.sub(sticky(get(upper), get(e1)), i64.widen(get(odd)))),
      // The lower end: as much less, or half of that above a power of two.
      when(get(closer), [...shiftPower(get(h))]),
      set(e0, i64.widen(i64.below(get(x0), get(d0)))),
      set(e1, i64.sub(get(y0), get(d1))),
      set(lower, i64.sub(i64.sub(get(y1), get(d2)), i64.widen(i64.below(get(y0), get(d1))))),
      set(lower, i64.sub(get(lower), i64.widen(i64.below(get(e1), get(e0))))),
      set(e1, i64.sub(get(e1), get(e0))),
      set(lower, add64(sticky(get(lower), get(e1)), i64.widen(get(odd)))),
      set(s, i64.shr(get(v), i64.constant(2n))),
      // One digit less, if just one such number lies inside.
      when(i64.above(get(s), i64.constant(9n)), [
        // s / 10: a multiplication, as dividing 64 bits takes several times as long.
        multiplyHigh(sp, get(s), i64.constant(0xcccc_cccc_cccc_cccdn), [t0, t1, t2]),
        set(sp, i64.shr(get(sp), i64.constant(3n))),
        set(t0, i64.mul(get(sp), i64.constant(40n))),
        set(low, i64.atMost(get(lower), get(t0))),
        set(high, i64.atMost(add64(get(t0), i64.constant(40n)), get(upper))),
        when(i32.sub(get(low), get(high)), [emitted(add64(get(sp), i64.widen(get(high))), i32.add(get(k), one))]),
      ]),
      set(t0, i64.shl(get(s), i64.constant(2n))),
      set(low, i64.atMost(get(lower), get(t0))),
      set(high, i64.atMost(add64(get(t0), four), get(upper))),
      when(i32.isZero(i32.sub(get(low), get(high))), [
        // Both or none: the nearer, and of equals the even one.
        set(t0, add64(get(t0), i64.constant(2n))),
        set(
          high,
          i32.or(i64.above(get(v), get(t0)), i32.and(i64.equal(get(v), get(t0)), i32.and(i32.low(get(s)), one))),
        ),
      ]),
      wasm.call(EMIT, add64(get(s), i64.widen(get(high))), get(k), get(out)),
    ],
  };
}

/** row(numbers, count, out) → end: the numbers with commas between and a line feed behind. */
function row(): wasm.WasmFunction {
  const [numbers, count, out] = [0, 1, 2];
  const end = 3;
  return {
    exportName: "row",
    parameters: [wasm.I32, wasm.I32, wasm.I32],
    results: [wasm.I32],
    locals: [wasm.I32],
    body: [
      set(end, i32.add(get(numbers), i32.shl(get(count), i32.constant(3)))),
      wasm.repeatWhile(i32.below(get(numbers), get(end)), [
        set(out, wasm.call(WRITE, wasm.loadF64(get(numbers)), get(out))),
        i32.store8(get(out), ascii(",")),
        set(out, i32.add(get(out), one)),
        set(numbers, i32.add(get(numbers), i32.constant(8))),
      ]),
      i32.store8(i32.sub(get(out), one), ascii("\n")),
      get(out),
    ],
  };
}

/** writeAfter(text, length, x, out) → end: a text of the memory and a number behind it. */
function writeAfter(): wasm.WasmFunction {
  const [text, length, x, out] = [0, 1, 2, 3];
  const end = 4;
  const eight = i32.constant(8);
  return {
    exportName: "writeAfter",
    parameters: [wasm.I32, wasm.I32, wasm.F64, wasm.I32],
    results: [wasm.I32],
    locals: [wasm.I32],
    body: [
      set(end, i32.add(get(out), get(length))),
      // Eight bytes at a time, which scratches some behind the end.
      wasm.repeatWhile(i32.below(get(out), get(end)), [
        i64.store(get(out), i64.load(get(text))),
        set(out, i32.add(get(out), eight)),
        set(text, i32.add(get(text), eight)),
      ]),
      wasm.call(WRITE, get(x), get(end)),
    ],
  };
}

/** Functions in the order of their numbers. Imports "env" "memory" and "env" "missing", which makes the power of ten it is called with. */
export const shortestDecimalModule = (): Uint8Array<ArrayBuffer> =>
  wasm.wasmModule([wasm.I32], [emitDigits(), write(), row(), writeAfter()]);
