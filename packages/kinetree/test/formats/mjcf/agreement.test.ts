import { describe, expect, test } from "vitest";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { compare, compileMujoco, type Differences } from "./compare.js";
import { machines } from "./machines.js";

/** Conditioning of the mass matrices here is below 1e5, so that 1e-9 leaves four digits of room. */
const TOLERANCE = 1e-9;

describe.each(machines)("MuJoCo and kinetree read the same: $name", ({ text }) => {
  let found: Promise<Differences> | null = null;
  const differences = (): Promise<Differences> => (found ??= compare(text));
  test.each(["accelerations", "positions", "orientations", "sites", "masses"] as const)("%s", async (what) => {
    expect((await differences())[what]).toBeLessThan(TOLERANCE);
  });
});

// MuJoCo finds the inertia of this shell by a difference over a micrometre, here it is the derivative.
test("a shell that is an ellipsoid weighs the same in MuJoCo to six digits", async () => {
  const text = `<mujoco><worldbody><body name="b"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/>
    <geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0" shellinertia="true"/></body></worldbody></mujoco>`;
  const { accelerations, masses } = await compare(text);
  expect(accelerations).toBeLessThan(1e-5);
  expect(masses).toBeLessThan(1e-12);
});

describe("equality constraints hold the same points and poses as MuJoCo's", () => {
  const bodies = `<body name="a" pos="1 .2 .3" euler="10 20 30"><joint name="p"/><geom size=".1"/><site name="s" pos=".1 .2 .3" euler="5 6 7"/></body>
    <body name="b" pos="0 2 0" euler="0 40 90"><joint name="q" ref="30"/><geom size=".1"/>
      <body name="c" pos="0 .3 .1" zaxis="1 1 0"><joint name="r" type="slide" ref=".2"/><geom size=".1"/></body></body>`;
  const cases = [
    `<connect body1="a" body2="c" anchor=".5 -.2 .1"/>`,
    `<connect body1="c" anchor=".5 -.2 .1"/>`,
    `<weld body1="a" body2="c"/>`,
    `<weld body1="c"/>`,
    `<weld body1="a" body2="c" anchor=".1 .2 .3"/>`,
    `<weld body1="a" body2="c" relpose="1 2 3 .8 .6 0 0"/>`,
    `<weld body1="a" body2="c" relpose="1 2 3 2 0 1 0" anchor=".1 .2 .3"/>`,
  ];
  test.each(cases)("%s", async (equality) => {
    const text = `<mujoco><worldbody>${bodies}</worldbody><equality>${equality}</equality></mujoco>`;
    const [loop] = readMjcf(text).model.joints.filter(({ role }) => role === "loop");
    const compiled = await compileMujoco(text);
    const data = [...(compiled.eq_data as Float64Array)];
    compiled.delete();
    const [onFirst, onSecond] = [loop.X_parent_joint, loop.X_child_joint];
    // MuJoCo: connect = point in body1, point in body2; weld = point in body2, then pose of it in body1.
    const isWeld = loop.kind === "weld";
    const ours = isWeld
      ? [...onSecond.position, ...onFirst.position, ...onFirst.rotation]
      : [...onFirst.position, ...onSecond.position];
    ours.forEach((x, i) => expect(x).toBeCloseTo(data[i], 12));
  });
});
