import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { VERSION } from "kinetree";
import { describe, expect, test } from "vitest";
import { setupDefaults } from "../../src/experiment/types.js";
import { displayDefaults } from "../../src/run/store.js";
import { LONGEST_LINK, readAddress, writeAddress } from "../../src/share/address.js";
import { ShareError, type Shared } from "../../src/share/types.js";
import { anyShared } from "./arbitrary-shared.js";

const plain: Shared = {
  experiment: {
    source: { kind: "system", name: "four-bar", options: {} },
    parameters: {},
    start: null,
    setup: setupDefaults,
  },
  view: null,
  plots: [],
  display: displayDefaults,
  traces: [],
  channels: [],
  cursor: null,
  duration: null,
  runTo: null,
  hash: null,
};

const withText = (text: string): Shared => ({
  ...plain,
  experiment: { ...plain.experiment, source: { kind: "file", name: "arm.json", text, served: null } },
});

const troubleOf = async (address: string): Promise<ShareError["trouble"]> => {
  const error: unknown = await readAddress(address).catch((caught: unknown) => caught);
  if (error instanceof ShareError) return error.trouble;
  throw new Error(`${address} was read`);
};

test("what is written is read back, every number with its bits", async () => {
  await fc.assert(
    fc.asyncProperty(anyShared, async (shared) => {
      // Compares numbers by Object.is, so it tells -0 from 0.
      expect(isDeepStrictEqual((await readAddress(await writeAddress(shared)))?.shared, shared)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("a named system has a short and readable link", async () => {
  const shared: Shared = {
    ...plain,
    experiment: {
      ...plain.experiment,
      source: { kind: "system", name: "n-pendulum", options: { links: 3 } },
      parameters: { mass: 0.1 },
    },
    runTo: 2.5,
  };
  expect(await writeAddress(shared)).toMatch(
    new RegExp(`^#/model\\?t=2\\.5&c=1\\.[0-9a-f]{8}&v=${VERSION}&system=n-pendulum&size\\.links=3&set\\.mass=0\\.1$`),
  );
});

test("an address can be written by hand", async () => {
  const read = await readAddress("#/model?system=pendulum&set.length=0.3&t=2");
  expect(read?.shared.experiment).toStrictEqual({
    source: { kind: "system", name: "pendulum", options: {} },
    parameters: { length: 0.3 },
    start: null,
    setup: setupDefaults,
  });
  expect(read?.shared.runTo).toBe(2);
});

test("a time put behind a whole link is taken", async () => {
  expect((await readAddress(`${await writeAddress(plain)}&t=1.5`))?.shared.runTo).toBe(1.5);
});

test.each(["", "#/", "#/model", "#/model?", "#/study/0/a?x=1"])("%j names nothing to open", async (address) => {
  expect(await readAddress(address)).toBeNull();
});

describe("a link that is not whole", () => {
  test("is told from a whole one wherever it was cut", async () => {
    const address = await writeAddress({ ...withText(`{"kinetree": 1}`), runTo: 2.5, hash: "0123456789abcdef" });
    for (let length = "#/model?t".length; length < address.length; length++) {
      const { code } = await troubleOf(address.slice(0, length));
      expect(["link-damaged", "link-content"]).toContain(code);
    }
  });

  test("is told when one character has changed", async () => {
    const address = await writeAddress(withText("<robot name='r'/>"));
    for (let at = address.indexOf("&v="); at < address.length; at++) {
      const other = address[at] === "A" ? "B" : "A";
      expect((await troubleOf(address.slice(0, at) + other + address.slice(at + 1))).code).toBe("link-damaged");
    }
  });

  test("says what to do", async () => {
    const { message } = await troubleOf((await writeAddress(withText("{}"))).slice(0, -3));
    expect(message).toMatch(/the link is damaged: .* ask for it again/);
  });

  test("is refused where a % stands for nothing", async () => {
    expect((await troubleOf("#/model?system=a%E0")).code).toBe("link-damaged");
  });
});

test("a link of another version opens with a remark", async () => {
  const read = await readAddress("#/model?v=0.0.9&system=pendulum");
  expect(read?.remarks).toStrictEqual([
    `The link was made with kinetree 0.0.9, this is ${VERSION}: results may differ in their last bits.`,
  ]);
});

test("a link of a later form is refused with its number", async () => {
  expect((await troubleOf("#/model?c=2.00000000&system=pendulum")).message).toMatch(/form 2, .* newer/);
});

test.each([NaN, Infinity, -Infinity])("%d is refused with the name of what it is", async (x) => {
  const shared = { ...plain, experiment: { ...plain.experiment, parameters: { mass: x } } };
  await expect(writeAddress(shared)).rejects.toThrow(`parameter "mass" is ${x}`);
  const start = { t: 0, q: { elbow: [x] }, v: {}, z: [] };
  await expect(writeAddress({ ...plain, experiment: { ...plain.experiment, start } })).rejects.toThrow(
    `start.q.elbow[0] is ${x}`,
  );
});

test("a link that would be too long says so and what to do", async () => {
  // Text that does not shrink: digits of a quadratic sequence.
  const text = Array.from({ length: 30_000 }, (_, i) => ((i * i * 7919 + i * 104_729) % 99_991).toString(36)).join("");
  await expect(writeAddress(withText(text))).rejects.toThrow(
    new RegExp(`must be at most ${LONGEST_LINK}\\. Save it as a file`),
  );
});

test("a model at a place is found there, or said to be gone", async () => {
  const source = { kind: "file", name: "arm.json", text: "{}", served: "0/arm.json" } as const;
  const shared = { ...plain, experiment: { ...plain.experiment, source } };
  const place = { kind: "served", id: "0/arm.json", name: "arm.json", hash: "f00" } as const;
  const address = await writeAddress(shared, { place });
  expect(address).toContain("served=0%2Farm.json");
  const read = await readAddress(address, async (asked) => {
    expect(asked).toStrictEqual(place);
    return source;
  });
  expect(read?.shared).toStrictEqual(shared);
  expect((await troubleOf(address)).message).toMatch(/arm\.json is not in the link.*Open the file again/);
});

test.each([
  ["set.mass=heavy", /"set\.mass" is "heavy", must be a finite number/],
  ["t=1e999", /"t" is "1e999"/],
  ["x=!!", /damaged/],
  ["x=AAAA", /damaged/],
])("%s is refused", async (part, message) => {
  expect((await troubleOf(`#/model?system=pendulum&${part}`)).message).toMatch(message);
});

test("content of the wrong kind is refused with its path", async () => {
  const setup = { ...setupDefaults, tolerance: -1 };
  const address = await writeAddress({ ...plain, experiment: { ...plain.experiment, setup } });
  expect((await troubleOf(address)).message).toMatch(/"setup\.tolerance" is -1, must be a number above zero/);
});
