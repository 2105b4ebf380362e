import { expect, test } from "vitest";
import {
  cornersOf,
  iso3888Part1,
  iso3888Part2,
  middleOf,
  natoLaneChange,
  quintic,
  worstExcess,
} from "../../src/metrics/lanes.js";

const car = { length: 4, width: 2, middle: 0 };

test("ISO 3888-1 for a width of 2 m: 110 m, lanes of 2.45, 2.65 and 2.85 m, right lines 3.5 m apart", () => {
  const { lanes, length } = iso3888Part1(2);
  expect(length).toBe(110);
  expect(lanes.map(({ from, to }) => [from, to])).toEqual([
    [0, 15],
    [45, 70],
    [95, 110],
  ]);
  expect(lanes.map(({ left, right }) => left - right)).toEqual(
    [2.45, 2.65, 2.85].map((x) => expect.closeTo(x, 12) as number),
  );
  expect(lanes[1].right - lanes[0].right).toBeCloseTo(3.5, 12);
  // Centre lines: 3.5 m and half of the difference of the widths.
  expect((lanes[1].right + lanes[1].left) / 2).toBeCloseTo(3.6, 12);
  expect(lanes[2].right).toBeCloseTo(lanes[0].right, 12);
});

test("ISO 3888-2 for a width of 2 m: 61 m, and a gap of 1 m between the lanes", () => {
  const { lanes, length } = iso3888Part2(2);
  expect(length).toBe(61);
  expect(lanes[1].right - lanes[0].left).toBeCloseTo(1, 12);
  expect(lanes[1].left - lanes[1].right).toBeCloseTo(3, 12);
  expect(lanes[2].left - lanes[2].right).toBe(3);
});

test("the NATO lane change of a vehicle 2.21 m wide shifts its centre by 3.6105 m over ramps of 28.93 m", () => {
  const { lanes } = natoLaneChange({ length: 4.93, width: 2.21 });
  expect(lanes[1].from - lanes[0].to).toBeCloseTo(28.93, 12);
  expect((lanes[1].left + lanes[1].right) / 2).toBeCloseTo(3.6105, 9);
});

test("corners turn with the vehicle", () => {
  const corners = cornersOf(car, 10, 5, Math.PI / 2);
  expect(corners[0]).toEqual([expect.closeTo(9, 12), expect.closeTo(7, 12)]);
  expect(corners[3]).toEqual([expect.closeTo(11, 12), expect.closeTo(3, 12)]);
});

test("room and excess are those of the corner that is nearest to a line", () => {
  const course = iso3888Part1(2);
  const straight = { x: [7.5], y: [0.1], yaw: [0] };
  expect(worstExcess(course, car, straight)).toBeCloseTo(-(0.225 - 0.1), 12);
  expect(worstExcess(course, car, { ...straight, y: [0.3] })).toBeCloseTo(0.075, 12);
  expect(worstExcess(course, car, { ...straight, yaw: [0.2] })).toBeGreaterThan(0);
  // Between lanes any place is allowed.
  expect(worstExcess(course, car, { x: [30], y: [9], yaw: [0] })).toBe(-Infinity);
});

test("the line runs through the middle of the lanes, level where it begins and ends", () => {
  const line = middleOf(iso3888Part1(2), 0);
  expect([line(10), line(57), line(105)]).toEqual([0, 3.6, 0.2].map((y) => expect.closeTo(y, 9) as number));
  expect([quintic(0), quintic(0.5), quintic(1)]).toEqual([0, 0.5, 1]);
});
