import { expect, test } from "vitest";
import { KeptSolve } from "../../../src/formulation/augmented/kept-solve.js";

const a = new Float64Array(2);
const b = new Float64Array(1);
const out = new Float64Array(1);
const kept = new KeptSolve([a, b], [out]);

/** Solves as a lane would; how often it really did is counted. */
let solved = 0;
function solve(x: number, y: number, z: number): number {
  a.set([x, y]);
  b[0] = z;
  out[0] = -1;
  if (kept.recall()) return out[0];
  solved++;
  out[0] = x + y + z;
  kept.keep();
  return out[0];
}

test("zeros that nothing was made of yet are not recalled", () => {
  expect(solve(0, 0, 0)).toBe(0);
  expect(solved).toBe(1);
});

test("the same inputs are solved once, others again", () => {
  const before = solved;
  expect([solve(1, 2, 3), solve(1, 2, 3), solve(1, 2, 4), solve(1, 2, 3)]).toEqual([6, 6, 7, 6]);
  expect(solved - before).toBe(3);
});

test("inputs that are no numbers are solved every time", () => {
  const before = solved;
  expect([solve(NaN, 0, 0), solve(NaN, 0, 0)]).toEqual([NaN, NaN]);
  expect(solved - before).toBe(2);
});

test("what was given up in between is not recalled", () => {
  solve(5, 5, 5);
  a.set([6, 6]);
  expect(kept.recall()).toBe(false); // and then something throws: `keep` never follows
  expect(kept.recall()).toBe(false);
});
