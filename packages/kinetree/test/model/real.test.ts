import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateReal, parametersOf } from "../../src/model/evaluate-real.js";
import * as real from "../../src/model/real-arithmetic.js";
import type { Real } from "../../src/model/real.js";

const values = new Map([
  ["a", 0.7],
  ["b", 0.3],
]);
const a = real.param("a");
const b = real.param("b");

describe("literals fold", () => {
  test("sum, difference, product, quotient of literals are numbers", () => {
    expect(real.realAdd(1, 2)).toBe(3);
    expect(real.realSub(1, 2)).toBe(-1);
    expect(real.realMul(3, 2)).toBe(6);
    expect(real.realDiv(3, 2)).toBe(1.5);
  });
  test("a literal zero stays a zero, without sign", () => {
    expect(real.realMul(0, a)).toBe(0);
    expect(real.realMul(-1, 0)).toBe(0);
    expect(real.realNeg(0)).toBe(0);
    expect(real.realDiv(0, -2)).toBe(0);
  });
  test("a NaN is not swallowed by a zero", () => expect(real.realMul(0, NaN)).toBeNaN());
  test("neutral elements leave the parameter itself", () => {
    for (const same of [
      real.realAdd(a, 0),
      real.realAdd(0, a),
      real.realSub(a, 0),
      real.realMul(1, a),
      real.realMul(a, 1),
      real.realDiv(a, 1),
      real.realPow(a, 1),
      real.realNeg(real.realNeg(a)),
      real.realMul(-1, real.realNeg(a)),
    ])
      expect(same).toBe(a);
  });
  test("expressions are frozen", () => expect(Object.isFrozen(real.realAdd(a, b))).toBe(true));
});

describe("evaluation / Math", () => {
  // 2 ulp of the elementary functions, 1 ulp of Math's own.
  const TOLERANCE = 4 * Number.EPSILON;
  const relativeError = (x: number, y: number): number => Math.abs(x - y) / Math.abs(y);
  const unary: [string, (x: Real) => Real, (x: number) => number][] = [
    ["neg", real.realNeg, (x) => -x],
    ["sqrt", real.realSqrt, Math.sqrt],
    ["sin", real.realSin, Math.sin],
    ["cos", real.realCos, Math.cos],
    ["tan", real.realTan, Math.tan],
    ["asin", real.realAsin, Math.asin],
    ["acos", real.realAcos, Math.acos],
    ["exp", real.realExp, Math.exp],
    ["log", real.realLog, Math.log],
    ["square", real.realSquare, (x) => x * x],
  ];
  test.each(unary)("%s", (_, of, reference) =>
    expect(relativeError(evaluateReal(of(a), values), reference(0.7))).toBeLessThanOrEqual(TOLERANCE),
  );
  const binary: [string, (x: Real, y: Real) => Real, (x: number, y: number) => number][] = [
    ["add", real.realAdd, (x, y) => x + y],
    ["sub", real.realSub, (x, y) => x - y],
    ["mul", real.realMul, (x, y) => x * y],
    ["div", real.realDiv, (x, y) => x / y],
    ["atan2", real.realAtan2, Math.atan2],
    ["pow", real.realPow, Math.pow],
  ];
  test.each(binary)("%s", (_, of, reference) =>
    expect(relativeError(evaluateReal(of(a, b), values), reference(0.7, 0.3))).toBeLessThanOrEqual(TOLERANCE),
  );

  test("a folded literal has the same bits as the evaluated parameter", () =>
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99 }), fc.double({ min: 0.01, max: 0.99 }), (x, y) => {
        const at = new Map([
          ["a", x],
          ["b", y],
        ]);
        for (const [, of] of unary) expect(evaluateReal(of(a), at)).toBe(of(x));
        for (const [, of] of binary) expect(evaluateReal(of(a, b), at)).toBe(of(x, y));
      }),
    ));
});

test("parameters of an expression, each once, in order", () =>
  expect(parametersOf(real.realAdd(real.realMul(b, a), real.realSin(b)))).toEqual(["b", "a"]));

test("an unknown parameter is named with the nearest known one", () =>
  expect(() => evaluateReal(real.param("aa"), values)).toThrowError(/parameter "aa" is unknown. Did you mean "a"\?/));
