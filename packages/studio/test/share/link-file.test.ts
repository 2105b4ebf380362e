import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isLinkFile, readLinkFile, writeLinkFile } from "../../src/share/link-file.js";
import type { Shared } from "../../src/share/types.js";
import { anyShared } from "./arbitrary-shared.js";

/** The server's folder is of the machine that made the file. */
const elsewhere = (shared: Shared): Shared => {
  const { source } = shared.experiment;
  if (source.kind !== "file") return shared;
  return { ...shared, experiment: { ...shared.experiment, source: { ...source, served: null } } };
};

test("what is written is read back, every number with its bits", () => {
  fc.assert(
    fc.property(anyShared, (shared) => {
      const text = writeLinkFile(shared);
      expect(isLinkFile(text)).toBe(true);
      // Compares numbers by Object.is, so it tells -0 from 0.
      expect(isDeepStrictEqual(readLinkFile(text, "a.kinetree-link.json").shared, elsewhere(shared))).toBe(true);
    }),
  );
});

test("a file that was cut off or changed is said to be damaged", () => {
  const [shared] = fc.sample(anyShared, { numRuns: 1, seed: 7 });
  const text = writeLinkFile(shared);
  expect(() => readLinkFile(text.slice(0, -5), "a.json")).toThrow(/a\.json is damaged: it is truncated/);
  const changed = text.replace(/"parameters":\{/, '"parameters":{"added":1');
  expect(() => readLinkFile(changed.replace('"added":1"', '"added":1,"'), "a.json")).toThrow(/checksum/);
});

test("a file of a later form is refused with its number", () => {
  expect(() => readLinkFile('{"kinetreeLink":2}', "a.json")).toThrow(/form 2, this studio reads form 1/);
});
