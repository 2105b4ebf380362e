import { I32, I64, type WasmCode } from "kinetree/tools";
import { layout } from "./layout.js";
import {
  ascii,
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

/** emit(digits d, exponent k, out) → end: d · 10^k, d > 0, in the layout of String(x). */
export const emitDigits = (): WasmCode =>
  routine([I64, I32, I32], (local) => {
    const locals = localsOf(local);
    return [
      ...splitDigits(locals),
      ...countDigits(locals),
      writeFraction(locals),
      writeInteger(locals),
      ...writeWithPoint(locals),
    ];
  });

/** Numbers of the locals: d = high · 10⁸ + low with at most 9 + 8 digits; low = 0 means that there is only `high`. */
const localsOf = (local: NewLocal) => {
  const [high, low, zeros, length, point, at, rest, guess] = Array.from({ length: 8 }, () => local(I32));
  const [quotient, t0, t1, t2] = Array.from({ length: 4 }, () => local(I64));
  return { d: 0, k: 1, out: 2, high, low, zeros, length, point, at, rest, guess, quotient, t0, t1, t2 };
};
type Locals = ReturnType<typeof localsOf>;

const zero = i32.constant(0);
const two = i32.constant(2);
const eight = i32.constant(8);
const ten = i32.constant(10);
const hundred = i32.constant(100);
const tenThousand = i32.constant(10_000);

/** Writes a number below 100 as two digits. */
const pair = (address: Expression, value: Expression): Expression =>
  i32.store16(address, i32.load16(i32.shl(value, one), layout.pairs));
const increase = (target: number, by: Expression): Expression => set(target, i32.add(get(target), by));
const decrease = (target: number, by: Expression): Expression => set(target, i32.sub(get(target), by));

function splitDigits({ d, k, high, low, rest, zeros, quotient, t0, t1, t2 }: Locals): readonly Expression[] {
  const tenToEight = i64.constant(100_000_000n);
  return [
    when(
      i64.below(get(d), tenToEight),
      [set(high, i32.low(get(d))), set(rest, get(high))],
      [
        // d / 10⁸ by multiplication
        multiplyHigh(quotient, get(d), i64.constant(0xabcc_7711_8461_cefdn), [t0, t1, t2]),
        set(high, i32.low(i64.shr(get(quotient), i64.constant(26n)))),
        set(low, i32.low(i64.sub(get(d), i64.mul(i64.widen(get(high)), tenToEight)))),
        when(i32.isZero(get(low)), [increase(k, eight), set(rest, get(high))], [set(rest, get(low))]),
      ],
    ),
    // `rest` holds the last digits, and is not zero.
    repeatWhile(i32.isZero(i32.rem(get(rest), ten)), [set(rest, i32.div(get(rest), ten)), increase(zeros, one)]),
  ];
}

/** Digits of `high`: ⌊log₁₀⌋ of its bit length, and one more from the power of ten on. */
function countDigits({ k, high, low, length, point, guess }: Locals): readonly Expression[] {
  const bitLength = i32.sub(i32.constant(32), i32.leadingZeros(get(high)));
  const powerOfTen = i32.load(i32.shl(get(guess), two), layout.smallPowers);
  return [
    set(guess, i32.shr(i32.mul(bitLength, i32.constant(1233)), i32.constant(12))),
    set(length, i32.add(get(guess), i32.atLeast(get(high), powerOfTen))),
    when(get(low), [increase(length, eight)]),
    set(point, i32.add(get(length), get(k))),
  ];
}

/** Writes all digits, the last one before `at`. */
const writeDigits = ({ high, low, at, rest }: Locals): readonly Expression[] => [
  when(get(low), [
    decrease(at, eight),
    set(rest, i32.div(get(low), tenThousand)),
    pair(get(at), i32.div(get(rest), hundred)),
    pair(i32.add(get(at), two), i32.rem(get(rest), hundred)),
    set(rest, i32.rem(get(low), tenThousand)),
    pair(i32.add(get(at), i32.constant(4)), i32.div(get(rest), hundred)),
    pair(i32.add(get(at), i32.constant(6)), i32.rem(get(rest), hundred)),
  ]),
  repeatWhile(i32.atLeast(get(high), hundred), [
    decrease(at, two),
    pair(get(at), i32.rem(get(high), hundred)),
    set(high, i32.div(get(high), hundred)),
  ]),
  when(
    i32.atLeast(get(high), ten),
    [pair(i32.sub(get(at), two), get(high))],
    [i32.store8(i32.sub(get(at), one), i32.add(get(high), ascii("0")))],
  ),
];

/** A fraction below one: 0.00012 */
function writeFraction(locals: Locals): Expression {
  const { out, at, length, point, zeros } = locals;
  return when(i32.and(i32.atMostSigned(get(point), zero), i32.lessSigned(i32.constant(-6), get(point))), [
    i64.store(get(out), word("0.000000")),
    set(out, i32.sub(i32.add(get(out), two), get(point))),
    set(at, i32.add(get(out), get(length))),
    ...writeDigits(locals),
    giveBack(i32.sub(i32.add(get(out), get(length)), get(zeros))),
  ]);
}

/** An integer: 1200 */
function writeInteger(locals: Locals): Expression {
  const { out, at, length, point, zeros } = locals;
  const isInteger = i32.atMostSigned(i32.sub(get(length), get(zeros)), get(point));
  return when(i32.and(isInteger, i32.atMostSigned(get(point), i32.constant(21))), [
    set(at, i32.add(get(out), get(length))),
    ...writeDigits(locals),
    set(at, i32.add(get(out), get(length))),
    i64.store(get(at), word("00000000")),
    i64.store(get(at), word("00000000"), 8),
    i64.store(get(at), word("00000000"), 16),
    giveBack(i32.add(get(out), get(point))),
  ]);
}

/** 1.2 or 12.5, otherwise with an exponent. */
function writeWithPoint(locals: Locals): readonly Expression[] {
  const { out, at, length, point, zeros } = locals;
  /** Moves the first `point` digits, written one place too far right, to their place and puts the point behind them. */
  const openPoint: readonly Expression[] = [
    set(at, get(out)),
    repeatWhile(i32.below(get(at), i32.add(get(out), get(point))), [
      i32.store8(get(at), i32.load8(get(at), 1)),
      increase(at, one),
    ]),
    i32.store8(get(at), ascii(".")),
  ];
  return [
    set(at, i32.add(i32.add(get(out), one), get(length))),
    ...writeDigits(locals),
    when(i32.and(i32.lessSigned(zero, get(point)), i32.atMostSigned(get(point), i32.constant(21))), [
      ...openPoint,
      giveBack(i32.sub(i32.add(i32.add(get(out), one), get(length)), get(zeros))),
    ]),
    ...writeExponent(locals, openPoint),
  ];
}

/** 1.2e-7; the exponent is that of the first digit, and a lone digit has no point. */
function writeExponent(
  { out, at, length, point, zeros, rest }: Locals,
  openPoint: readonly Expression[],
): readonly Expression[] {
  return [
    set(rest, i32.sub(get(point), one)),
    set(point, one),
    ...openPoint,
    decrease(length, get(zeros)),
    set(at, i32.add(i32.add(get(out), get(length)), i32.sub(one, i32.equal(get(length), one)))),
    i32.store8(get(at), ascii("e")),
    when(
      i32.lessSigned(get(rest), zero),
      [i32.store8(get(at), ascii("-"), 1), set(rest, i32.sub(zero, get(rest)))],
      [i32.store8(get(at), ascii("+"), 1)],
    ),
    increase(at, two),
    when(i32.atLeast(get(rest), hundred), [
      i32.store8(get(at), i32.add(i32.div(get(rest), hundred), ascii("0"))),
      pair(i32.add(get(at), one), i32.rem(get(rest), hundred)),
      giveBack(i32.add(get(at), i32.constant(3))),
    ]),
    when(i32.atLeast(get(rest), ten), [pair(get(at), get(rest)), giveBack(i32.add(get(at), two))]),
    i32.store8(get(at), i32.add(get(rest), ascii("0"))),
    i32.add(get(at), one),
  ];
}
