import type { ResultHeader } from "../../src/result-header.js";
import type { ResultFormat } from "../../src/write/encoder.js";
import { createWriter, type WriterOptions } from "../../src/create-writer.js";
import { memoryStorage } from "../../src/write/memory-storage.js";

export const formats: readonly ResultFormat[] = ["csv", "parquet", "mcap"];

export const header: ResultHeader = {
  names: ["q.elbow", "v.elbow", "pos.arm.x", "pos.arm.y", "pos.arm.z", 'höhe, "über" 地面', "energy"],
  units: ["rad", "rad/s", "m", "m", "m", "m", "J"],
  metadata: { model: '"pendulum"', hash: '"00ff"', tolerance: "1e-9", formulation: '{"name":"aba","why":"a tree"}' },
};

/** Numbers with every kind of trouble among them. */
export const troublesome = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  5e-324,
  1.7976931348623157e308,
  0.1,
  1 / 3,
  -1e-7,
  1e21,
  123456789,
];

export function rowsOf(count: number, width: number): { t: number; row: Float64Array }[] {
  return Array.from({ length: count }, (_, i) => ({
    t: i * 0.001,
    row: Float64Array.from({ length: width }, (_, j) =>
      (i + j) % 5 === 0 ? troublesome[(i * 7 + j) % troublesome.length] : Math.sin(i * 0.1 + j),
    ),
  }));
}

export const summary = { steps: "120", energyDrift: "1.5e-12", end: '"reached"' };

/** The bytes of a whole result, and the JSON beside it. */
export function encoded(
  format: ResultFormat,
  result: ResultHeader,
  rows: readonly { t: number; row: Float64Array }[],
  options: WriterOptions = {},
): { bytes: Uint8Array; sidecar: string | null } {
  const storage = memoryStorage(`x.${format}`);
  let sidecar: string | null = null;
  const writer = createWriter(format, storage, result, {
    sidecar: { replace: (text) => void (sidecar = text) },
    ...options,
  });
  for (const { t, row } of rows) writer.append(t, row);
  writer.close(summary);
  return { bytes: storage.bytes(), sidecar };
}

/** Bits rather than values, so that signs of zero and NaN compare; all NaN are one. */
export const bitsOf = (values: Iterable<number>): string[] =>
  [...values].map((x) => (Object.is(x, -0) ? "-0" : String(x)));
