#!/usr/bin/env node
// Starts the command. Plain JavaScript, because in a checkout it may have to make the program that it starts.
import { existsSync, readFileSync, statSync } from "node:fs";
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `kinetree: Node ${process.versions.node} is too old, 20.19 or later is needed. Install a newer Node.\n`,
  );
  process.exit(1);
}

// Compiled code of the last start, where Node can keep it (22 and later).
module.enableCompileCache?.();

// Published packages come without sources; a checkout has them, and its program must not lag behind them.
const builder = new URL("../build.mjs", import.meta.url);
if (existsSync(builder) && isStale()) {
  const { bundle } = await import(builder.href);
  const isFresh = await bundle();
  if (!isFresh && !existsSync(new URL("../dist/main.js", import.meta.url))) process.exit(70);
  if (!isFresh) process.stderr.write("kinetree: going on with the last build\n");
}
const [, , first, ...rest] = process.argv;
if (rest.length === 0 && (first === "--help" || first === "-h" || first === "help")) {
  process.stdout.on("error", (error) => {
    if ("code" in error && error.code === "EPIPE") process.exit(0); // a reader that has seen enough
    process.stderr.write(
      `kinetree: cannot write "standard output": ${error.message}. Free some space, or write elsewhere.\n`,
    );
    process.exit(3);
  });
  process.stdout.write(readFileSync(new URL("../dist/help.txt", import.meta.url)));
} else {
  const { main } = await import("../dist/main.js");
  await main(process.argv);
}

/**
 * Whether a source, or a folder of sources, is younger than the last look at their contents. Dates only, of the files that
 * the build has listed: this is part of every start.
 */
function isStale() {
  const record = new URL("../dist/sources.txt", import.meta.url);
  const seen = statSync(record, { throwIfNoEntry: false })?.mtimeMs;
  if (seen === undefined) return true;
  const [, ...paths] = readFileSync(record, "utf8").split("\n");
  return paths.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > seen);
}
