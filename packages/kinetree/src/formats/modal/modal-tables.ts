import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import type { NumberTriple } from "../../model/types.js";
import { csvRows, failAt, numberIn, type Cell, type FailIn } from "./csv-table.js";

export interface LumpedNode {
  readonly name: string;
  readonly position: NumberTriple;
  /** [kg] */
  readonly mass: number;
  /** About the node: xx, yy, zz, xy, xz, yz [kg m²]. */
  readonly inertia: readonly [number, number, number, number, number, number];
}

/** Displacements and rotations of the modes at a node; rotations are null where the table has none. */
export interface NodeShapes {
  readonly shapes: readonly NumberTriple[];
  readonly slopes: readonly NumberTriple[] | null;
}

const NODES = "nodes.csv";
const SHAPES = "shapes.csv";

const failInNodes: FailIn = (code, cell, message) => failAt(NODES, code, cell, message);
const failInShapes: FailIn = (code, cell, message) => failAt(SHAPES, code, cell, message);

const required = ["name", "x", "y", "z", "mass"];
const moments = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];
const columns = [...required, ...moments];

function requireFull(fail: FailIn, row: readonly Cell[], header: readonly Cell[]): void {
  if (row.length === header.length) return;
  const message = `the row has ${row.length} cells, must have ${header.length} like the header. Complete it.`;
  fail("wrong-length", row[0], message);
}

/** nodes.csv: a header `name,x,y,z,mass` and perhaps ixx … iyz, in any order, then a row for each node. */
export function readNodes(text: unknown): readonly LumpedNode[] {
  const [header, ...rows] = csvRows(NODES, text);
  const places = new Map<string, number>();
  for (const [i, cell] of header.entries()) {
    const name = cell.text.toLowerCase();
    if (!columns.includes(name))
      failInNodes("csv-header", cell, `column ${quoted(cell.text)} is unknown. ${suggestName(name, columns)}`);
    if (places.has(name)) failInNodes("csv-header", cell, `column "${name}" occurs twice. Remove one.`);
    places.set(name, i);
  }
  const missing = required.find((name) => !places.has(name));
  if (missing !== undefined)
    failInNodes("csv-header", header[0], `column "${missing}" is missing. Begin with ${required.join(",")}.`);
  if (rows.length === 0) failInNodes("empty-file", header[0], "there are no nodes. Export them.");
  const seen = new Set<string>();
  return rows.map((row) => {
    requireFull(failInNodes, row, header);
    const at = (name: string): Cell => row[places.get(name) ?? 0];
    const number = (name: string): number => (places.has(name) ? numberIn(NODES, at(name)) : 0);
    const name = at("name").text;
    if (name === "") failInNodes("empty-name", at("name"), "a node has no name. Give it one.");
    if (seen.has(name)) failInNodes("duplicate-name", at("name"), `node ${quoted(name)} occurs twice. Rename one.`);
    seen.add(name);
    const mass = number("mass");
    if (mass < 0)
      failInNodes("negative-value", at("mass"), `mass ${mass} of node ${quoted(name)} must be >= 0. Correct it.`);
    const [xx, yy, zz, xy, xz, yz] = moments.map(number);
    return { name, position: [number("x"), number("y"), number("z")], mass, inertia: [xx, yy, zz, xy, xz, yz] };
  });
}

const directions = ["ux", "uy", "uz", "rx", "ry", "rz"] as const;
type Direction = (typeof directions)[number];

const isDirection = (text: string): text is Direction => (directions as readonly string[]).includes(text);

/** shapes.csv: a header `node,direction,mode1,…`, then a row for each node and direction ux, uy, uz, rx, ry, rz. */
export function readShapes(
  text: unknown,
  nodes: readonly LumpedNode[],
): { readonly modes: number; readonly at: ReadonlyMap<string, NodeShapes> } {
  const [header, ...rows] = csvRows(SHAPES, text);
  if (header.length < 3 || header[0].text.toLowerCase() !== "node" || header[1].text.toLowerCase() !== "direction") {
    const [first, second, third] = header.map(({ text: name }) => name);
    const found = quoted([first, second, third].join(","));
    const message = `the header is ${found}, must be node,direction,mode1,… with a column for each mode. Add it.`;
    failInShapes("csv-header", header[0], message);
  }
  const modes = header.length - 2;
  const known = new Set(nodes.map(({ name }) => name));
  const found = new Map<string, Map<Direction, readonly number[]>>();
  for (const row of rows) {
    const [node, direction, ...values] = row;
    requireFull(failInShapes, row, header);
    const named = `node ${quoted(node.text)}`;
    if (!known.has(node.text))
      failInShapes("unknown-node", node, `${named} is not in ${NODES}. ${suggestName(node.text, known)}`);
    const way = direction.text.toLowerCase();
    if (!isDirection(way)) {
      const message = `direction ${quoted(direction.text)} must be one of ${directions.join(", ")}. Use one of them.`;
      failInShapes("unknown-kind", direction, message);
    }
    const of = found.get(node.text) ?? new Map<Direction, readonly number[]>();
    if (of.has(way)) failInShapes("duplicate-name", direction, `${way} of ${named} occurs twice. Remove one.`);
    const numbers = values.map((cell) => numberIn(SHAPES, cell));
    found.set(node.text, of.set(way, numbers));
  }
  return { modes, at: new Map([...found].map(([name, of]) => [name, shapesOf(name, of, modes)])) };
}

function shapesOf(name: string, of: ReadonlyMap<Direction, readonly number[]>, modes: number): NodeShapes {
  const triples = (...ways: readonly Direction[]): readonly NumberTriple[] | null => {
    const given = ways.filter((way) => of.has(way));
    if (given.length === 0) return null;
    if (given.length < 3) {
      const missing = ways.find((way) => !of.has(way));
      const message = `node ${quoted(name)} has ${given.join(", ")} but no ${missing}. Add the row; 0 where it does not move.`;
      failInShapes("node-without-shapes", null, message);
    }
    const at = (way: Direction, mode: number): number => of.get(way)?.[mode] ?? 0;
    return Array.from({ length: modes }, (_, j) => [at(ways[0], j), at(ways[1], j), at(ways[2], j)] as const);
  };
  const shapes = triples("ux", "uy", "uz");
  if (shapes === null)
    failInShapes("node-without-shapes", null, `node ${quoted(name)} has no ux, uy, uz. Add these rows.`);
  return { shapes, slopes: triples("rx", "ry", "rz") };
}
