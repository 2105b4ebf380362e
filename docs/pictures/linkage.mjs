import { createEvaluator, simulate } from "kinetree";
import { sub } from "kinetree/graph";
import { fourBar } from "kinetree/systems";
import { colours, label, px, svg } from "./chart.mjs";

/** Place of a point of a body in the x-z plane, z up. */
const point = (
  /** @type {import("kinetree").BodyMotion} */ { position, quaternion: [w, , y] },
  /** @type {number} */ x,
  /** @type {number} */ z,
) => {
  const [cos, sin] = [w * w - y * y, 2 * w * y]; // of the turn about y
  return [position[0] + cos * x + sin * z, position[2] - sin * x + cos * z];
};

/** A crank-rocker through one turn of its crank, with the path of a point above the coupler. */
export function linkage() {
  const model = fourBar({ gravity: 0 });
  const [crank, coupler, rocker] = model.bodies.map(({ com }) => com.map((each) => 2 * Number(each)));
  const { stateAt, t } = simulate(model, 20, {
    formulation: "embedded",
    tolerance: 1e-10,
    sampleEvery: 0.05,
    state: { v: { crank: 1.2 } },
    events: [{ name: "round", when: (probe) => sub(probe.q("crank"), 2 * Math.PI), terminal: true }],
  });
  const { bodies } = createEvaluator(model, { formulation: "embedded" });
  const [width, height, scale] = [760, 400, 82];
  const place = (/** @type {readonly number[]} */ [x, z]) => `${px(240 + scale * x)},${px(270 - scale * z)}`;
  const poses = Array.from(t, (_, row) => {
    const [a, b, c] = bodies(stateAt(row));
    return {
      joints: [point(a, 0, 0), point(a, crank[0], crank[2]), point(c, rocker[0], rocker[2]), point(c, 0, 0)],
      tracer: point(b, 0.4 * coupler[0] + 0.3 * coupler[2], 0.4 * coupler[2] - 0.3 * coupler[0]),
    };
  });
  const bars = (/** @type {number} */ row, /** @type {string} */ colour, /** @type {number} */ thick) =>
    `<polyline points="${poses[row].joints.map(place).join(" ")}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-linejoin="round" stroke-linecap="round"/>`;
  const path = `<polyline points="${poses.map(({ tracer }) => place(tracer)).join(" ")}" fill="none" stroke="${colours.red}" stroke-width="2.5"/>`;
  const faint = poses.flatMap((_, row) => (row % 8 === 0 ? [bars(row, "#b9cadb", 2)] : []));
  const words = label(
    20,
    height - 14,
    "a point of the coupler while the crank goes round, and the linkage every 0.4 s",
    "start",
  );
  const title = "A four-bar linkage at equal intervals of time, and the path of a point of its coupler";
  return svg(width, height, title, [...faint, path, bars(0, colours.ink, 5), words]);
}
