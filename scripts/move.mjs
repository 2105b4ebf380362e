// `node scripts/move.mjs MAP`: moves files and rewrites every relative import that leads from or to them, tests and scripts included.
// MAP is a text file with a line "old/path.ts new/path.ts" per file, relative to the root. Commit the result alone, and add the commit
// to .git-blame-ignore-revs.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { argv } from "node:process";
import { root } from "./run.mjs";

const lines = readFileSync(argv[2], "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "");
const moves = new Map(
  lines.map((line) => {
    const [from, to] = line.trim().split(/\s+/);
    return [posix.normalize(from), posix.normalize(to)];
  }),
);
const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const files = git("ls-files", "--cached", "--others", "--exclude-standard").trimEnd().split("\n");
const known = new Set(files);
const missing = [...moves.keys()].filter((from) => !known.has(from));
const taken = [...moves.values()].filter((to) => known.has(to) && !moves.has(to));
if (missing.length + taken.length > 0) {
  throw new Error(`no such file: ${missing.join(", ") || "none"}; already there: ${taken.join(", ") || "none"}`);
}

/** Endings under which a specifier may stand for a file: TypeScript writes ".js" for ".ts" and ".tsx". */
const endings = [
  (/** @type {string} */ path) => path,
  (/** @type {string} */ path) => path.replace(/\.js$/, ".ts"),
  (/** @type {string} */ path) => path.replace(/\.js$/, ".tsx"),
];
const relativeSpecifier = /(["'])(\.\.?\/[^"'\n]*?)\1/g;

/** @type {[path: string, text: string][]} */
const rewritten = [];
for (const file of files.filter((path) => /\.(ts|tsx|mts|mjs|css|html)$/.test(path))) {
  const place = moves.get(file) ?? file;
  const text = readFileSync(join(root, file), "utf8");
  const changed = text.replace(relativeSpecifier, (whole, quote, specifier) => {
    const target = posix.join(posix.dirname(file), specifier);
    const found = endings.map((ending) => ending(target)).find((path) => known.has(path));
    if (found === undefined) return whole;
    const to = (moves.get(found) ?? found).replace(/\.tsx?$/, specifier.endsWith(".js") ? ".js" : "$&");
    const relative = posix.relative(posix.dirname(place), to);
    return `${quote}${relative.startsWith(".") ? relative : `./${relative}`}${quote}`;
  });
  if (changed !== text) rewritten.push([place, changed]);
}
for (const [from, to] of moves) {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
}
for (const [path, text] of rewritten) writeFileSync(join(root, path), text);
git("add", "--all");
console.log(`${moves.size} files moved, imports rewritten in ${rewritten.length}`);
