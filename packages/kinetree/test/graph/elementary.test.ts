import { describe, expect, it } from "vitest";
import { define } from "../../src/graph/definitions.js";
import { Graph, type FunctionOp, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { around, placesBetween, sampler, type Sampler } from "./elementary-samples.js";
import * as reference from "./reference.js";

type Arguments = readonly number[];

interface Subject {
  readonly op: FunctionOp;
  /** Bound of the error; on millions of random points the largest was 0.1 below. */
  readonly ulp: number;
  readonly exact: (...args: number[]) => reference.Real;
  readonly builtIn: (...args: number[]) => number;
  readonly points: (sample: Sampler) => Arguments[];
}

const each = (...sets: readonly (readonly number[])[]): Arguments[] => sets.flat().map((x) => [x]);
const zip = (a: readonly number[], b: readonly number[]): Arguments[] => a.map((x, i) => [x, b[i]]);

/** 2^26 π/2: beyond it sin, cos and tan are NaN. */
const TURNED_TOO_FAR = 2 ** 25 * Math.PI;

/** The double next to k π/2 is 2^-60.5, 2^-59, 2^-58, 2^-57 away for these k, the nearest of all up to 2^26. */
const nearestMultiples = [29, 9206271, 18412542, 36825084].map((k) => (k * Math.PI) / 2);

const angles = (sample: Sampler): Arguments[] => {
  const multiples = sample.byExponent(250, 0, 26, "positive").map((k) => (Math.floor(k) * Math.PI) / 2);
  const eighths = Array.from({ length: 40 }, (_, i) => ((i + 1) * Math.PI) / 8);
  const binades = Array.from({ length: 27 }, (_, e) => 2 ** e);
  return each(
    sample.uniform(1000, -8, 8),
    sample.uniform(800, -1.05e8, 1.05e8),
    sample.byExponent(1200, -100, 26.5),
    around([...multiples, ...nearestMultiples]),
    around([...eighths, ...binades]),
  );
};

const slopes = (sample: Sampler): number[] => [
  ...sample.uniform(800, -3, 3),
  ...sample.byExponent(800, -60, 60),
  ...around([7 / 16, 11 / 16, 1, 16 / 11, 16 / 7, 2 ** -27, 2 ** 27, 2 ** 53]),
];

const unitInterval = (sample: Sampler): Arguments[] =>
  each(
    sample.uniform(1000, -1, 1),
    sample.byExponent(600, -60, 0).filter((x) => Math.abs(x) <= 1),
    sample.byExponent(600, -53, -1, "positive").flatMap((gap) => [1 - gap, gap - 1]),
    around([0.5, Math.SQRT1_2]),
    [0, 1, -1],
  );

/** y so that x^y stays finite and normal. */
const exponentsFor = (sample: Sampler, bases: readonly number[]): Arguments[] =>
  zip(bases, sample.uniform(bases.length, -1, 1)).map(([x, u]) => [x, (u * 708) / Math.abs(Math.log(x))]);

const subjects: readonly Subject[] = [
  { op: "sin", ulp: 1.45, exact: reference.sin, builtIn: Math.sin, points: angles },
  { op: "cos", ulp: 1.45, exact: reference.cos, builtIn: Math.cos, points: angles },
  { op: "tan", ulp: 1.75, exact: reference.tan, builtIn: Math.tan, points: angles },
  { op: "asin", ulp: 0.95, exact: reference.asin, builtIn: Math.asin, points: unitInterval },
  { op: "acos", ulp: 0.95, exact: reference.acos, builtIn: Math.acos, points: unitInterval },
  { op: "atan", ulp: 1.4, exact: reference.atan, builtIn: Math.atan, points: (sample) => each(slopes(sample)) },
  {
    op: "atan2",
    ulp: 1.6,
    exact: reference.atan2,
    builtIn: Math.atan2,
    points: (sample) =>
      [
        ...zip(sample.uniform(1500, -2, 2), sample.uniform(1500, -2, 2)),
        ...zip(sample.byExponent(800, -1074, 1023.9), sample.byExponent(800, -1074, 1023.9)),
        ...zip(sample.byExponent(400, -1074, 1023.9), slopes(sample)).map(([x, slope]): Arguments => [slope * x, x]),
        ...[-3, -2, -1, 1, 2, 3].flatMap((y) => [-4, -1, 2, 5].map((x): Arguments => [y * 2 ** -1074, x * 2 ** -1074])),
      ].filter((point) => point.every((x) => x !== 0 && Number.isFinite(x))),
  },
  {
    op: "exp",
    ulp: 0.95,
    exact: reference.exp,
    builtIn: Math.exp,
    points: (sample) =>
      each(
        sample.uniform(1000, -708, 709.7),
        sample.uniform(600, -1, 1),
        sample.uniform(600, -746, -707),
        sample.byExponent(600, -60, 9),
        around([709.782712893384, 708.3964185322641, 745.1332191019411].map((x) => x - 1e-9)).filter((x) => x < 709.78),
        around(Array.from({ length: 60 }, (_, k) => (k + 0.5) * Math.LN2)),
      ),
  },
  {
    op: "log",
    ulp: 0.95,
    exact: reference.log,
    builtIn: Math.log,
    points: (sample) =>
      each(
        sample.byExponent(1500, -1074, 1023.9, "positive"),
        sample.byExponent(1000, -52, -1).map((x) => 1 + x),
        sample.uniform(1000, 0.4, 2.5),
        around([2 ** -1022, 0.5, Math.SQRT1_2, Math.SQRT2, 2, 2 ** 1023]).filter((x) => x > 0),
        [1, Number.MIN_VALUE, Number.MAX_VALUE],
      ),
  },
  {
    op: "pow",
    ulp: 1.2,
    exact: reference.pow,
    builtIn: Math.pow,
    points: (sample) => [
      ...exponentsFor(sample, sample.byExponent(800, -1074, 1023.9, "positive")),
      ...exponentsFor(sample, sample.uniform(800, 0.5, 2)),
      ...exponentsFor(
        sample,
        sample.byExponent(600, -40, -2).map((x) => 1 + x),
      ),
      ...zip(sample.uniform(600, 1e-3, 100), sample.uniform(600, -10, 10)),
      ...zip(sample.uniform(400, 1e-3, 100), sample.uniform(400, -20, 20).map(Math.floor)),
    ],
  },
];

const compute = (op: FunctionOp, args: readonly number[]): number => define(op, args) as number;

describe("the reference", () => {
  // Digits as printed in tables, such as the Online Encyclopedia of Integer Sequences A000796, A002162, A001113, A049469.
  it.each([
    ["π", reference.pi, "3.141592653589793238462643383279502884197169399375105820974944"],
    ["log 2", reference.ln2, "0.693147180559945309417232121458176568075500134360255254120680"],
    ["e", reference.exp(1), "2.718281828459045235360287471352662497757247093699959574966967"],
    ["sin 1", reference.sin(1), "0.841470984807896506652502321630298999622563060798371065672751"],
    ["cos 1", reference.cos(1), "0.540302305868139717400936607442976603732310420617922227670097"],
    ["log 10", reference.log(10), "2.302585092994045684017991454684364207601101488628772976033327"],
    ["arctan 1/2", reference.atan(0.5), "0.463647609000806116214256231461214402028537054286120263810933"],
    ["arcsin 3/4", reference.asin(0.75), "0.848062078981481008052944338998418080073366213263112642860718"],
    ["3^2.5", reference.pow(3, 2.5), "15.588457268119895641747017073552851302485247284293425652502262"],
  ])("has the sixty decimals of %s", (_, number, digits) => {
    expect(reference.decimals(number, 60)).toBe(digits);
  });

  it("measures half a place for a number between two doubles", () => {
    expect(reference.ulpError(1, { digits: 2n ** 53n + 1n, exponent: -53 })).toBe(0.5);
  });
});

describe.each(subjects)("$op", ({ op, ulp, exact, builtIn, points }) => {
  const all = points(sampler(20_250_101n));

  it(`lies within ${ulp} ulp of the reference`, () => {
    let worst = { error: -1, args: [] as Arguments };
    for (const args of all) {
      const error = reference.ulpError(compute(op, args), exact(...args));
      if (error > worst.error) worst = { error, args };
    }
    expect(all.length).toBeGreaterThan(1500);
    expect(worst.error, `at ${op}(${worst.args.join(", ")})`).toBeLessThanOrEqual(ulp);
  });

  it("lies within three places of the built-in function", () => {
    // The built-in power of V8, after fdlibm, drops terms of the logarithm above |y| = 2^31 and is off by more there.
    const sound = all.filter((args) => op !== "pow" || Math.abs(args[1]) < 2 ** 31);
    const far = sound.filter((args) => placesBetween(compute(op, args), builtIn(...args)) > 3);
    expect(far).toEqual([]);
  });

  it("traced and interpreted gives the bits of plain numbers", () => {
    const inputs = new Graph().newInputs(all[0].length);
    const traced: Num = define(op, inputs);
    const odd = [0, -0, 1, -1, NaN, Infinity, -Infinity, 1e300, -1e-300, Number.MIN_VALUE];
    const oddArgs = inputs.length === 1 ? each(odd) : odd.flatMap((a) => odd.map((b): Arguments => [a, b]));
    for (const args of [...all.filter((_, i) => i % 10 === 0), ...oddArgs])
      expect(interpret([traced], args)[0], `${op}(${args.join(", ")})`).toBe(compute(op, args));
  });

  it("gives NaN for NaN", () => {
    const places = all[0].map((_, i) => i);
    for (const place of places)
      for (const other of [-1, 0, 0.5, 1])
        expect(
          compute(
            op,
            places.map((i) => (i === place ? NaN : other)),
          ),
        ).toBeNaN();
  });
});

describe("special values", () => {
  it.each<[FunctionOp, Arguments, number]>([
    ["sin", [0], 0],
    ["cos", [0], 1],
    ["tan", [0], 0],
    ["sin", [1e-310], 1e-310],
    ["sin", [TURNED_TOO_FAR * 1.0001], NaN],
    ["cos", [-TURNED_TOO_FAR * 1.0001], NaN],
    ["tan", [TURNED_TOO_FAR * 1.0001], NaN],
    ["cos", [1e300], NaN],
    ["sin", [Infinity], NaN],
    ["tan", [-Infinity], NaN],
    ["asin", [1], Math.PI / 2],
    ["asin", [-1], -Math.PI / 2],
    ["asin", [1 + 2 ** -52], NaN],
    ["acos", [1], 0],
    ["acos", [-1], Math.PI],
    ["acos", [0], Math.PI / 2],
    ["acos", [-Infinity], NaN],
    ["atan", [0], 0],
    ["atan", [Infinity], Math.PI / 2],
    ["atan", [-Infinity], -Math.PI / 2],
    ["atan2", [0, 0], 0],
    ["atan2", [0, 1], 0],
    ["atan2", [0, -1], Math.PI],
    ["atan2", [-0, -1], Math.PI],
    ["atan2", [1, 0], Math.PI / 2],
    ["atan2", [-1, 0], -Math.PI / 2],
    ["atan2", [Infinity, Infinity], Math.PI / 4],
    ["atan2", [-Infinity, -Infinity], -0.75 * Math.PI],
    ["atan2", [1, Infinity], 0],
    ["atan2", [1, -Infinity], Math.PI],
    ["atan2", [-Infinity, 3], -Math.PI / 2],
    ["exp", [0], 1],
    ["exp", [709.79], Infinity],
    ["exp", [Infinity], Infinity],
    ["exp", [-745.2], 0],
    ["exp", [-745], Number.MIN_VALUE],
    ["exp", [-Infinity], 0],
    ["log", [1], 0],
    ["log", [0], -Infinity],
    ["log", [-0], -Infinity],
    ["log", [Infinity], Infinity],
    ["log", [-1], NaN],
    ["log", [-Infinity], NaN],
    ["pow", [0, 0], 1],
    ["pow", [5, 0], 1],
    ["pow", [Infinity, 0], 1],
    ["pow", [1, 1e300], 1],
    ["pow", [0, 2.5], 0],
    ["pow", [0, -2.5], Infinity],
    ["pow", [Infinity, 0.1], Infinity],
    ["pow", [Infinity, -0.1], 0],
    ["pow", [2, Infinity], Infinity],
    ["pow", [2, -Infinity], 0],
    ["pow", [0.5, Infinity], 0],
    ["pow", [1, Infinity], NaN],
    ["pow", [2, 1023], 2 ** 1023],
    ["pow", [2, 1024], Infinity],
    ["pow", [2, -1074], Number.MIN_VALUE],
    ["pow", [2, -1076], 0],
    ["pow", [1e300, 1e300], Infinity],
    ["pow", [-2, 3], -8],
    ["pow", [-2, -2], 0.25],
    ["pow", [-2, 0.5], NaN],
    ["pow", [-1, 2 ** 52 + 1], -1],
    ["pow", [-1, 2 ** 53], 1],
    ["pow", [9, 0.5], 3],
  ])("%s of %o is %d", (op, args, expected) => {
    expect(compute(op, args)).toBe(expected);
  });
});

describe("operations", () => {
  const nodesOf = (trace: (x: Num) => unknown): number => {
    const graph = new Graph();
    trace(graph.input());
    return graph.nodes.length;
  };

  it("of sin and cos of one angle are all but three the same", () => {
    const sinAlone = nodesOf((x) => define("sin", [x]));
    const both = nodesOf((x) => [define("sin", [x]), define("cos", [x])]);
    expect(both - sinAlone).toBe(3);
    expect(both).toBeLessThanOrEqual(52);
  });
});
