import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormatError } from "../../../src/formats/format-error.js";
import { readModalBody, type ModalBodyFiles } from "../../../src/formats/modal/read-modal-body.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { param } from "../../../src/model/real-arithmetic.js";
import type { NumberTriple } from "../../../src/model/types.js";
import { dice, type Dice } from "../../support/dice.js";
import { panelData, panelMass } from "../../model/flexible-data.js";

/** The panel of two balls as tables. */
const files: ModalBodyFiles = {
  nodes: `# a panel
name, x, y, z, mass, ixx, iyy, izz
root, 0, 0, 0, 0, 0, 0, 0
mid, 1, 0, 0, 1, 0.005, 0.005, 0.005
end, 2, 0, 0, 1, 0.005, 0.005, 0.005
`,
  shapes: `node,direction,bend,sway
root,ux,0,0\r\nroot,uy,0,0\r\nroot,uz,0,0
root,rx,0,0
root,ry,0,0
root,rz,0,0
mid,ux,0,0
mid,uy,0,0.5
mid,uz,0.25,0
mid,rx,0,0
mid,ry,0,0
mid,rz,0,0
end,ux,0,0
end,uy,0,1
end,uz,1,0
end,rx,0,0
end,ry,0,0
end,rz,0,0`,
  mass: "1.0625,0\n0,1.25",
  stiffness: "400,0\n0,9.0D2\n",
};

function mistakeOf(change: Partial<ModalBodyFiles>, options: Parameters<typeof readModalBody>[1] = {}): FormatError {
  try {
    readModalBody({ ...files, ...change }, options);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("the tables were read");
}

test("tables / the integrals that can be read off", () => {
  const { body, warnings } = readModalBody(files);
  expect(warnings).toEqual([]);
  expect(body.mass).toBe(2);
  expect(body.com).toEqual([1.5, 0, 0]);
  expect(body.inertia.slice(0, 3)).toEqual(panelMass.inertia);
  const { mass, stiffness, translation, firstMoments, secondMoments } = panelData;
  expect(body.data).toMatchObject({ mass, stiffness, translation, firstMoments, secondMoments, damping: { ratio: 0 } });
  expect(body.data.nodes.map(({ name }) => name)).toEqual(["root", "mid", "end"]);
});

test("semicolons, quotes, another order of columns, a damping table / the same body", () => {
  const nodes = `mass;name;z;y;x;ixx;iyy;izz
0;root;0;0;0;0;0;0
1;"mid";0;0;1;.005;.005;.005
1;end;0;0;2;5e-3;5e-3;5e-3`;
  const { body } = readModalBody({ ...files, nodes, damping: "1,0\n0,2" });
  expect(body.data.firstMoments).toEqual(panelData.firstMoments);
  expect(body.data.damping).toEqual([
    [1, 0],
    [0, 2],
  ]);
});

test("what is read is what the builder takes", () => {
  const { body } = readModalBody(files, { dampingRatio: param("damping"), keep: ["end"] });
  const model = mechanism("m")
    .parameter("damping", 0.01)
    .modalBody("panel", { ...body, first: "end" })
    .weld("root", { parent: "ground", child: "panel" })
    .build();
  expect(model.joints[0].coordinates).toHaveLength(2);
});

interface Piece {
  readonly x: NumberTriple;
  readonly u: readonly NumberTriple[];
  readonly r: readonly NumberTriple[];
}

/** Random pieces with turning modes, seen from the frame of a node that moves with them. */
describe("shapes that move the interface", () => {
  const triple = (d: Dice): NumberTriple => [d.between(-1, 1), d.between(-1, 1), d.between(-1, 1)];
  const piecesOf = (sample: number): readonly Piece[] => {
    const d = dice(31, sample, false);
    return Array.from({ length: 6 }, () => ({ x: triple(d), u: [triple(d), triple(d)], r: [triple(d), triple(d)] }));
  };
  const table = (rows: readonly (readonly unknown[])[]): string => rows.map((row) => row.join(",")).join("\n");
  const names = ["x", "y", "z"];
  const J = [0.02, 0.03, 0.025, 0.001, -0.002, 0.003];
  const at = (v: NumberTriple, k: number): number => v[k];

  const minus = (a: NumberTriple, b: NumberTriple): NumberTriple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const crossed = (a: NumberTriple, b: NumberTriple): NumberTriple => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];

  const tablesOf = (pieces: readonly Piece[]): ModalBodyFiles => {
    const nodes = table([
      ["name", "x", "y", "z", "mass", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"],
      ...pieces.map(({ x }, i) => [`n${i}`, ...x, 1 + i, ...J]),
    ]);
    const shapes = table([
      ["node", "direction", "a", "b"],
      ...pieces.flatMap(({ u, r }, i) => [
        ...names.map((name, k) => [`n${i}`, `u${name}`, at(u[0], k), at(u[1], k)]),
        ...names.map((name, k) => [`n${i}`, `r${name}`, at(r[0], k), at(r[1], k)]),
      ]),
    ]);
    // ½ Σ m u² + ½ Σ rᵀ J r, as a bilinear form.
    const form = (i: number, j: number): number =>
      pieces.reduce((sum, { u, r }, n) => {
        const [a, b] = [r[i], r[j]];
        const turned = [
          J[0] * b[0] + J[3] * b[1] + J[4] * b[2],
          J[3] * b[0] + J[1] * b[1] + J[5] * b[2],
          J[4] * b[0] + J[5] * b[1] + J[2] * b[2],
        ];
        const moved = u[i].reduce((s, x, k) => s + x * at(u[j], k), 0);
        return sum + (1 + n) * moved + a.reduce((s, x, k) => s + x * turned[k], 0);
      }, 0);
    const mass = table([0, 1].map((i) => [0, 1].map((j) => form(i, j))));
    return { nodes, shapes, mass, stiffness: "4,1\n1,9" };
  };

  test.each([0, 1, 2, 3])(
    "the modal mass relative to it, and the trace of the second moments / kinetic energy of the pieces (%i)",
    (sample) => {
      const pieces = piecesOf(sample);
      const { mass, secondMoments, nodes } = readModalBody(tablesOf(pieces), { interface: "n0" }).body.data;
      expect([...nodes[0].shapes.flat(), ...nodes[0].slopes.flat()].every((x) => x === 0)).toBe(true);
      const relative = pieces.map(({ x, u, r }) => {
        const arm = minus(x, pieces[0].x);
        const sweep = pieces[0].r.map((w) => crossed(w, arm));
        return {
          x: arm,
          u: u.map((each, j) => minus(minus(each, pieces[0].u[j]), sweep[j])),
          r: r.map((each, j) => minus(each, pieces[0].r[j])),
        };
      });
      const wanted = tablesOf(relative).mass.split(/[,\n]/).map(Number);
      // Sums of six pieces of a few kilograms, in three steps: some hundred roundings of numbers up to the largest.
      const slack = 200 * Number.EPSILON * Math.max(...wanted.map(Math.abs));
      const traces = secondMoments?.flat().map((A) => A[0] + A[4] + A[8]) ?? [];
      for (const found of [mass.flat(), traces])
        found.forEach((x, k) => expect(Math.abs(x - wanted[k])).toBeLessThan(slack));
    },
  );
});

describe("a table with a mistake / its file, line and fix", () => {
  const nodes = (from: string, to: string): Partial<ModalBodyFiles> => ({ nodes: files.nodes.replace(from, to) });
  const shapes = (from: string | RegExp, to: string): Partial<ModalBodyFiles> => ({
    shapes: files.shapes.replace(from, to),
  });
  test.each<readonly [string, Partial<ModalBodyFiles>, RegExp]>([
    ["empty-file", { mass: "" }, /^mass\.csv: .*empty/],
    ["wrong-type", { mass: 3 as unknown as string }, /^mass\.csv: 3 is not a text/],
    ["csv-header", nodes("mass", "weight"), /^nodes\.csv:2:.*"weight" is unknown/],
    ["csv-header", nodes(", mass", ""), /"mass" is missing/],
    ["wrong-length", nodes("mid, 1,", "mid,"), /^nodes\.csv:4:1: the row has 7 cells, must have 8/],
    ["csv-number", nodes("mid, 1,", "mid, one,"), /^nodes\.csv:4:6: "one" must be a finite number/],
    ["duplicate-name", nodes("mid", "root"), /^nodes\.csv:4:1: node "root" occurs twice/],
    ["negative-value", nodes("0, 1, 0.005", "0, -1, 0.005"), /mass -1 of node "mid"/],
    ["csv-header", shapes("direction", "way"), /must be node,direction,mode1/],
    ["unknown-node", shapes("mid,ux", "mit,ux"), /^shapes\.csv:8:1: node "mit" is not in nodes\.csv.*"mid"/],
    ["unknown-kind", shapes("mid,ux", "mid,vx"), /direction "vx"/],
    ["duplicate-name", shapes("mid,uy", "mid,ux"), /ux of node "mid" occurs twice/],
    ["node-without-shapes", shapes("mid,uz,0.25,0\n", ""), /node "mid" has ux, uy but no uz/],
    ["node-without-shapes", shapes(/mid,r.*\n/g, ""), /node "mid" has no rx, ry, rz.*keep/],
    ["node-without-shapes", shapes(/mid.*\n/g, ""), /node "mid" has no ux, uy, uz/],
    ["wrong-length", { mass: "1" }, /^mass\.csv:1:1: the number of rows is 1, must be 2/],
    ["wrong-length", { stiffness: "1,2\n3" }, /^stiffness\.csv:2:1: the number of columns is 1/],
    [
      "modal-mass",
      { mass: "1.1,0\n0,1.25" },
      /modes 1 and 1 is 1\.1, but the nodes .* 1\.0625: a difference of 3\.\d+ %/,
    ],
    ["not-symmetric", { stiffness: "4,1\n2,9" }, /must equal its mirror image/],
    ["not-definite", { stiffness: "-4,0\n0,9" }, /Check its signs/],
    ["no-interface", nodes("root, 0", "root, 0.1"), /Name the node in the option interface/],
    [
      "origin-moves",
      shapes("root,uy,0,0", "root,uy,0,0.1"),
      /mode 2 moves it by \[0, 0\.1, 0\].*Give interface: "root"/,
    ],
  ])("%s", (code, change, words) => {
    const error = mistakeOf(change);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
  });

  test("an interface or a node to keep that is not there", () => {
    expect(mistakeOf({}, { interface: "rot" }).message).toMatch(/"rot" of option interface is unknown.*"root"/);
    expect(mistakeOf({}, { keep: ["ned"] }).message).toMatch(/"ned" of option keep is unknown.*"end"/);
  });

  test("another modal mass is kept on request, with a warning", () => {
    const { body, warnings } = readModalBody({ ...files, mass: "1.1,0\n0,1.25" }, { massMismatch: "warn" });
    expect(body.data.mass[0][0]).toBe(1.1);
    expect(warnings.map(({ code }) => code)).toEqual(["modal-mass"]);
  });

  test("anything in place of any letter / a body or a FormatError", () => {
    const tables = ["nodes", "shapes", "mass", "stiffness"] as const;
    const seen = new Set<unknown>();
    fc.assert(
      fc.property(
        fc.constantFrom(...tables),
        fc.nat(400),
        fc.constantFrom("", ",", "x", '"', "\n", "-", "e", "9"),
        (which, where, by) => {
          const text = files[which];
          const spot = where % text.length;
          try {
            readModalBody({ ...files, [which]: text.slice(0, spot) + by + text.slice(spot + 1) });
          } catch (error) {
            seen.add((error as Error).constructor);
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
    expect(seen).toEqual(new Set([FormatError]));
  });
});
