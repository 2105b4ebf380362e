import { expect, test } from "vitest";
import type { Finding } from "../../src/engine/protocol.js";
import { testEngine } from "./support.js";

async function findingsOf(name: string, text: string): Promise<readonly Finding[]> {
  const { host } = testEngine();
  return (await host.open({ kind: "file", name, text, served: null }, {}, null)).findings;
}

test("a remark about a body or joint / that body or joint", async () => {
  const model = {
    kinetree: 1,
    bodies: [
      { name: "base", mass: 1, inertia: [1, 1, 1] },
      { name: "the joint of a body", mass: 1, inertia: [1, 1, 9], unphysical: true },
    ],
    joints: [
      { kind: "weld", name: "w", parent: "ground", child: "base" },
      {
        kind: "revolute",
        name: "hinge",
        parent: "base",
        child: "the joint of a body",
        axis: [0, 0, 1],
        coordinates: { lower: 1, upper: 2 },
      },
    ],
  };
  const findings = await findingsOf("m.json", JSON.stringify(model));
  expect(findings.map(({ severity, of }) => [severity, of])).toEqual([
    ["warning", { kind: "body", name: "the joint of a body" }],
    ["note", { kind: "joint", name: "hinge" }],
  ]);
});

test("a remark about an element without a name / what it became", async () => {
  const text = `<mujoco><worldbody><body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 9"/></body></worldbody></mujoco>`;
  const [{ of }] = await findingsOf("m.xml", text);
  expect(of?.kind).toBe("body");
});

test("a remark about the whole file / nothing to point at", async () => {
  const text = `<robot name="r"><link name="a"/><gazebo/></robot>`;
  expect((await findingsOf("r.urdf", text)).map(({ of }) => of)).toContain(null);
});
