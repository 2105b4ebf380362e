import { expect, test } from "vitest";
import { createSimulation, decodeCheckpoint, encodeCheckpoint } from "../../src/index.js";
import { pendulum } from "../../src/systems.js";

test("a checkpoint with any bit turned is refused, or says the same", () => {
  const run = createSimulation(pendulum(), {}).begin(1);
  run.advance(3);
  const bytes = encodeCheckpoint(run.checkpoint());
  expect(decodeCheckpoint(bytes).t).toBe(run.t);
  const whole = textOf(decodeCheckpoint(bytes));
  const places: string[] = [];
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = Uint8Array.from(bytes);
    changed[bit >> 3] ^= 1 << (bit & 7);
    const outcome = outcomeOf(() => decodeCheckpoint(changed));
    const isRefused = outcome instanceof Error && (outcome as { code?: unknown }).code === "not-a-checkpoint";
    if (!isRefused && textOf(outcome) !== whole) places.push(`byte ${bit >> 3}, bit ${bit & 7}`);
  }
  expect(places).toEqual([]);
});

/** All NaN are one: their further bits are not part of the language. */
const textOf = (checkpoint: unknown): string =>
  JSON.stringify(checkpoint, (_, value: unknown) => {
    if (value instanceof Float64Array) return Array.from(value, textOf);
    return typeof value === "number" ? (Object.is(value, -0) ? "-0" : String(value)) : value;
  });

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
