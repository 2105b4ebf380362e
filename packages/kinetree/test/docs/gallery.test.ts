import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readText } from "./blocks.js";
import { root } from "./root.js";

const runNode = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });

test("gallery / the examples there are", () => {
  const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".mjs"));
  const shown = [...readText("docs/gallery.md").matchAll(/\]\(\.\.\/examples\/([\w-]+\.mjs)\)/g)].map(
    ([, name]) => name,
  );
  expect([...shown].sort()).toEqual([...examples].sort());
});

describe("pictures", () => {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-pictures-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { status, stderr } = runNode("docs/pictures/draw.mjs", folder);
  const drawn = readdirSync(folder);
  const NUMBER = /-?\d+(?:\.\d+)?/g;

  test("are drawn without a word", () => {
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(drawn.length).toBeGreaterThan(5);
  });

  test.each(drawn)("%s / the one in the documents", (name) => {
    const [now, kept] = [folder, join(root, "docs/images")].map((place) => readFileSync(join(place, name), "utf8"));
    expect(now.replace(NUMBER, "#")).toBe(kept.replace(NUMBER, "#"));
    // The same run gives the same bytes; a later version may round otherwise, which nobody would see below a pixel.
    const moved = (now.match(NUMBER) ?? []).map((text, i) => Math.abs(Number(text) - Number(kept.match(NUMBER)?.[i])));
    expect(Math.max(...moved)).toBeLessThan(1);
  });
});

test("accuracy, table of integrators / what the example prints", () => {
  const printed = runNode("examples/integrators.mjs")
    .stdout.split("\n")
    .filter((line) => /^\s*1e-/.test(line))
    .map((line) => line.trim().split(/\s+/));
  const shown = readText("docs/accuracy.md")
    .split("\n")
    .filter((line) => line.startsWith("| 1e-"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
  expect(shown.map((row) => row.slice(0, 3))).toEqual(printed.map((row) => row.slice(0, 3)));
  printed.forEach((row, i) => {
    const ratio = (column: number, of: string): number => Number(shown[i][column]) / Number(of);
    expect(Math.abs(ratio(3, row[3]) - 1)).toBeLessThan(0.02); // a later version may decide otherwise about a step or two
    expect(Math.abs(Math.log10(ratio(5, row[6])))).toBeLessThan(1); // rounding decides about the smallest errors
  });
});
