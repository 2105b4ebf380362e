import { F64, I32, I64, WasmModule, type WasmCode } from "kinetree/tools";
import { emitDigits } from "./emit-digits.js";
import { layout } from "./layout.js";
import {
  ascii,
  call,
  f64,
  get,
  giveBack,
  i32,
  i64,
  multiplyHigh,
  one,
  repeatWhile,
  routine,
  set,
  when,
  word,
  type Expression,
  type NewLocal,
} from "./wasm.js";

/*
 * The shortest decimal that reads back as the same double, and of the shortest the nearest: the digits that JavaScript's
 * String(x) prints, in its layout. Raffaello Giulietti, "The Schubfach way to render doubles" (2020), section 9; letters
 * as there. The paper multiplies three times by the power of ten; here the interval's ends are the middle plus and
 * minus the shifted power, which is the same number and costs additions only.
 */

/** Imports "kinetree" "memory" and "kinetree" "missing", which makes the power of ten it is called with. */
export function shortestDecimalModule(): Uint8Array<ArrayBuffer> {
  const module = new WasmModule();
  const missing = module.import("missing", [I32]);
  const emit = module.add(emitDigits());
  const write = module.add(writeNumber(missing, emit), "write");
  module.add(writeRow(write), "row");
  module.add(writeAfter(write), "writeAfter");
  return new Uint8Array(module.encode());
}

const zero = i32.constant(0);
const negated = (x: Expression): Expression => i32.sub(zero, x);

/** write(x, out) → end. */
const writeNumber = (missing: number, emit: number): WasmCode =>
  routine([F64, I32], (local) => {
    const locals = localsOf(local);
    const { k, out } = locals;
    const emitted = (digits: Expression, exponent: Expression): Expression => call(emit, digits, exponent, get(out));
    return [
      ...writeSign(locals),
      ...splitDouble(locals, emitted),
      ...scaleByPower(locals, missing),
      ...intervalEnds(locals),
      ...chooseDigits(locals, emitted),
      emitted(i64.add(get(locals.s), i64.widen(get(locals.high))), get(k)),
    ];
  });

const localsOf = (local: NewLocal) => {
  const [bits, c, cp, gLow, gHigh, x0, x1, y0, y1, d0, d1, d2, e0, e1, lower, upper, v, s, sp, t0, t1, t2] = Array.from(
    { length: 22 },
    () => local(I64),
  );
  const [biased, q, k, h, closer, odd, address, low, high] = Array.from({ length: 9 }, () => local(I32));
  const wide = { bits, c, cp, gLow, gHigh, x0, x1, y0, y1, d0, d1, d2, e0, e1, lower, upper, v, s, sp, t0, t1, t2 };
  return { x: 0, out: 1, ...wide, biased, q, k, h, closer, odd, address, low, high };
};
type Locals = ReturnType<typeof localsOf>;
type Emitted = (digits: Expression, exponent: Expression) => Expression;

const writeSign = ({ x, out, bits }: Locals): readonly Expression[] => [
  set(bits, i64.bitsOf(get(x))),
  when(
    i64.isZero(i64.shr(get(bits), i64.constant(63n))),
    [],
    [
      // "-NaN" would be a sign without meaning.
      when(f64.equal(get(x), get(x)), [i32.store8(get(out), ascii("-")), set(out, i32.add(get(out), one))]),
    ],
  ),
];

/** |x| = c · 2^q; zero, infinity, NaN and integers return from here. */
function splitDouble({ out, bits, c, biased, q, closer, odd }: Locals, emitted: Emitted): readonly Expression[] {
  const isInteger = i32.and(
    i32.atMostSigned(get(q), zero),
    i32.atMostSigned(negated(get(q)), i32.low(i64.trailingZeros(get(c)))),
  );
  return [
    set(biased, i32.and(i32.low(i64.shr(get(bits), i64.constant(52n))), i32.constant(0x7ff))),
    set(c, i64.and(get(bits), i64.constant((1n << 52n) - 1n))),
    when(
      get(biased),
      [
        when(i32.equal(get(biased), i32.constant(0x7ff)), [
          when(
            i64.isZero(get(c)),
            [i64.store(get(out), word("Infinity")), giveBack(i32.add(get(out), i32.constant(8)))],
            [i64.store(get(out), word("NaN\0\0\0\0\0")), giveBack(i32.add(get(out), i32.constant(3)))],
          ),
        ]),
        set(closer, i32.and(i64.isZero(get(c)), i32.below(one, get(biased)))),
        set(c, i64.or(get(c), i64.constant(1n << 52n))),
        set(q, i32.sub(get(biased), i32.constant(1075))),
        // Integers below 2⁵³ are their own digits.
        when(isInteger, [
          when(i32.lessSigned(i32.constant(-53), get(q)), [
            giveBack(emitted(i64.shr(get(c), i64.widen(negated(get(q)))), zero)),
          ]),
        ]),
      ],
      [
        when(i64.isZero(get(c)), [i32.store8(get(out), ascii("0")), giveBack(i32.add(get(out), one))]),
        set(q, i32.constant(-1074)),
      ],
    ),
    set(odd, i32.and(i32.low(get(c)), one)),
  ];
}

/** The upper bits of a product: set the last one if any below is set. */
const sticky = (top: Expression, middle: Expression): Expression =>
  i64.or(top, i64.widen(i64.above(middle, i64.constant(1n))));

/** [y1 y0 x0] = g · 4c · 2^h with g, the power of ten 10^-k; v its upper third. */
function scaleByPower(locals: Locals, missing: number): readonly Expression[] {
  const { c, cp, gLow, gHigh, x0, x1, y0, y1, v, q, k, h, closer, address, t0, t1, t2 } = locals;
  const width = i32.sub(i32.mul(get(q), i32.constant(1262611)), i32.mul(get(closer), i32.constant(524031)));
  const log2OfPower = i32.shrSigned(i32.mul(negated(get(k)), i32.constant(1741647)), i32.constant(19));
  return [
    // k = ⌊log₁₀ of the interval's width⌋; h shifts so that the product's upper third is four times the digits.
    set(k, i32.shrSigned(width, i32.constant(22))),
    set(h, i32.add(i32.add(get(q), log2OfPower), one)),
    set(address, i32.shl(i32.sub(i32.constant(-layout.firstPower), get(k)), i32.constant(4))),
    set(gHigh, i64.load(get(address), layout.powers + 8)),
    when(i64.isZero(get(gHigh)), [
      call(missing, negated(get(k))),
      set(gHigh, i64.load(get(address), layout.powers + 8)),
    ]),
    set(gLow, i64.load(get(address), layout.powers)),
    set(cp, i64.shl(get(c), i64.widen(i32.add(get(h), i32.constant(2))))),
    set(x0, i64.mul(get(gLow), get(cp))),
    multiplyHigh(x1, get(gLow), get(cp), [t0, t1, t2]),
    multiplyHigh(y1, get(gHigh), get(cp), [t0, t1, t2]),
    set(y0, i64.add(i64.mul(get(gHigh), get(cp)), get(x1))),
    set(y1, i64.add(get(y1), i64.widen(i64.below(get(y0), get(x1))))),
    set(v, sticky(get(y1), get(y0))),
  ];
}

/** The decimals between `lower` and `upper`, four times as large, read back as x. */
function intervalEnds(locals: Locals): readonly Expression[] {
  const { gLow, gHigh, x0, y0, y1, d0, d1, d2, e0, e1, lower, upper, h, closer, odd, t0, t1 } = locals;
  /** [d2 d1 d0] = g · 2^amount */
  const shiftPower = (amount: Expression): readonly Expression[] => [
    set(t0, i64.widen(amount)),
    set(t1, i64.sub(i64.constant(64n), get(t0))),
    set(d0, i64.shl(get(gLow), get(t0))),
    set(d1, i64.or(i64.shl(get(gHigh), get(t0)), i64.shr(get(gLow), get(t1)))),
    set(d2, i64.shr(get(gHigh), get(t1))),
  ];
  return [
    // The upper end: half a unit in the last place more.
    ...shiftPower(i32.add(get(h), one)),
    set(e0, i64.widen(i64.below(i64.add(get(x0), get(d0)), get(x0)))),
    set(e1, i64.add(get(y0), get(d1))),
    set(upper, i64.add(i64.add(get(y1), get(d2)), i64.widen(i64.below(get(e1), get(y0))))),
    set(e1, i64.add(get(e1), get(e0))),
    set(upper, i64.add(get(upper), i64.widen(i64.below(get(e1), get(e0))))),
    set(upper, i64.sub(sticky(get(upper), get(e1)), i64.widen(get(odd)))),
    // The lower end: as much less, or half of that above a power of two.
    when(get(closer), shiftPower(get(h))),
    set(e0, i64.widen(i64.below(get(x0), get(d0)))),
    set(e1, i64.sub(get(y0), get(d1))),
    set(lower, i64.sub(i64.sub(get(y1), get(d2)), i64.widen(i64.below(get(y0), get(d1))))),
    set(lower, i64.sub(get(lower), i64.widen(i64.below(get(e1), get(e0))))),
    set(e1, i64.sub(get(e1), get(e0))),
    set(lower, i64.add(sticky(get(lower), get(e1)), i64.widen(get(odd)))),
  ];
}

/** s with `high` added are the digits, unless a shorter number is emitted here. */
function chooseDigits(locals: Locals, emitted: Emitted): readonly Expression[] {
  const { lower, upper, v, s, sp, k, low, high, t0, t1, t2 } = locals;
  const nearerAbove = i64.above(get(v), get(t0));
  const halfway = i64.equal(get(v), get(t0));
  return [
    set(s, i64.shr(get(v), i64.constant(2n))),
    // One digit less, if just one such number lies inside.
    when(i64.above(get(s), i64.constant(9n)), [
      // s / 10: a multiplication, as dividing 64 bits takes several times as long.
      multiplyHigh(sp, get(s), i64.constant(0xcccc_cccc_cccc_cccdn), [t0, t1, t2]),
      set(sp, i64.shr(get(sp), i64.constant(3n))),
      set(t0, i64.mul(get(sp), i64.constant(40n))),
      set(low, i64.atMost(get(lower), get(t0))),
      set(high, i64.atMost(i64.add(get(t0), i64.constant(40n)), get(upper))),
      when(i32.sub(get(low), get(high)), [
        giveBack(emitted(i64.add(get(sp), i64.widen(get(high))), i32.add(get(k), one))),
      ]),
    ]),
    set(t0, i64.shl(get(s), i64.constant(2n))),
    set(low, i64.atMost(get(lower), get(t0))),
    set(high, i64.atMost(i64.add(get(t0), i64.constant(4n)), get(upper))),
    when(i32.isZero(i32.sub(get(low), get(high))), [
      // Both or none: the nearer, and of equals the even one.
      set(t0, i64.add(get(t0), i64.constant(2n))),
      set(high, i32.or(nearerAbove, i32.and(halfway, i32.and(i32.low(get(s)), one)))),
    ]),
  ];
}

/** row(numbers, count, out) → end: the numbers with commas between and a line feed behind. */
const writeRow = (write: number): WasmCode =>
  routine([I32, I32, I32], (local) => {
    const [numbers, count, out] = [0, 1, 2];
    const end = local(I32);
    return [
      set(end, i32.add(get(numbers), i32.shl(get(count), i32.constant(3)))),
      repeatWhile(i32.below(get(numbers), get(end)), [
        set(out, call(write, f64.load(get(numbers)), get(out))),
        i32.store8(get(out), ascii(",")),
        set(out, i32.add(get(out), one)),
        set(numbers, i32.add(get(numbers), i32.constant(8))),
      ]),
      i32.store8(i32.sub(get(out), one), ascii("\n")),
      get(out),
    ];
  });

/** writeAfter(text, length, x, out) → end: a text of the memory and a number behind it. */
const writeAfter = (write: number): WasmCode =>
  routine([I32, I32, F64, I32], (local) => {
    const [text, length, x, out] = [0, 1, 2, 3];
    const end = local(I32);
    const eight = i32.constant(8);
    return [
      set(end, i32.add(get(out), get(length))),
      // Eight bytes at a time, which scratches some behind the end.
      repeatWhile(i32.below(get(out), get(end)), [
        i64.store(get(out), i64.load(get(text))),
        set(out, i32.add(get(out), eight)),
        set(text, i32.add(get(text), eight)),
      ]),
      call(write, get(x), get(end)),
    ];
  });
