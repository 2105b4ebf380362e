import { expect, test } from "vitest";
import { createSimulation, decodeCheckpoint, encodeCheckpoint } from "../../src/index.js";
import { pendulum } from "../../src/systems.js";

test("a checkpoint with any bit turned is refused, or says the same", () => {
  const run = createSimulation(pendulum(), {}).begin(1);
  run.advance(3);
  const bytes = encodeCheckpoint(run.checkpoint());
  expect(decodeCheckpoint(bytes).t).toBe(run.t);
  const whole = decodeCheckpoint(bytes);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = Uint8Array.from(bytes);
    changed[bit >> 3] ^= 1 << (bit & 7);
    const outcome = outcomeOf(() => decodeCheckpoint(changed));
    // All NaN are one: their further bits are not part of the language.
    if (!(outcome instanceof Error)) expect(outcome, `byte ${bit >> 3}, bit ${bit & 7}`).toEqual(whole);
    else expect(outcome, `byte ${bit >> 3}, bit ${bit & 7}`).toMatchObject({ code: "not-a-checkpoint" });
  }
});

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
