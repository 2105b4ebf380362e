import * as fc from "fast-check";
import type { ModelSource } from "../../src/experiment/types.js";
import { displayDefaults } from "../../src/run/store.js";
import type { Shared } from "../../src/share/types.js";

/** Objects as programs make them. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true });

/** Any finite double, -0 and the smallest ones among them. */
const aNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
const aPositive = aNumber.map(Math.abs).filter((x) => x > 0);
const aName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const aPoint = fc.tuple(aNumber, aNumber, aNumber);

const aSystem: fc.Arbitrary<ModelSource> = record({
  kind: fc.constant("system" as const),
  name: aName,
  options: fc.dictionary(aName, fc.oneof(aNumber, fc.string(), fc.constantFrom("12", "-0", '"a"', "1e5")), {
    noNullPrototype: true,
  }),
});

const bytes = fc.uint8Array({ maxLength: 40 }).map((content) => new Uint8Array(content));

const aFile: fc.Arbitrary<ModelSource> = record({
  name: aName,
  text: fc.string({ unit: "binary", maxLength: 400 }),
  served: fc.option(aName),
  files: fc.dictionary(aName, bytes, { noNullPrototype: true, minKeys: 1 }),
  hasFiles: fc.boolean(),
  base: fc.constantFrom("fixed" as const, "free" as const, null),
}).map(({ name, text, served, files, hasFiles, base }) => ({
  kind: "file",
  name,
  text,
  served,
  ...(hasFiles ? { files } : {}),
  ...(base === null ? {} : { base }),
}));

const byJoint = fc.dictionary(aName, fc.array(aNumber, { maxLength: 7 }), { noNullPrototype: true });

/** Anything that a link can hold. */
export const anyShared: fc.Arbitrary<Shared> = record({
  experiment: record({
    source: fc.oneof(aSystem, aFile),
    parameters: fc.dictionary(aName, aNumber, { noNullPrototype: true }),
    start: fc.option(record({ t: aNumber, q: byJoint, v: byJoint, z: fc.array(aNumber, { maxLength: 5 }) })),
    setup: record({
      formulation: fc.constantFrom("auto" as const, "embedded" as const, "augmented" as const, "constrained" as const),
      integrator: fc.constantFrom(
        "rk4" as const,
        "dop853" as const,
        "dormand-prince" as const,
        "bdf" as const,
        "auto" as const,
      ),
      tolerance: aPositive,
      step: fc.option(aPositive),
      closure: fc.constantFrom("auto" as const, "analytic" as const, "iterative" as const),
      drift: fc.constantFrom("projection" as const, "baumgarte" as const, "none" as const),
      sampleEvery: aPositive,
    }),
  }),
  view: fc.option(
    record({
      position: aPoint,
      target: aPoint,
      up: aPoint,
      projection: fc.constantFrom("perspective" as const, "orthographic" as const),
    }),
  ),
  plots: fc.array(
    record({ id: fc.nat(), channels: fc.array(record({ name: aName, axis: fc.nat(3) }), { maxLength: 4 }) }),
    { maxLength: 3 },
  ),
  display: record({ frames: fc.boolean(), grid: fc.boolean(), arrowScale: aNumber }).map((change) => ({
    ...displayDefaults,
    ...change,
  })),
  traces: fc.array(record({ body: aName, point: aPoint }), { maxLength: 3 }),
  channels: fc.array(aName, { maxLength: 3 }),
  cursor: fc.option(aNumber),
  duration: fc.option(aNumber),
  runTo: fc.option(aNumber),
  hash: fc.option(aName),
});
