import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Drag } from "../../src/experiment/types.js";
import { dragData, someDrags } from "../../src/share/drag-code.js";
import { ShareError } from "../../src/share/types.js";

const aFloat = fc.float({ noNaN: true, noDefaultInfinity: true });
const aPoint = fc.tuple(aFloat, aFloat, aFloat);
const aMove = fc.record({ wait: fc.oneof(fc.nat(3), fc.nat(1e6)), target: aPoint }, { noNullPrototype: true });
const aGrip = fc.record(
  {
    body: fc.string({ minLength: 1 }),
    point: aPoint,
    moves: fc.array(aMove, { minLength: 1, maxLength: 8 }),
    wait: fc.nat(300),
  },
  { noNullPrototype: true },
);

/** Any drags of a run: attempts never go back, and every grip ends. */
const anyDrags = fc.array(aGrip, { maxLength: 4 }).map((grips) => {
  let attempts = 0;
  return grips.flatMap(({ body, point, moves, wait }): Drag[] => {
    const held = moves.map(({ wait: before, target }) => ({
      attempts: (attempts += before),
      hold: { body, point, target },
    }));
    return [...held, { attempts: (attempts += wait), hold: null }];
  });
});

const read = (data: unknown): readonly Drag[] => someDrags(JSON.parse(JSON.stringify(data)), "drags");

test("drags are the same when they are read again", () =>
  fc.assert(
    fc.property(anyDrags, (drags) => {
      // JSON knows no -0 in points; targets are bytes.
      const plain = drags.map(({ attempts, hold }) => ({
        attempts,
        hold: hold && { ...hold, point: hold.point.map((x) => x + 0) },
      }));
      expect(read(dragData(drags))).toEqual(plain);
    }),
  ));

test("a minute of dragging fits into a link", () => {
  const moves = Array.from({ length: 3000 }, (_, k): Drag => {
    const target = [Math.fround(Math.sin(k)), Math.fround(k / 7), Math.fround(1 / (k + 1))] as const;
    return { attempts: 2 * k, hold: { body: "arm", point: [0.1, 0.2, 0.3], target } };
  });
  const data = dragData([...moves, { attempts: 6000, hold: null }]);
  expect(JSON.stringify(data).length).toBeLessThan(56_000);
});

function troubleOf(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof ShareError) return error.trouble;
    throw error;
  }
}

const [good] = dragData([
  { attempts: 3, hold: { body: "arm", point: [0, 0, 0], target: [1, 2, 3] } },
  { attempts: 9, hold: null },
]);

test.each([
  ["drags", 7],
  ["drags[0]", [7]],
  ["drags[0].body", [{ ...good, body: 7 }]],
  ["drags[0].from", [{ ...good, from: -1 }]],
  ["drags[0].to", [{ ...good, to: 2 }]],
  ["drags[0].moves", [{ ...good, moves: "AAAA" }]],
  ["drags[0].moves", [{ ...good, moves: "" }]],
  ["drags[0].moves", [{ ...good, moves: "?" }]],
  ["drags[0].moves", [{ ...good, moves: "AAAAwH8AAAAAAAAAAA" }]],
  ["drags[1].to", [good, { ...good, from: 1, to: 5 }]],
])("%s of %o is refused by name", (subject, data) => {
  expect(troubleOf(() => someDrags(data, "drags"))).toMatchObject({ code: "link-content", subject });
});
