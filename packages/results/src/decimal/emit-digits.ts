import { layout } from "./layout.js";
import { ascii, multiplyHigh, one, scope, word } from "./phrases.js";
import * as wasm from "./wasm.js";
import { get, i32, i64, set, when, type Code } from "./wasm.js";

/** emit(digits d, exponent k, out) → end: d · 10^k, d > 0, in the layout of String(x). */
export function emitDigits(): wasm.WasmFunction {
  const parameters = [wasm.I64, wasm.I32, wasm.I32];
  const [d, k, out] = [0, 1, 2];
  const { local, types } = scope(parameters);
  const [high, low, zeros, length, point, at, rest, guess] = Array.from({ length: 8 }, () => local(wasm.I32));
  const [quotient, t0, t1, t2] = Array.from({ length: 4 }, () => local(wasm.I64));
  const pair = (address: Code, value: Code): Code =>
    i32.store16(address, i32.load16(i32.shl(value, one), layout.pairs));
  const increase = (target: number, by: Code): Code => set(target, i32.add(get(target), by));
  const decrease = (target: number, by: Code): Code => set(target, i32.sub(get(target), by));
  const hundred = i32.constant(100);
  const tenThousand = i32.constant(10_000);
  /** Counts the zeros at the end of a number in `rest`, which is not zero. */
  const countZeros = wasm.repeatWhile(i32.isZero(i32.rem(get(rest), i32.constant(10))), [
    set(rest, i32.div(get(rest), i32.constant(10))),
    increase(zeros, one),
  ]);
  /** Writes `high` so that its last digit lies before `at`. */
  const writeHigh: readonly Code[] = [
    wasm.repeatWhile(i32.atLeast(get(high), hundred), [
      decrease(at, i32.constant(2)),
      pair(get(at), i32.rem(get(high), hundred)),
      set(high, i32.div(get(high), hundred)),
    ]),
    when(
      i32.atLeast(get(high), i32.constant(10)),
      [pair(i32.sub(get(at), i32.constant(2)), get(high))],
      [i32.store8(i32.sub(get(at), one), i32.add(get(high), ascii("0")))],
    ),
  ];
  /** Writes all digits, the last one before `at`. */
  const writeDigits: readonly Code[] = [
    when(get(low), [
      decrease(at, i32.constant(8)),
      set(rest, i32.div(get(low), tenThousand)),
      pair(get(at), i32.div(get(rest), hundred)),
      pair(i32.add(get(at), i32.constant(2)), i32.rem(get(rest), hundred)),
      set(rest, i32.rem(get(low), tenThousand)),
      pair(i32.add(get(at), i32.constant(4)), i32.div(get(rest), hundred)),
      pair(i32.add(get(at), i32.constant(6)), i32.rem(get(rest), hundred)),
    ]),
    ...writeHigh,
  ];
  /** Moves the first `point` digits, written one place too far right, to their place and puts the point behind them. */
  const openPoint: readonly Code[] = [
    set(at, get(out)),
    wasm.repeatWhile(i32.below(get(at), i32.add(get(out), get(point))), [
      [...get(at), ...get(at), 0x2d, 0, 1, 0x3a, 0, 0], // byte at + 1 to at
      increase(at, one),
    ]),
    i32.store8(get(at), ascii(".")),
  ];
  return {
    exportName: null,
    parameters,
    results: [wasm.I32],
    locals: types,
    body: [
      // d = high · 10⁸ + low with at most 9 + 8 digits; low = 0 means that there is only `high`.
      when(
        i64.below(get(d), i64.constant(100_000_000n)),
        [set(high, i32.low(get(d))), set(rest, get(high))],
        [
          // d / 10⁸ by multiplication
          multiplyHigh(quotient, get(d), i64.constant(0xabcc_7711_8461_cefdn), [t0, t1, t2]),
          set(high, i32.low(i64.shr(get(quotient), i64.constant(26n)))),
          set(low, i32.low(i64.sub(get(d), i64.mul(i64.widen(get(high)), i64.constant(100_000_000n))))),
          when(
            i32.isZero(get(low)),
            [set(k, i32.add(get(k), i32.constant(8))), set(rest, get(high))],
            [set(rest, get(low))],
          ),
        ],
      ),
      countZeros,
      // Digits of `high`: ⌊log₁₀⌋ of its bit length, and one more from the power of ten on.
      set(
        guess,
        i32.shr(i32.mul(i32.sub(i32.constant(32), i32.leadingZeros(get(high))), i32.constant(1233)), i32.constant(12)),
      ),
      set(
        length,
        i32.add(get(guess), i32.atLeast(get(high), i32.load(i32.shl(get(guess), i32.constant(2)), layout.smallPowers))),
      ),
      when(get(low), [increase(length, i32.constant(8))]),
      set(point, i32.add(get(length), get(k))),
      // Fraction below one: 0.00012
      when(i32.and(i32.atMostSigned(get(point), i32.constant(0)), i32.lessSigned(i32.constant(-6), get(point))), [
        i64.store(get(out), word("0.000000")),
        set(out, i32.sub(i32.add(get(out), i32.constant(2)), get(point))),
        set(at, i32.add(get(out), get(length))),
        ...writeDigits,
        wasm.giveBack(i32.sub(i32.add(get(out), get(length)), get(zeros))),
      ]),
      // Integer: 1200
      when(
        i32.and(
          i32.atMostSigned(i32.sub(get(length), get(zeros)), get(point)),
          i32.atMostSigned(get(point), i32.constant(21)),
        ),
        [
          set(at, i32.add(get(out), get(length))),
          ...writeDigits,
          set(at, i32.add(get(out), get(length))),
          i64.store(get(at), word("00000000")),
          i64.store(get(at), word("00000000"), 8),
          i64.store(get(at), word("00000000"), 16),
          wasm.giveBack(i32.add(get(out), get(point))),
        ],
      ),
      set(at, i32.add(i32.add(get(out), one), get(length))),
      ...writeDigits,
      // 1.2 or 12.5
      when(i32.and(i32.lessSigned(i32.constant(0), get(point)), i32.atMostSigned(get(point), i32.constant(21))), [
        ...openPoint,
        wasm.giveBack(i32.sub(i32.add(i32.add(get(out), one), get(length)), get(zeros))),
      ]),
      // 1.2e-7; the exponent is that of the first digit, and a lone digit has no point.
      set(rest, i32.sub(get(point), one)),
      set(point, one),
      ...openPoint,
      set(length, i32.sub(get(length), get(zeros))),
      set(at, i32.add(i32.add(get(out), get(length)), i32.sub(one, i32.equal(get(length), one)))),
      i32.store8(get(at), ascii("e")),
      when(
        i32.lessSigned(get(rest), i32.constant(0)),
        [i32.store8(get(at), ascii("-"), 1), set(rest, i32.sub(i32.constant(0), get(rest)))],
        [i32.store8(get(at), ascii("+"), 1)],
      ),
      set(at, i32.add(get(at), i32.constant(2))),
      when(i32.atLeast(get(rest), hundred), [
        i32.store8(get(at), i32.add(i32.div(get(rest), hundred), ascii("0"))),
        pair(i32.add(get(at), one), i32.rem(get(rest), hundred)),
        wasm.giveBack(i32.add(get(at), i32.constant(3))),
      ]),
      when(i32.atLeast(get(rest), i32.constant(10)), [
        pair(get(at), get(rest)),
        wasm.giveBack(i32.add(get(at), i32.constant(2))),
      ]),
      i32.store8(get(at), i32.add(get(rest), ascii("0"))),
      i32.add(get(at), one),
    ],
  };
}
