import { describe, expect, it } from "vitest";
import { Graph } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import * as arithmetic from "../../src/model/arithmetic.js";
import { evaluateReal } from "../../src/model/evaluate-real.js";
import { param } from "../../src/model/real-arithmetic.js";

const unary = ["neg", "square", "sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log"] as const;
const binary = ["add", "sub", "mul", "div", "atan2", "pow"] as const;
const [x, y] = [0.625, 0.375];

describe("one arithmetic / plain numbers, parameters and traced numbers have the same bits", () => {
  it.each(unary)("%s", (name) => {
    const graph = new Graph();
    const plain = arithmetic[name](x);
    expect(evaluateReal(arithmetic[name](param("x")), new Map([["x", x]]))).toBe(plain);
    expect(interpret([arithmetic[name](graph.input())], [x])).toEqual(Float64Array.of(plain));
  });

  it.each(binary)("%s", (name) => {
    const graph = new Graph();
    const plain = arithmetic[name](x, y);
    expect(evaluateReal(arithmetic[name](param("x"), y), new Map([["x", x]]))).toBe(plain);
    expect(evaluateReal(arithmetic[name](x, param("y")), new Map([["y", y]]))).toBe(plain);
    expect(interpret([arithmetic[name](graph.input(), y)], [x])).toEqual(Float64Array.of(plain));
  });

  it("a parameter and a traced number do not mix", () => {
    const traced = new Graph().input();
    const add = arithmetic.add as (a: unknown, b: unknown) => unknown;
    expect(() => add(param("x"), traced)).toThrow(expect.objectContaining({ code: "mixed-arithmetic" }));
  });
});
