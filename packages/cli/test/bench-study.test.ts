import { expect, test } from "vitest";
import { reportText } from "../src/bench/report-text.js";
import { kinetree } from "./support/command.js";

test("checks that are claims of our own are printed with their bars", () => {
  const checks = [{ name: "a share", published: null, bar: "at least 0.5", measured: 0.625, isMet: true }];
  const text = reportText({ title: "", notes: [], tables: [], plots: [], checks });
  expect(text).toMatch(/^what +bar +measured$/m);
  expect(text).toMatch(/^a share +at least 0\.5 +0\.625 +met$/m);
});

test("kinetree bench study refuses what has no effect on it, before anything is run", () => {
  const { code, stderr } = kinetree(["bench", "study", "--dt", "1"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("--dt");
});
