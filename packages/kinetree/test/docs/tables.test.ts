import { describe, expect, test } from "vitest";
import { groundMaterials } from "../../src/grounds/friction/materials.js";
import { groundGenerators } from "../../src/grounds/generators.js";
import { integrators, type Integrator } from "../../src/integrate/integrators.js";
import { methods, stageCount, type Method } from "../../src/integrate/method.js";
import { rotateAbout, slideAlong } from "../../src/model/builder/joint.js";
import { jointSizes } from "../../src/model/joint-sizes.js";
import type { JointMotion } from "../../src/model/types.js";
import * as graph from "../../src/graph.js";
import * as analysis from "../../src/analysis.js";
import * as kinetree from "../../src/index.js";
import * as namedSystems from "../../src/systems.js";
import { systems } from "../../src/systems/registry.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { readText } from "./blocks.js";

/* Tables of the documents against what they describe. */

/** Rows of the table that follows a heading, cell by cell, without head and rule. */
function tableUnder(text: string, heading: string): string[][] {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return rowsIn(section).slice(2);
}

const rowsIn = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => /^( \* )?\|/.test(line))
    .map((line) =>
      line
        .replace(/^ \* /, "")
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
    );

test("grounds / the generators with their fields, defaults and units", () => {
  const rows = tableUnder(readText("docs/grounds.md"), "Kinds");
  const listed = groundGenerators.flatMap(({ kind, fields }) =>
    Object.entries(fields).map(([name, field], i) => [
      i === 0 ? kind : "",
      name,
      String(field.default ?? "none"),
      field.type === "number" ? field.unit : "",
      field.doc,
    ]),
  );
  expect(rows).toEqual(listed);
});

test("grounds / materials with their coefficients", () => {
  const rows = tableUnder(readText("docs/grounds.md"), "Materials");
  expect(rows).toEqual(Object.entries(groundMaterials).map(([name, mu]) => [name, String(mu)]));
});

test("integrators / the explicit ones of the list, with order and purpose, and dense output of their tableaus", () => {
  const rows = tableUnder(readText("docs/simulation.md"), "Integrators");
  const listed = integrators.filter(({ kind }) => kind === "explicit");
  const dense = Object.values(methods).map(({ tableau }) => String(tableau.dense.order));
  expect(rows).toEqual(
    listed.map(({ name, order, takesTolerance, summary }, i) => [
      name,
      String(order),
      takesTolerance ? "yes" : "no",
      dense[i],
      summary,
    ]),
  );
});

test("implicit integrators / the others of the list, with orders and purpose", () => {
  const rows = tableUnder(readText("docs/implicit-integration.md"), "Which integrator").filter(
    (row) => row.length === 4, // a table of measured runs follows
  );
  const ordersOf = ({ order, lowestOrder }: Integrator): string =>
    lowestOrder === undefined ? String(order) : `${lowestOrder} to ${order}`;
  expect(rows.map(([name, orders, , purpose]) => [name, orders, purpose.replaceAll("`", "")])).toEqual(
    integrators.filter(({ kind }) => kind !== "explicit").map((each) => [each.name, ordersOf(each), each.summary]),
  );
});

test("integrators named in passing / those of the list that the sentence is about", () => {
  const quoted = (text: string): string[] => [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const named = (selects: (integrator: Integrator) => boolean): string[] =>
    integrators.filter(selects).map(({ name }) => name);
  const simulation = readText("docs/simulation.md");
  const [, implicit] = /there are implicit\s+ones: (.*?);/s.exec(simulation) ?? [];
  expect(quoted(implicit)).toEqual(named(({ kind }) => kind === "implicit"));
  const constrained = tableUnder(readText("docs/implicit-integration.md"), "What errors mean").find(
    ([code]) => code === "integrator-needs-accelerations",
  );
  expect(quoted(constrained?.[2] ?? "")).toEqual(named(({ takesConstrained }) => takesConstrained));
});

test("tableaus / orders, stages and companions of the methods", () => {
  const rows = tableUnder(readText("docs/algorithms/integrators.md"), "Tableaus").map((row) => row.slice(0, 4));
  const companions = ({ tableau: { embeddedOrder, embeddedLowOrder } }: Method): string => {
    if (embeddedOrder === undefined) return "none";
    return embeddedLowOrder === undefined ? `order ${embeddedOrder}` : `orders ${embeddedOrder}, ${embeddedLowOrder}`;
  };
  expect(rows).toEqual(
    Object.values(methods).map((method) => [
      method.name,
      String(method.tableau.order),
      String(method.tableau.a.length),
      companions(method),
    ]),
  );
});

test("dense output / orders and further stages of the methods", () => {
  const rows = tableUnder(readText("docs/algorithms/dense-output.md"), "Dense output");
  const expected = Object.values(methods).map((method) => {
    const { order, endStage } = method.tableau.dense;
    return [method.name, String(order), String(stageCount(method) - endStage - 1)];
  });
  expect(rows).toEqual(expected);
});

test.each([
  { page: "docs/performance.md", mark: "bench:dynamics", heading: "Forward dynamics" },
  { page: "docs/accuracy.md", mark: "accuracy", heading: "Invariants and closed forms" },
])("$page / the same table of the README", ({ page, mark, heading }) => {
  const [, inReadme] = readText("README.md").split(new RegExp(`<!-- /?${mark} -->`));
  expect(tableUnder(readText(page), heading)).toEqual(rowsIn(inReadme).slice(2));
});

describe("joints", () => {
  const rows = tableUnder(readText("docs/models.md"), "Joints");
  const axis = [0, 0, 1] as const;
  const motions: readonly Exclude<JointMotion, { kind: "general" }>[] = [
    { kind: "weld" },
    { kind: "revolute", axis },
    { kind: "continuous", axis },
    { kind: "prismatic", axis },
    { kind: "screw", axis, pitch: 1 },
    { kind: "cylindrical", axis },
    { kind: "universal", axis1: [1, 0, 0], axis2: [0, 1, 0] },
    { kind: "constant-velocity", axis, xAxis: [1, 0, 0] },
    { kind: "planar", axis, xAxis: [1, 0, 0] },
    { kind: "spherical" },
    { kind: "free" },
  ];

  test("numbers of coordinates and speeds / those of the model", () => {
    expect(rows.slice(0, -1).map((row) => row.slice(0, 3))).toEqual(
      motions.map((motion) => [motion.kind, String(jointSizes(motion).nq), String(jointSizes(motion).nv)]),
    );
  });

  test("a general joint / one for each axis", () => {
    const [kind, nq, nv] = rows[rows.length - 1];
    expect([kind, nq, nv]).toEqual(["general", "1 to 6", "1 to 6"]);
    const axes = [rotateAbout(axis), slideAlong(axis)];
    expect(jointSizes({ kind: "general", axes })).toEqual({ nq: 2, nv: 2 });
  });
});

test("properties of a coordinate / those of the model", () => {
  const named = tableUnder(readText("docs/models.md"), "What acts along a coordinate").flatMap(([first]) =>
    first.split(",").map((name) => name.replace(/`/g, "").trim()),
  );
  expect(named.sort()).toEqual(Object.keys(modelDefaults.coordinate).sort());
});

test("built-in systems / those in the registry, and their functions are exported", () => {
  const rows = tableUnder(readText("docs/models.md"), "Built-in systems");
  expect(rows.map(([name, , summary]) => [name, summary])).toEqual(systems.map(({ name, summary }) => [name, summary]));
  expect(rows.filter(([, name]) => !(name in namedSystems))).toEqual([]);
});

test("elementary functions / the bounds beside their definitions", () => {
  const source = rowsIn(readText("packages/kinetree/src/graph/definitions.ts")).slice(2);
  const shown = tableUnder(readText("docs/algorithms/elementary-functions.md"), "Accuracy");
  expect(shown.map((row) => row.slice(0, 3))).toEqual(source.map((row) => row.slice(0, 3)));
});

test("methods of the evaluator / those it has", () => {
  const known = Object.entries(kinetree.createEvaluator(namedSystems.pendulum()))
    .filter(([name, value]) => typeof value === "function" && !name.endsWith("Into"))
    .map(([name]) => name);
  const named = tableUnder(readText("docs/analysis.md"), "The evaluator").flatMap(([first]) =>
    [...first.matchAll(/(\w+)\(/g)].map((match) => match[1]),
  );
  expect(named.sort()).toEqual(known.sort());
});

test("what the documents import / what is exported", () => {
  const names = ["docs/models.md", "docs/simulation.md", "docs/analysis.md", "docs/conventions.md"].flatMap((file) =>
    [...readText(file).matchAll(/`(create\w+|real[A-Z]\w+|solid\w+|\w+FromJoints|\w+FromState)(?:\(.*?\))?`/g)].map(
      (match) => match[1],
    ),
  );
  const evaluator = kinetree.createEvaluator(namedSystems.pendulum());
  const exported = { ...kinetree, ...analysis, ...graph, ...evaluator };
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !(name in exported))).toEqual([]);
});
