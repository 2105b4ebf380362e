import { expect, test } from "vitest";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { formulationsOf } from "../../support/closed-cases.js";
import { assemble } from "../../../src/formulation/loops/assemble/assemble.js";
import { simulate } from "../../../src/simulate/simulate.js";

/* Connections and welds of MuJoCo's equality section are loops that run, not springs that give. */

const bar = (name: string, inside: string, at: string): string =>
  `<body name="${name}" pos="${at}"><joint name="${name}" axis="0 1 0"/>
    <inertial mass="1" pos="0 0 .2" diaginertia=".1 .1 .1"/>${inside}</body>`;
const linkage = (equality: string): string => `<mujoco model="linkage"><worldbody>
    ${bar("crank", bar("coupler", "", "0 0 .4"), "0 0 0")}
    ${bar("rocker", "", ".4 0 0")}
  </worldbody><equality>${equality}</equality></mujoco>`;

test("a four-bar closed by connect / runs by every formulation, closed and with its energy", () => {
  // Drawn as a square: the point .4 along x of the coupler is the tip of the rocker.
  const { model } = readMjcf(linkage(`<connect name="pin" body1="coupler" body2="rocker" anchor=".4 0 0"/>`));
  const drawn = { q: { crank: 0.3 }, v: { crank: 1 } };
  const ends = formulationsOf(model).map((formulation) => {
    const { final, energy } = simulate(model, 0.3, { state: drawn, formulation });
    expect(assemble(model, final).before).toBeLessThan(1e-9);
    expect(energy?.relative).toBeLessThan(1e-6);
    return final.q;
  });
  expect(ends.length).toBeGreaterThan(2);
  for (const q of ends) q.forEach((x, i) => expect(x).toBeCloseTo(ends[0][i], 6));
});

test("a weld between the tips of two bars / moves them as one", () => {
  const { model } = readMjcf(linkage(`<weld name="seam" body1="crank" body2="rocker"/>`));
  const state = assemble(model, { t: 0, q: new Float64Array(3), v: new Float64Array(3) }).state;
  const [crank, , rocker] = createEvaluator(model, { formulation: "mass-matrix" }).forwardDynamics(state);
  // Two hinges that are not in one line hold two bars that are one.
  expect(Math.abs(crank)).toBeLessThan(1e-9);
  expect(Math.abs(rocker)).toBeLessThan(1e-9);
});
