import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

describe("a kind of joint is known in one place", () => {
  const packages = fileURLToPath(new URL("../../../", import.meta.url));
  /** Readers and writers of other formats map their joints to ours; a paper's count of operations has joints of its own. */
  const exempt = [/^kinetree\/src\/formats\/(urdf|mjcf)\//, /^reproductions\/src\/closed-chain\/count\.ts$/];
  // Kinds whose names mean nothing else: those of single motions are also motions of nodes and kinds of axes.
  const cases = /case "(universal|cylindrical|planar|continuous|flexible)":/;

  test("no switch over kinds of joints", () => {
    const sources = readdirSync(packages).flatMap((name) =>
      readdirSync(`${packages}${name}`).includes("src")
        ? readdirSync(`${packages}${name}/src`, { recursive: true, encoding: "utf8" }).map(
            (file) => `${name}/src/${file.replaceAll("\\", "/")}`,
          )
        : [],
    );
    const found = sources.filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !exempt.some((pattern) => pattern.test(file)) &&
        cases.test(readFileSync(`${packages}${file}`, "utf8")),
    );
    expect(found).toEqual([]);
  });
});
