import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "./support/command.js";
import { bare, helpLines } from "./support/help-lines.js";
import { shellIn } from "./support/shell.js";

const folder = scratchFolder();
afterAll(folder.remove);
const { env, folderFor } = shellIn(folder.path);
const cwd = folderFor("examples-of-the-help");

// zsh and fish are only printed.
test.each(helpLines)("%s", (line) => {
  const { status, stderr } = spawnSync("bash", ["-c", bare(line)], { cwd, env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
