/*
 * A setup file of vitest: repeats shared traces and compares them, see `src/kernel/verify-sharing.ts`. The first hit of each is
 * verified, then one in `ONE_IN`, chosen by key and number of the hit. Verifying every hit makes the tests that compile most
 * 7 % slower; `npm run baseline -- --verify-sharing` does that.
 */
import { fnv1a } from "../../src/random/fnv1a.js";

const ONE_IN = 8;

const verifySharing = Symbol.for("kinetree.verifySharing");
const hitsOf = Symbol.for("kinetree.test.hitsOfShared");
const all = globalThis as { [key: symbol]: unknown };

// Modules outlive a test file, but this file runs again for each: which hits a test verifies does not depend on earlier files.
all[hitsOf] = new WeakMap<object, number>();

all[verifySharing] ??= (shared: object, key: string): boolean => {
  const hits = all[hitsOf] as WeakMap<object, number>;
  const hit = (hits.get(shared) ?? 0) + 1;
  hits.set(shared, hit);
  return hit === 1 || fnv1a(`${hit} ${key}`) % ONE_IN === 0;
};
