import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { readText } from "./blocks.js";
import { root } from "./root.js";

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(name: string, ...args: string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "examples", name), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

/** What an example prints; a failure shows its error. */
function output(name: string, ...args: string[]): string {
  const { code, out, err } = run(name, ...args);
  expect(err).toBe("");
  expect(code).toBe(0);
  return out;
}

const numbersIn = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g) ?? []).map(Number);
const lineWith = (text: string, word: string): string => text.split("\n").find((line) => line.includes(word)) ?? "";
const numbersAfter = (text: string, word: string): number[] =>
  numbersIn(lineWith(text, word).slice(lineWith(text, word).indexOf(word) + word.length));

const G = 9.81;
/** 2π √(l/g) / M(1, cos(a/2)), the arithmetic-geometric mean of Gauss. */
function period(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI) / Math.sqrt(G) / a;
}

/** Where circles about (ax, az) and (bx, bz) meet, on the left of the way from the one to the other. */
function meet(ax: number, az: number, ra: number, bx: number, bz: number, rb: number): [number, number] {
  const d = Math.hypot(bx - ax, bz - az);
  const along = (ra * ra - rb * rb + d * d) / (2 * d);
  const across = Math.sqrt(ra * ra - along * along);
  const [ex, ez] = [(bx - ax) / d, (bz - az) / d];
  return [ax + along * ex - across * ez, az + along * ez + across * ex];
}

test("every example has a test here, and its line in the README", () => {
  const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".mjs"));
  const own = readFileSync(new URL(import.meta.url), "utf8");
  expect(examples.filter((name) => !own.includes(`"${name}"`))).toEqual([]);
  const readme = readText("README.md");
  expect(examples.filter((name) => !readme.includes(`node examples/${name}`))).toEqual([]);
});

describe("systems.mjs", () => {
  test("without a name: lists the systems and runs two", () => {
    const out = output("systems.mjs");
    for (const name of ["pendulum", "heavy-top", "arm7"]) expect(lineWith(out, name)).toContain("  ");
    expect(out).toContain("── lander with 6 legs");
    expect(out).toContain("── double pendulum");
    expect(numbersAfter(out, "bodies, joints")).toEqual([13, 13]);
    expect(numbersAfter(out, "speeds, degrees of freedom")).toEqual([19, 18, 18]);
    expect(out).toMatch(/[⠁-⣿]/u); // the plot
  });

  it.each([
    "pendulum",
    "double-pendulum",
    "n-pendulum",
    "hinge-chain",
    "spherical-chain",
    "lander",
    "arm7",
    "torque-free-top",
    "heavy-top",
  ])("%s: energy at the end / at the start", (name) => {
    const out = output("systems.mjs", name, "--t-end", "0.5");
    const [drift] = numbersAfter(out, "largest kinetic energy");
    // Some tens of steps at the default tolerance, 1e-8 for a hundred.
    expect(drift).toBeLessThan(1e-8);
    expect(lineWith(out, "simulated")).toContain("0.5 s in");
  });

  test("options reach the system", () => {
    const out = output("systems.mjs", "n-pendulum", "--set", "n=3", "--set", "joint=spherical", "--t-end", "0.1");
    expect(numbersAfter(out, "speeds, degrees of freedom")).toEqual([12, 9, 9]);
  });

  it.each([
    { args: ["hinge-chan"], says: 'Did you mean "hinge-chain"?' },
    { args: ["pendulum", "--t-end", "soon"], says: '--t-end is "soon", must be a positive number of seconds' },
    { args: ["pendulum", "--t-end", "-1"], says: "--t-end" },
    { args: ["pendulum", "--tend", "1"], says: "'--tend'" },
    { args: ["pendulum", "arm7"], says: "one system at a time" },
    { args: ["n-pendulum", "--set", "n"], says: "must be NAME=VALUE" },
    { args: ["n-pendulum", "--set", "n=ten"], says: 'option "n" = "ten" must be a number' },
    { args: ["n-pendulum", "--set", "lenght=1"], says: 'Did you mean "length"?' },
    { args: ["--set", "n=1"], says: "--set needs a system" },
  ])("$args: says what is wrong, without a stack trace, and fails", ({ args, says }) => {
    const { code, out, err } = run("systems.mjs", ...args);
    expect(err).toContain(says);
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  test("--help: the usage", () => expect(output("systems.mjs", "--help")).toContain("--t-end SECONDS"));
});

test("pendulum.mjs: period / elliptic integral", () => {
  const [measured] = numbersAfter(output("pendulum.mjs"), "period");
  expect(Math.abs(measured / period(1) - 1)).toBeLessThan(1e-8); // its tolerance
});

describe("double-pendulum.mjs", () => {
  const out = output("double-pendulum.mjs");

  test("energy / at the start", () => {
    const [energy, drift] = [numbersAfter(out, "at the start")[0], numbersAfter(out, "largest drift")[0]];
    expect(Math.abs(energy - -3 * G * Math.cos(2))).toBeLessThan(1e-6); // m g l (2 + 1) cos, six digits printed
    expect(drift).toBeLessThan(1e-9);
  });

  test("neighbours part, by 1e-9 at first and by as much as there is room for in the end", () => {
    const distances = out
      .split("\n")
      .filter((line) => /^\s+\d+ +\S+$/.test(line))
      .map((line) => numbersIn(line)[1]);
    expect(distances[0]).toBeLessThan(3e-9);
    expect(distances[distances.length - 1]).toBeGreaterThan(1e-2);
  });
});

test("quarter-car.mjs: rest / weights over stiffnesses, and heavier cars bounce more slowly", () => {
  const rows = output("quarter-car.mjs")
    .split("\n")
    .filter((line) => /^\s*\d+ /.test(line))
    .map(numbersIn);
  expect(rows.length).toBe(4);
  for (const [, rest, byHand] of rows) expect(Math.abs(rest - byHand)).toBeLessThan(2e-6);
  const bounces = rows.map((row) => row[3]);
  expect(bounces).toEqual([...bounces].sort((a, b) => b - a));
  for (const [, , , , thrown, highest, inTheAir] of rows) {
    expect(thrown).toBeGreaterThan(0);
    expect(highest).toBeGreaterThan(0.5);
    expect(inTheAir).toBeGreaterThan(0);
  }
});

describe("batch.mjs", () => {
  const out = output("batch.mjs");

  test("bits on workers / on this thread", () => {
    const hash = (word: string): string | undefined => lineWith(out, word).split(" ").at(-1);
    expect(hash("on this thread")).toMatch(/^[0-9a-f]{16}$/);
    expect(hash("on two workers")).toBe(hash("on this thread"));
  });

  test("spread of the period / half the relative spread of the length", () => {
    const [mean, spread] = numbersAfter(out, "period");
    expect(Math.abs(mean / period(0.1) - 1)).toBeLessThan(1e-3);
    // A standard deviation of 1000 samples is known to 1/√2000 = 2%, three times over.
    expect(Math.abs(spread / numbersAfter(out, "by hand")[0] - 1)).toBeLessThan(0.07);
  });
});

describe("modes.mjs", () => {
  const out = output("modes.mjs");

  test("frequencies hanging down / √(g/l (2 ∓ √2))", () => {
    const lines = out.split("\n").filter((line) => line.startsWith("ω"));
    expect(lines.length).toBe(2);
    for (const line of lines) {
      const [frequency, byHand] = numbersIn(line);
      expect(Math.abs(frequency / byHand - 1)).toBeLessThan(1e-8);
    }
  });

  test("growth standing up / frequencies hanging down", () => {
    const rates = numbersAfter(out, "grows at")
      .slice(0, 2)
      .sort((a, b) => a - b);
    [2 - Math.SQRT2, 2 + Math.SQRT2].forEach((factor, i) =>
      expect(Math.abs(rates[i] / Math.sqrt(G * factor) - 1)).toBeLessThan(1e-8),
    );
  });

  test("A and B of the upright pendulum / g/l and 1/(m l²)", () => {
    expect(numbersAfter(out, "A = [")).toEqual([0, 1, G / 0.5, 0]);
    expect(numbersAfter(out, "B = [")).toEqual([0, 1 / (2 * 0.25)]);
  });
});

describe("forces.mjs", () => {
  const out = output("forces.mjs");

  test("held arm / no acceleration", () => expect(numbersAfter(out, "acceleration left")[0]).toBeLessThan(1e-12));

  test("load of the first joint / weight of all links", () => {
    const [carried, weight] = [numbersAfter(out, "carries")[0], numbersAfter(out, "weigh")[0]];
    expect(Math.abs(carried / weight - 1)).toBeLessThan(1e-8);
  });

  test("pull in the rod / 3 m g", () => {
    const [pull, byHand] = numbersAfter(out, "lowest point");
    expect(Math.abs(pull / byHand - 1)).toBeLessThan(1e-9);
  });
});

describe("closed-loops.mjs", () => {
  const out = output("closed-loops.mjs");
  const rows = out
    .split("\n")
    .filter((line) => /^(mass-matrix|tree-augmented|embedded|partitioned|augmented) /.test(line))
    .map((line) => line.trim().split(/\s+/).slice(1, 6).map(Number));

  test("every formulation of loops / the others", () => {
    expect(rows.length).toBe(5);
    for (const [accelerations, motion, loads, closure, energy] of rows) {
      expect(accelerations).toBeLessThan(1e-9);
      expect(motion).toBeLessThan(1e-7); // ten times the default tolerance, for a second
      expect(loads).toBeLessThan(1e-9);
      expect(closure).toBeLessThan(1e-11);
      expect(energy).toBeLessThan(1e-7);
    }
  });

  test("speeds that follow / the loop's own equations in the drawn pose", () => {
    // ω_c (C − B) + ω_r (C − D) turned by a quarter, with crank 1, coupler 3, rocker 2.5, ground 3 and the crank at 60°.
    const [crank, coupler, rocker] = numbersAfter(out, "speeds");
    const [bx, bz, dx] = [0.5, Math.sqrt(0.75), 3];
    const [x, z] = meet(bx, bz, 3, dx, 0, 2.5);
    expect(Math.abs((crank + coupler) * (z - bz) + crank * bz - rocker * z)).toBeLessThan(1e-5);
    expect(Math.abs((crank + coupler) * (x - bx) + crank * bx - rocker * (x - dx))).toBeLessThan(1e-5);
  });

  test("what the ground hinges lift / weight and inertia", () => {
    const [lifted, byHand] = [numbersAfter(out, "lift")[0], numbersAfter(out, "by hand")[0]];
    expect(Math.abs(lifted - byHand)).toBeLessThan(1e-8);
  });
});

test("integrators.mjs: order 8 takes the fewest steps, and a tenth of a tolerance is a smaller error", () => {
  const rows = output("integrators.mjs")
    .split("\n")
    .filter((line) => /^\s*1e-/.test(line));
  const steps = (name: string): number[] =>
    rows.filter((row) => row.includes(name)).map((row) => Number(row.trim().split(/\s+/)[3]));
  expect(steps("dop853").length).toBe(5);
  steps("dop853").forEach((count, i) => expect(count).toBeLessThan(steps("dormand-prince")[i]));
  for (const name of ["rkf45", "dormand-prince", "dop853"]) {
    const errors = rows.filter((row) => row.includes(name)).map((row) => Number(row.trim().split(/\s+/)[6]));
    expect(errors).toEqual([...errors].sort((a, b) => b - a));
  }
});

test("stiff.mjs: implicit integrators take a hundredth of the steps and come as near as was asked for", () => {
  const out = output("stiff.mjs");
  expect(out).toContain('Take integrator "bdf".');
  const row = (name: string): number[] =>
    numbersIn((out.split("\n").find((line) => line.startsWith(`${name} `)) ?? "").slice(name.length));
  const [explicit] = row("dormand-prince");
  for (const name of ["bdf", "radau5", "rosenbrock", "generalized-alpha", "hht", "auto"]) {
    const [steps, , evaluations] = row(name);
    expect(100 * steps).toBeLessThan(explicit);
    expect(evaluations).toBeGreaterThan(steps);
    // A tolerance of 1e-6 is about a hundred steps; methods of order 2 take a thousand.
    expect(row(name).at(-1)).toBeLessThan(1e-5);
  }
});

test("accuracy.mjs: what it prints / the table of the README, within a factor of ten", () => {
  const cellsOf = (table: string): string[][] =>
    table
      .trim()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .map((cell) => cell.trim())
          .slice(1, -1),
      );
  const printed = cellsOf(output("accuracy.mjs"));
  const [, stated] = /<!-- accuracy -->([\s\S]*)<!-- \/accuracy -->/.exec(readText("README.md")) ?? [];
  const shown = cellsOf(stated ?? "");
  const words = (rows: string[][]): string[][] => rows.filter((_, i) => i !== 1).map((row) => row.slice(0, 2));
  expect(words(shown)).toEqual(words(printed));
  printed.slice(2).forEach((row, i) => {
    // Rounding decides about numbers near 1e-15, and a later version may step otherwise; the order of magnitude is the claim.
    const ratio = Number(row[2]) / Number(shown[i + 2][2]);
    expect(ratio).toBeGreaterThan(1 / 10);
    expect(ratio).toBeLessThan(10);
  });
});

test("picture.mjs: what it draws / the picture in the repository, byte for byte", () => {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-picture-"));
  try {
    const file = join(folder, "pendulum.svg");
    output("picture.mjs", file);
    expect(readFileSync(file).equals(readFileSync(join(root, "docs/images/pendulum.svg")))).toBe(true);
    expect(readFileSync(file).length).toBeLessThan(60_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the program of the README is the example", () => {
  const [, block] = /^## Five lines\n\n```js\n([\s\S]*?)^```$/m.exec(readText("README.md")) ?? [];
  expect(block?.replace(/ \/\/ period .*$/m, "")).toBe(readText("examples/pendulum.mjs"));
});
