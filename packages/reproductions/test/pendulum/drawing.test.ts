import { describe, expect, test } from "vitest";
import { pendulumDrawing, type PendulumDrawingOptions } from "../../src/pendulum/drawing/drawing.js";
import { nBodyPendulum } from "../../src/pendulum/equations/pendulum.js";
import { simulatePendulum } from "../../src/pendulum/run/simulate.js";
import { thrownBy } from "../../../kinetree/test/support/refusal.js";

const result = simulatePendulum(nBodyPendulum({ n: 3 }), { tEnd: 0.3, step: 0.01 });

/** Corners of the polygons in an SVG text. */
const cornersOf = (svg: string): number[][] =>
  [...svg.matchAll(/points="([^"]+)"/g)].flatMap(([, points]) =>
    points.split(" ").map((point) => point.split(",").map(Number)),
  );

describe("drawing of successive positions", () => {
  test("ten positions of three boxes, of each of which at least one and at most three faces show", () => {
    const svg = pendulumDrawing(result);
    const faces = svg.match(/<polygon /g)?.length ?? 0;
    expect(faces).toBeGreaterThanOrEqual(30);
    expect(faces).toBeLessThanOrEqual(90);
    expect(svg).toContain("<title>10 positions of a 3-body pendulum from 0 s to 0.27 s</title>");
    expect(svg).toMatch(/class="scale"/);
  });

  test("stays within the picture", () => {
    for (const [x, y] of cornersOf(pendulumDrawing(result, { width: 400, height: 300 }))) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(400);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(300);
    }
  });

  test("z is upwards: the pendulum hangs below its pivot", () => {
    const svg = pendulumDrawing(result, { count: 1 });
    const pivot = Number(/cy="([\d.]+)"/.exec(svg)?.[1]);
    const lowest = Math.max(...cornersOf(svg).map(([, y]) => y));
    expect(lowest).toBeGreaterThan(pivot + 50);
  });

  test("the first position is fainter than the last: its outlines are lighter", () => {
    const outlines = [...pendulumDrawing(result, { count: 3 }).matchAll(/stroke="rgb\((\d+)/g)].map(([, part]) =>
      Number(part),
    );
    expect(Math.min(...outlines)).toBe(0);
    expect(new Set(outlines).size).toBe(3);
  });

  test("the same result gives the same text, and a title is escaped", () => {
    const options = { every: 5, count: 4, title: "a < b & c" };
    expect(pendulumDrawing(result, options)).toBe(pendulumDrawing(result, options));
    expect(pendulumDrawing(result, options)).toContain("<title>a &lt; b &amp; c</title>");
  });

  const subject = "pendulum drawing";
  const cases: readonly (readonly [PendulumDrawingOptions, code: string, value: unknown, message: string])[] = [
    [
      { every: 4, count: 10 },
      "option-range",
      10,
      'pendulum drawing: "count" = 10 with every = 4 reaches beyond the 31 rows of the result. Draw fewer, or record more often (option "step").',
    ],
    [{ count: 0 }, "option-range", 0, 'pendulum drawing: "count" = 0 must be a whole number from 1 on.'],
    [{ width: 10 }, "option-range", 10, 'pendulum drawing: "width" = 10 must be at least 160 pixels.'],
    [
      { colour: 1 } as PendulumDrawingOptions,
      "unknown-option",
      "colour",
      'pendulum drawing: option "colour" is unknown. Known: "every", "count", "title", "width", "height", "azimuth", "elevation".',
    ],
  ];
  test.each(cases)("refuses %j", (options, code, value, message) => {
    expect(thrownBy(() => pendulumDrawing(result, options))).toMatchObject({ code, subject, value, message });
  });

  test("refuses a result without bodies", () => {
    const empty = simulatePendulum(nBodyPendulum({ n: 1 }), { tEnd: 0.01, report: [] });
    expect(thrownBy(() => pendulumDrawing(empty))).toMatchObject({
      code: "nothing-to-draw",
      subject,
      value: [],
      message: 'pendulum drawing: "report" = [] left out all bodies. Simulate with some of them reported.',
    });
  });
});
