import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MeasurePlan } from "../measure.js";
import { layoutOf, type BenchJoint, type BenchModel } from "../models.js";
import type { BenchState } from "../states.js";
import type { Loaded, Subject, Unavailable } from "../subject.js";

const folder = fileURLToPath(new URL("../../native/", import.meta.url));

/** DART takes more than minutes to build a chain of 10,000. */
const MOST_BODIES = 1000;

interface NativeLibrary {
  readonly name: string;
  /** Name of the library for pkg-config, and of the driver's source. */
  readonly id: "dart" | "simbody";
  readonly debianPackage: string;
  /** What is linked, where pkg-config's answer asks for more than is installed. */
  readonly libraries?: readonly string[];
  readonly compilerFlags?: readonly string[];
  readonly call: string;
}

/** A C++ library in a driver of its own, built where the library is installed; it times itself. */
const nativeSubject = (library: NativeLibrary): Subject => ({
  name: library.name,
  precision: "double",
  load: (model, states) => Promise.resolve(loadNative(library, model, states)),
});

export const dart = nativeSubject({
  name: "dart",
  id: "dart",
  debianPackage: "libdart-dev",
  libraries: ["-ldart"],
  // Debian builds the library without AVX; with it here, Eigen's classes would be laid out otherwise than there (it
  // crashes). The work is done in the library, so that nothing is lost.
  compilerFlags: ["-mno-avx"],
  call: "Skeleton::computeForwardDynamics",
});

export const simbody = nativeSubject({
  name: "simbody",
  id: "simbody",
  debianPackage: "libsimbody-dev",
  call: "calcAccelerationIgnoringConstraints",
});

function loadNative(library: NativeLibrary, model: BenchModel, states: readonly BenchState[]): Loaded | Unavailable {
  if (!succeeds("pkg-config", ["--exists", library.id])) {
    return { unavailable: `not installed: apt-get install ${library.debianPackage} pkg-config` };
  }
  if (!succeeds("g++", ["--version"])) return { unavailable: "no C++ compiler: apt-get install g++" };
  if (model.bodies.length > MOST_BODIES) return { unavailable: `not run beyond ${MOST_BODIES} bodies` };
  const driver = buildDriver(library);
  const temporary = mkdtempSync(join(tmpdir(), "kinetree-bench-"));
  const problem = join(temporary, "problem.txt");
  writeFileSync(problem, problemText(model, states));
  const run = (plan: MeasurePlan): DriverOutput => {
    const plans = [plan.windows, plan.windowMs, plan.budgetMs, plan.warmupMs].map(String);
    return parse(execFileSync(driver, [problem, ...plans], { encoding: "utf8", maxBuffer: 2 ** 30 }));
  };
  let last: DriverOutput | null = null;
  return {
    forward: () => undefined,
    measureItself(plan) {
      last = run(plan);
      return last.ns;
    },
    qdd(k) {
      last ??= run({ windows: 1, windowMs: 0, budgetMs: 0, warmupMs: 0, rounds: 1 });
      return last.qdd[k];
    },
    note: `${library.call}, ${versionOf(library.id)}`,
    close: () => rmSync(temporary, { recursive: true }),
  };
}

/** Returns the driver's path; compiles it if it is missing or older than its sources. */
function buildDriver({ id, libraries, compilerFlags }: NativeLibrary): string {
  const sources = [join(folder, `${id}.cpp`), join(folder, "benchmark.hpp")];
  const driver = join(folder, "build", id);
  const newest = Math.max(...sources.map((source) => statSync(source).mtimeMs));
  if (existsSync(driver) && statSync(driver).mtimeMs > newest) return driver;
  mkdirSync(join(folder, "build"), { recursive: true });
  const flags = [
    "-std=c++17",
    "-O3",
    "-march=native",
    "-w",
    ...(compilerFlags ?? []),
    ...pkgConfig("--cflags", id).filter((flag) => !flag.startsWith("-std")),
  ];
  const link = libraries ?? pkgConfig("--libs", id);
  execFileSync("g++", [...flags, sources[0], "-o", driver, ...link], { stdio: ["ignore", "ignore", "inherit"] });
  return driver;
}

interface DriverOutput {
  readonly ns: number;
  readonly qdd: readonly Float64Array[];
}

function parse(output: string): DriverOutput {
  const lines = output.trim().split("\n");
  const ns = Number(lines[0].replace("ns ", ""));
  const qdd = lines.slice(1).map((line) => Float64Array.from(line.split(" ").slice(1), Number));
  return { ns, qdd };
}

/** The format is described in native/benchmark.hpp. */
function problemText(model: BenchModel, states: readonly BenchState[]): string {
  const layout = layoutOf(model);
  const lines = [`gravity ${model.gravity.join(" ")}`, `bodies ${model.bodies.length}`];
  for (const { parent, joint, offset, mass, com, inertia } of model.bodies) {
    const axis = joint.kind === "revolute" ? joint.axis : [0, 0, 0];
    lines.push([parent, kindNumber[joint.kind], ...axis, ...offset, mass, ...com, ...inertia].join(" "));
  }
  lines.push(`states ${states.length} ${layout.nq} ${layout.nv}`);
  for (const { q, v, tau } of states) lines.push(q.join(" "), v.join(" "), tau.join(" "));
  return lines.join("\n") + "\n";
}

const kindNumber: Readonly<Record<BenchJoint["kind"], number>> = { revolute: 0, spherical: 1, free: 2 };

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

const pkgConfig = (what: "--cflags" | "--libs", id: string): string[] =>
  execFileSync("pkg-config", [what, id], { encoding: "utf8" }).trim().split(/\s+/);

const versionOf = (id: string): string =>
  `${id} ${execFileSync("pkg-config", ["--modversion", id], { encoding: "utf8" }).trim()}`;
