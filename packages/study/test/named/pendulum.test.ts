import { describe, expect, test } from "vitest";
import type { Study } from "../../src/description/study.js";
import { namedStudy } from "../../src/named/studies.js";
import { runStudy } from "../../src/prepare/run-in-memory.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

/** π/(2 AGM(1, cos(θ/2))) times 4 √(l/g): the exact period of an undamped pendulum (Gauss). */
function periodOf(length: number, gravity: number, angle: number): number {
  let [a, b] = [1, Math.cos(angle / 2)];
  for (let k = 0; k < 20; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(length / gravity)) / a;
}

const given = namedStudy("pendulum");
const { damping: _, ...undampedParameters } = given.parameters ?? {};
const undamped: Study = { ...given, parameters: undampedParameters, fixed: { damping: 0 }, samples: 20 };

describe("the pendulum study", () => {
  test("without damping / period, load, speed and energy of the textbooks", async () => {
    const table = await runStudy(undamped);
    const of = (name: string): Float64Array => table.numbers(name);
    for (let i = 0; i < table.rows; i++) {
      const [length, angle] = [of("length")[i], of("angle")[i]];
      const height = length * (1 - Math.cos(angle));
      expect(table.texts("end")[i]).toBe("finished");
      expect(of("period")[i] / periodOf(length, 9.81, angle)).toBeCloseTo(1, 7);
      expect(of("energy")[i] / (9.81 * height)).toBeCloseTo(1, 6);
      // Looked at after every step: near a peak, a step of h misses at most (ω h/2)²/2 of it, and steps are below 0.1 s.
      const speed = Math.sqrt(2 * 9.81 * height) / length;
      expect(of("peakSpeed")[i]).toBeLessThan(speed * (1 + 1e-7));
      expect(of("peakSpeed")[i]).toBeGreaterThan(speed * 0.98);
      const load = 9.81 * (3 - 2 * Math.cos(angle));
      expect(of("peakLoad")[i]).toBeLessThan(load * (1 + 1e-7));
      expect(of("peakLoad")[i]).toBeGreaterThan(load * 0.98);
      expect(of("overloaded")[i]).toBe(of("peakLoad")[i] > 2.2 * 9.81 ? 1 : 0);
    }
  });

  test("as it is / every sample finishes, and loses energy", async () => {
    const table = await runStudy(given);
    expect(table.rows).toBe(200);
    expect(new Set(table.texts("end"))).toEqual(new Set(["finished"]));
    table.numbers("energy").forEach((energy, i) => {
      const start = 9.81 * table.numbers("length")[i] * (1 - Math.cos(table.numbers("angle")[i]));
      expect(energy).toBeLessThan(start);
    });
  });
});

test("columns and cases that do not exist / refused by name", async () => {
  const table = await runStudy({ ...undamped, samples: 1, outputs: { last: { final: "q.hinge" } } });
  const column = refusal(() => table.numbers("lenght"));
  expect(column).toEqual({ code: "unknown-column", subject: 'column "lenght"', value: "lenght" });
  const kind = refusal(() => table.numbers("end"));
  expect(kind).toEqual({ code: "column-kind", subject: 'column "end"', value: "texts" });
  expect(table.numbers("last", "pendulum").length).toBe(1);
  const unknown = refusal(() => table.numbers("last", "pendulun"));
  expect(unknown).toEqual({ code: "unknown-case", subject: 'case "pendulun"', value: "pendulun" });
});
