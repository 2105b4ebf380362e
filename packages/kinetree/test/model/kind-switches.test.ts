import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { jointKinds } from "../../src/model/joints.js";

const packages = fileURLToPath(new URL("../../../", import.meta.url));

/** Files of all packages whose text matches, except those whose path matches one of `exempt`. */
function sourcesWith(cases: RegExp, exempt: readonly RegExp[]): readonly string[] {
  const sources = readdirSync(packages).flatMap((name) =>
    readdirSync(`${packages}${name}`).includes("src")
      ? readdirSync(`${packages}${name}/src`, { recursive: true, encoding: "utf8" }).map(
          (file) => `${name}/src/${file.replaceAll("\\", "/")}`,
        )
      : [],
  );
  return sources.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !exempt.some((pattern) => pattern.test(file)) &&
      cases.test(readFileSync(`${packages}${file}`, "utf8")),
  );
}

describe("a kind is known in one place", () => {
  // Stations of flexible bodies are found by their joints, and "general" is a kind of beam section too.
  const joints = jointKinds.filter((kind) => kind !== "flexible" && kind !== "general").join("|");
  const jointCases = new RegExp(`case "(${joints})":|[kK]ind\\)? [!=]== "(${joints})"|motion [!=]== "(${joints})"`);

  test("nothing else switches over kinds of joints, or compares them", () => {
    const exempt = [
      // One file per kind, and one per motion.
      /^kinetree\/src\/(model|formulation)\/joints\//,
      // Readers and writers of other formats map their joints to ours; papers have joints of their own.
      /^kinetree\/src\/formats\/(urdf|mjcf)\//,
      /^reproductions\/src\//,
      // The table of glyphs.
      /^studio\/src\/scene\/shapes\/joint-glyphs\.ts$/,
      // Kinds of axes and of closed forms that share a name with a kind of joint.
      /^kinetree\/src\/model\/(builder\/joint|validate\/axes)\.ts$/,
      /^kinetree\/src\/formulation\/loops\/embedded\/closed-form-trace\.ts$/,
    ];
    expect(sourcesWith(jointCases, exempt)).toEqual([]);
  });

  test("the search finds comparisons where they are allowed", () => {
    const found = sourcesWith(jointCases, []);
    expect(found).toContain("kinetree/src/formats/urdf/write-joint.ts");
    expect(found).toContain("kinetree/src/formats/mjcf/joint.ts");
  });

  test("nothing switches over kinds of loads, contact laws or tyre laws", () => {
    const loads = "point-spring|torsion-spring|bushing|wrench|joint-force|coordinate-spring|mapped-damper|aerodynamic";
    const laws = "hunt-crossley|standard-linear-solid|viscous|coulomb|lugre";
    const tyres = "brush|fiala|tmeasy|pac2002|pac89";
    expect(sourcesWith(new RegExp(`case "(${loads}|${laws}|${tyres})":`), [])).toEqual([]);
  });
});
