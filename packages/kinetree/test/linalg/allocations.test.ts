import { describe, expect, it } from "vitest";
import { choleskyInto, choleskySolveInto } from "../../src/linalg/cholesky.js";
import { eigenSymmetricInto, newEigenSymmetricWork } from "../../src/linalg/eigen-symmetric.js";
import { luInto, luSolveInto, newLu } from "../../src/linalg/lu.js";
import { newMatrix } from "../../src/linalg/matrix.js";
import { randomSpd, randomVector } from "./matrices.js";

const n = 8;
const A = randomSpd(1, n);
const b = randomVector(2, n);
const x = new Float64Array(n);
const out = newMatrix(n, n);
const luFactors = newLu(n);
const eigenWork = newEigenSymmetricWork(n);

const CALLS = 4000;

/**
 * Bytes that the heap and the array buffers grew by over CALLS calls, once that is below `limit`; else the fewest of many
 * repetitions. Other work of the process, and the calls before the compiler has seen enough of them, only add.
 */
function bytesOfCalls(call: () => void, limit: number): number {
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  let fewest = Infinity;
  for (let repetition = 0; repetition < 60 && fewest >= limit; repetition++) {
    const before = used();
    for (let k = 0; k < CALLS; k++) call();
    const grown = used() - before;
    if (grown >= 0) fewest = Math.min(fewest, grown); // a collection in between says nothing
  }
  return fewest;
}

/** The smallest object. */
const LIMIT = 16 * CALLS;

describe("hot functions allocate nothing", () => {
  it.each([
    { name: "choleskyInto and solve", call: () => (choleskyInto(out, A), choleskySolveInto(x, out, b)) },
    { name: "luInto and solve", call: () => (luInto(luFactors, A), luSolveInto(x, luFactors, b)) },
    { name: "eigenSymmetricInto", call: () => eigenSymmetricInto(x, out, A, eigenWork) },
  ])("$name", ({ call }) => {
    expect(bytesOfCalls(call, LIMIT)).toBeLessThan(LIMIT);
  });

  it("an array a call / is noticed, so that the measure can fail", () => {
    let kept: number[] = [];
    expect(bytesOfCalls(() => (kept = [kept.length]), LIMIT)).toBeGreaterThan(LIMIT);
  });
});
