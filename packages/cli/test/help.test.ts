import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formulations, integrators, simulate, type FormulationName } from "kinetree";
import { pendulum } from "kinetree/systems";
import { describe, expect, test } from "vitest";
import { overviewText } from "../src/main.js";
import { commands } from "../src/program/commands.js";
import { formulationOfRunOption, formulationOption, integratorOptions } from "../src/program/shared-options.js";
import { exitCodeTable } from "../src/failure/exit-code.js";
import { kinetree } from "./support/command.js";

const visible = commands.filter(({ hidden }) => hidden !== true);

describe("kinetree --help", () => {
  const { code, stdout } = kinetree(["--help"]);

  test("succeeds", () => expect(code).toBe(0));

  test("is what the parser would say, kept as text", () => expect(stdout).toBe(overviewText(80)));

  test.each(visible.map(({ name, summary }) => ({ name, summary })))("lists $name", ({ name, summary }) => {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(stdout.replace(/\s+/g, " ")).toContain(summary);
  });

  test("does not list what is for scripts", () => expect(stdout).not.toContain("__complete"));

  test.each(exitCodeTable.map(([number, text]) => ({ number, text })))(
    "explains exit code $number",
    ({ number, text }) => expect(stdout).toContain(`${number}  ${text}`),
  );
});

/** Commands by the words that call them. */
const called = visible.flatMap((spec) => [
  { ...spec, words: ["help", spec.name] },
  ...(spec.subcommands ?? []).map((each) => ({ ...each, words: [spec.name, "help", each.name] })),
]);

describe.each(called)("kinetree $words", ({ words, examples, options }) => {
  const { code, stdout } = kinetree(words);

  test("succeeds", () => expect(code).toBe(0));

  test("has examples", () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [line] of examples) expect(stdout).toContain(`$ ${line}`);
  });

  test("names every option", () => {
    for (const { flags } of options) expect(stdout).toContain(flags);
  });

  test("knows --json", () => expect(stdout).toContain("--json"));
});

test("--help after a command says the same as help before it", () => {
  expect(kinetree(["run", "--help"]).stdout).toBe(kinetree(["help", "run"]).stdout);
  expect(kinetree(["study", "run", "--help"]).stdout).toBe(kinetree(["study", "help", "run"]).stdout);
});

describe("a slip of the pen", () => {
  test("in a command is met with the nearest one, exit code 2", () => {
    const { code, stderr } = kinetree(["equilibrum"]);
    expect(stderr).toContain("Did you mean equilibrium?");
    expect(code).toBe(2);
  });

  test("in an option is met with the nearest one, exit code 2", () => {
    const { code, stderr } = kinetree(["run", "pendulum", "--tolerence", "1"]);
    expect(stderr).toContain("Did you mean --tolerance?");
    expect(code).toBe(2);
  });

  test("in a command of a command is met with the nearest one, exit code 2", () => {
    const { code, stderr } = kinetree(["study", "statis"]);
    expect(stderr).toContain("Did you mean status?");
    expect(code).toBe(2);
  });

  test("a command of a command left out shows the help, exit code 2", () => {
    const { code, stdout, stderr } = kinetree(["study"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: kinetree study");
  });

  test("is one JSON document with --json", () => {
    const { code, stdout } = kinetree(["run", "pendulum", "--tolerence", "1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "unknown-option" } });
    expect(code).toBe(2);
  });

  test("no command at all shows the help, exit code 2", () => {
    const { code, stdout, stderr } = kinetree([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: kinetree");
  });
});

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(kinetree(["--version"]).stdout).toBe(`${version}\n`);
});

test("the help needs one file of the bundle: starting quickly is a feature", () => {
  const main = readFileSync(new URL("../dist/main.js", import.meta.url), "utf8");
  const files = [...main.matchAll(/\bfrom\s*["'`](\.\/[^"'`]*)/g)].map(([, file]) => file);
  // The bundler may put some functions of its own into a file: a kilobyte.
  expect(files.filter((file) => !file.startsWith("./rolldown-runtime-"))).toEqual([]);
});

describe("the help lists what the library has", () => {
  test("formulations", () => expect(formulationOption.choices).toEqual(formulations.map(({ name }) => name)));
  test("formulations of runs, the equations themselves among them", () => {
    const wrong = (): unknown => simulate(pendulum(), 1, { formulation: "none" as FormulationName });
    for (const name of formulationOfRunOption.choices ?? []) expect(wrong).toThrow(`"${name}"`);
  });
  test("integrators", () => {
    const option = integratorOptions.find(({ flags }) => flags.startsWith("--integrator"));
    expect(option?.choices).toEqual(integrators.map(({ name }) => name));
  });
});

const hasBash = spawnSync("bash", ["--version"]).status === 0;
describe.skipIf(!hasBash)("what becomes of output (skipped where there is no bash)", () => {
  const program = fileURLToPath(new URL("../bin/kinetree.mjs", import.meta.url));
  const inShell = (line: string): { code: number | null; stderr: string } => {
    const script = `kinetree() { "${process.execPath}" "${program}" "$@"; }; set -o pipefail; ${line}`;
    const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    return { code: status, stderr };
  };

  const long = ["kinetree --help", "kinetree help run", "kinetree run --help", "kinetree models"];
  test.each(long)("%s to a full disk: exit code 3, said once", (line) => {
    const { code, stderr } = inShell(`${line} > /dev/full`);
    expect(stderr).toMatch(/^kinetree: cannot write "standard output": .*ENOSPC.*\n$/);
    expect(code).toBe(3);
  });

  test.each(long)("%s to a reader that has gone: nothing to say", (line) => {
    expect(inShell(`${line} | true`)).toEqual({ code: 0, stderr: "" });
  });
});
