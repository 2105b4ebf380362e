import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { jointKinds } from "../../src/model/joints.js";

describe("a kind of joint is known in one place", () => {
  const packages = fileURLToPath(new URL("../../../", import.meta.url));
  const exempt = [
    // One file per kind, and one per motion.
    /^kinetree\/src\/model\/joints\//,
    /^kinetree\/src\/formulation\/joints\//,
    // Readers and writers of other formats map their joints to ours; papers have joints of their own.
    /^kinetree\/src\/formats\/(urdf|mjcf)\//,
    /^reproductions\/src\//,
    // The table of glyphs.
    /^studio\/src\/scene\/shapes\/joint-glyphs\.ts$/,
    // Kinds of axes and of closed forms that share a name with a kind of joint.
    /^kinetree\/src\/model\/(builder\/joint|validate\/axes)\.ts$/,
    /^kinetree\/src\/formulation\/loops\/embedded\/closed-form-trace\.ts$/,
    // Steps of quaternions for the pose that is dragged.
    /^studio\/src\/engine\/tangent-step\.ts$/,
  ];
  // Stations of flexible bodies are found by their joints, and "general" is a kind of beam section too.
  const kinds = jointKinds.filter((kind) => kind !== "flexible" && kind !== "general").join("|");
  const comparison = new RegExp(`case "(${kinds})":|[kK]ind\\)? [!=]== "(${kinds})"|motion [!=]== "(${kinds})"`);

  const sources = readdirSync(packages).flatMap((name) =>
    readdirSync(`${packages}${name}`).includes("src")
      ? readdirSync(`${packages}${name}/src`, { recursive: true, encoding: "utf8" }).map(
          (file) => `${name}/src/${file.replaceAll("\\", "/")}`,
        )
      : [],
  );

  test("nothing else switches over kinds of joints, or compares them", () => {
    const found = sources.filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !exempt.some((pattern) => pattern.test(file)) &&
        comparison.test(readFileSync(`${packages}${file}`, "utf8")),
    );
    expect(found).toEqual([]);
  });

  test("the search finds comparisons where they are allowed", () => {
    for (const file of ["kinetree/src/formats/urdf/write-joint.ts", "kinetree/src/formats/mjcf/joint.ts"])
      expect(comparison.test(readFileSync(`${packages}${file}`, "utf8"))).toBe(true);
  });
});
