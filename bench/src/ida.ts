import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** IDA of SUNDIALS in a driver of its own (`bench/ida/`), compiled where the library is installed; it times itself. */

const sources = fileURLToPath(new URL("../ida/", import.meta.url));
const libraries = ["ida", "nvecserial", "sunmatrixdense", "sunlinsoldense"].map((name) => `-lsundials_${name}`);
const header = "/usr/include/ida/ida.h";

/** How IDA is given the equations; the words are explained in `bench/ida/main.c`. */
export interface IdaSetting {
  readonly form: "index-1" | "index-2" | "ggl";
  readonly jacobian: "exact" | "difference";
  readonly multipliers: number;
}

/** One run of IDA, as the driver prints it. */
export interface IdaRun {
  readonly version: string;
  readonly rtol: number;
  /** Below 0: IDA gave up. */
  readonly flag: number;
  readonly steps: number;
  readonly residuals: number;
  readonly jacobians: number;
  /** Residuals for differences, not among the others. */
  readonly forJacobians: number;
  readonly factorizations: number;
  readonly newtonFailures: number;
  readonly errorFailures: number;
  readonly seconds: number;
  readonly q: readonly number[];
}

/** A compiled driver, or why there is none. */
export type Ida =
  | {
      readonly run: (
        problem: string,
        setting: IdaSetting,
        tolerances: readonly number[],
        seconds: number,
      ) => readonly IdaRun[];
      readonly close: () => void;
    }
  | { readonly unavailable: string };

export function openIda(): Ida {
  if (spawnSync("cc", ["--version"]).status !== 0)
    return { unavailable: "no C compiler: apt-get install gcc libc6-dev" };
  if (!existsSync(header)) return { unavailable: "not installed: apt-get install libsundials-dev" };
  const folder = mkdtempSync(join(tmpdir(), "kinetree-ida-"));
  const driver = join(folder, "ida");
  const files = readdirSync(sources).filter((name) => name.endsWith(".c"));
  const flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-march=native"];
  execFileSync("cc", [...flags, "-o", driver, ...files.map((name) => join(sources, name)), ...libraries, "-lm"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    run: (problem, { form, jacobian, multipliers }, tolerances, seconds) => {
      const numbers = [multipliers, seconds, ...tolerances].map(String);
      const output = execFileSync(driver, [problem, form, jacobian, ...numbers], { encoding: "utf8" });
      return output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as IdaRun);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
