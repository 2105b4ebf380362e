// Bundles the command from the TypeScript sources of the workspace into dist: one small file that reads the command line,
// and one file for each command's work, loaded when it is asked for. `npm run build` and bin/kinetree.mjs call it.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { argv, pid, stderr } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { entryPointsOf } from "../../scripts/entry-points.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const packages = join(here, "..");
const output = join(here, "dist");
/** Hash of the sources that the bundle was made from, then their paths; its date is that of the last comparison. */
const record = join(output, "sources.txt");

/** What a batch's threads run, called so by the library. */
const worker = "batch-worker-node";

const sourceFolders = [
  "cli/src",
  "results/src",
  "study/src",
  "vehicle/src",
  "reproductions/src",
  "kinetree/src",
  "studio/src/server",
  "studio/src/api",
].map((path) => join(packages, path));
const sourceFiles = [join(here, "build.mjs"), join(here, "package.json")];

/**
 * Makes the bundle if the contents of the sources have changed since the last one; returns whether there is one that fits
 * them. What stands in the way is said on standard error.
 */
export async function bundle() {
  const now = new Date(); // before anything is read: what is edited meanwhile counts as new
  const { hash, paths } = readSources();
  const text = [hash, ...paths].join("\n");
  if (existsSync(record) && readFileSync(record, "utf8").startsWith(`${hash}\n`)) {
    writeFileSync(record, text);
    utimesSync(record, now, now);
    return true;
  }
  const isFirst = !existsSync(join(output, "main.js"));
  if (isFirst) stderr.write("kinetree: building the command, once\n");
  const fresh = `${output}.${pid}`;
  try {
    await write(fresh);
    await writeWorker(fresh);
    await writeHelp(fresh);
    writeFileSync(join(fresh, "sources.txt"), text);
    utimesSync(join(fresh, "sources.txt"), now, now);
    put(fresh);
    return true;
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    stderr.write(`kinetree: the sources do not bundle:\n${reason}\n`);
    return false;
  }
}

/** @param {string} folder */
async function write(folder) {
  // Loaded here: it costs more than all else that a start does.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: { main: join(here, "src", "main.ts") },
    platform: "node",
    // Groups of files are free to add to what the entry exports.
    preserveEntrySignatures: "allow-extension",
    resolve: {
      alias: Object.fromEntries(
        entryPointsOf(["kinetree", "results", "vehicle", "study", "studio", "reproductions"]).map((each) => [
          each.name,
          each.source,
        ]),
      ),
      // Some packages hide their modules behind a build for old Node, which cannot be bundled.
      mainFields: ["module", "main"],
      extensionAlias: { ".js": [".ts", ".js"] },
    },
    // Files that these read lie beside their code; DuckDB and rolldown are programs for one machine each, and MuJoCo is a guest.
    external: [
      "@resvg/resvg-wasm",
      "dejavu-fonts-ttf",
      /\.wasm$/,
      /\.ttf$/,
      "@duckdb/node-api",
      "rolldown",
      "@mujoco/mujoco",
    ],
    plugins: [withoutChildProcesses],
    logLevel: "warn",
  });
  await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Few files: each costs a start more than the code that it might spare it.
    codeSplitting: { includeDependenciesRecursively: false, groups: fileGroups },
    // Names stay: errors are called by them.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
}

/**
 * Threads start with a file of their own. It is built apart, since what two programs share would be a third file that both have to
 * load.
 * @param {string} folder
 */
async function writeWorker(folder) {
  const { build } = await import("rolldown");
  await build({
    input: join(packages, "kinetree/src", `${worker}.ts`),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    logLevel: "warn",
    output: {
      file: join(folder, `${worker}.js`),
      format: "esm",
      codeSplitting: false,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    },
  });
}

/**
 * Help is asked for most and is always the same: kept as text, it takes no parser to show it.
 * @param {string} folder
 */
async function writeHelp(folder) {
  const { overviewText } = await import(pathToFileURL(join(folder, "main.js")).href);
  writeFileSync(join(folder, "help.txt"), overviewText(80));
}

/** What goes together into one file: what every start needs, and what every command with a model needs. */
const fileGroups = [
  {
    name: "start",
    test: inFolders(
      "commander",
      "cli/src/main",
      "cli/src/program",
      "cli/src/failure",
      "cli/src/output/(streams|report-failure)",
      ...leaves(),
    ),
    priority: 3,
  },
  {
    name: "common",
    test: inFolders("cli/src/input/(?!model-file|result-file)", "cli/src/output/(?!draw-)"),
    priority: 2,
  },
  {
    name: "engine",
    test: inFolders("kinetree/src/(?!formats)", "kinetree/src/formats/format-error"),
    priority: 1,
  },
];

/** Of the library, what errors, the version and the lists of choices need. */
function leaves() {
  return [
    "kinetree/src/errors",
    "kinetree/src/simulate/run/version",
    "kinetree/src/integrate/integrators",
    "kinetree/src/formulation/loops/embedded/loop-closing",
    "no-child-process",
    "rolldown/runtime",
  ];
}

/** @param {readonly string[]} folders with slashes, wherever the packages lie */
function inFolders(...folders) {
  return new RegExp(folders.map((folder) => folder.replaceAll("/", "[\\\\/]")).join("|"));
}

/** commander loads node:child_process for commands that are programs of their own. Ours are not, and it costs 5 ms. */
const withoutChildProcesses = {
  name: "without-child-processes",
  resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
    id === "node:child_process" && /[\\/]commander[\\/]/.test(importer ?? "") ? "\0no-child-process" : null,
  load: (/** @type {string} */ id) => (id === "\0no-child-process" ? "export const spawn = undefined;" : null),
};

/** Programs that still run may load their parts as late as this [ms]. */
const KEPT_FOR = 3600 * 1000;

/**
 * Puts a fresh bundle in place while others may run the old one or make a new one themselves: the names of all files but four
 * tell their contents, and those come last, each as a whole.
 * @param {string} fresh
 */
function put(fresh) {
  mkdirSync(output, { recursive: true });
  const last = [`${worker}.js`, "help.txt", "main.js", "sources.txt"];
  const files = readdirSync(fresh).filter((name) => !last.includes(name));
  for (const name of [...files, ...last]) renameSync(join(fresh, name), join(output, name));
  rmSync(fresh, { recursive: true, force: true });
  for (const name of readdirSync(output)) {
    const path = join(output, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (!files.includes(name) && !last.includes(name) && Date.now() - changed > KEPT_FOR) rmSync(path, { force: true });
  }
}

/** Contents are compared, not dates: a checkout gives files new dates without changing them. */
function readSources() {
  const hash = createHash("sha256");
  const paths = [...sourceFiles, ...sourceFolders.flatMap(pathsBelow)];
  for (const path of paths) {
    hash.update(relative(packages, path)).update("\0");
    if (!sourceFolders.includes(path) && /\.\w+$/.test(path)) hash.update(readFileSync(path)).update("\0");
  }
  return { hash: hash.digest("hex"), paths };
}

/**
 * Files and folders, the folder itself too: its date tells of files that come and go.
 * @param {string} folder
 * @returns {string[]}
 */
function pathsBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    folder,
    ...entries.flatMap((entry) =>
      entry.isDirectory() ? pathsBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    ),
  ];
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await bundle()) ? 0 : 1;
