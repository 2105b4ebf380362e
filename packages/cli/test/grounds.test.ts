import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

const ball = {
  kinetree: 1,
  name: "ball",
  bodies: [{ name: "ball", mass: 1, inertia: [0.004, 0.004, 0.004] }],
  joints: [{ name: "base", kind: "free", parent: "ground", child: "ball", at: { position: [0, 0, 0.1] } }],
  terrains: [{ name: "road", kind: "ground" }],
  contacts: [
    {
      name: "skin",
      at: { body: "ball" },
      radius: 0.1,
      terrain: "road",
      normal: { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.3 },
    },
  ],
};
writeFileSync(join(cwd, "ball.json"), JSON.stringify(ball));
writeFileSync(join(cwd, "slope.json"), JSON.stringify({ kind: "plane", slope: 0.1 }));

const run = (ground: string): ReturnType<typeof kinetreeJson> =>
  kinetreeJson(["run", "ball.json", "--t-end", "0.5", "--ground", `road=${ground}`], { cwd });

describe("kinetree run --ground", () => {
  test("a file / the JSON itself, another hash than a kind", () => {
    const [file, inline, kind] = [run("slope.json"), run('{"kind": "plane", "slope": 0.1}'), run("plane")];
    expect(file["energy"]).toEqual(inline["energy"]);
    expect(file["energy"]).not.toEqual(kind["energy"]);
    expect(file["modelHash"]).toBe(inline["modelHash"]);
    expect(file["modelHash"]).not.toBe(kind["modelHash"]);
  });

  test.each([
    ["what is no ground", "road=plain", "neither a kind"],
    ["broken JSON", "road={", "is no JSON"],
    ["a terrain that is not there", "rode=plane", '"road"'],
    ["a wrong field", 'road={"kind": "plane", "slop": 1}', '"slope"'],
  ])("refuses %s", (_, text, message) => {
    const { code, stderr } = kinetree(["run", "ball.json", "--t-end", "1", "--ground", text], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("says what to do where there is none", () => {
    const { stderr } = kinetree(["run", "ball.json", "--t-end", "1"], { cwd });
    expect(stderr).toContain('terrain "road" has no ground');
  });
});
