import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import type { NumberTriple } from "../../model/types.js";
import { csvRows, failAt, numberIn, type Cell } from "./csv-table.js";

/** A node with its share of the mass. */
export interface LumpedNode {
  readonly name: string;
  readonly position: NumberTriple;
  /** [kg] */
  readonly mass: number;
  /** About the node: xx, yy, zz, xy, xz, yz [kg m²]. */
  readonly inertia: readonly [number, number, number, number, number, number];
}

/** What the modes do at a node; rotations are null where the table does not say them. */
export interface NodeShapes {
  readonly shapes: readonly NumberTriple[];
  readonly slopes: readonly NumberTriple[] | null;
}

const NODES = "nodes.csv";
const SHAPES = "shapes.csv";

const required = ["name", "x", "y", "z", "mass"];
const moments = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];

/** nodes.csv: a header `name,x,y,z,mass` and perhaps ixx … iyz, in any order, then a row for each node. */
export function readNodes(text: unknown): readonly LumpedNode[] {
  const [header, ...rows] = csvRows(NODES, text);
  const places = new Map<string, number>();
  for (const [i, cell] of header.entries()) {
    const name = cell.text.toLowerCase();
    if (![...required, ...moments].includes(name))
      failAt(
        NODES,
        "csv-header",
        cell,
        `column ${quoted(cell.text)} is unknown. ${suggestName(name, [...required, ...moments])}`,
      );
    if (places.has(name)) failAt(NODES, "csv-header", cell, `column "${name}" is there twice. Remove one.`);
    places.set(name, i);
  }
  const missing = required.find((name) => !places.has(name));
  if (missing !== undefined)
    failAt(NODES, "csv-header", header[0], `column "${missing}" is missing. Begin with ${required.join(",")}.`);
  if (rows.length === 0) failAt(NODES, "empty-file", header[0], "there are no nodes. Export them.");
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.length !== header.length)
      failAt(
        NODES,
        "wrong-length",
        row[0],
        `the row has ${row.length} cells, must have ${header.length} like the header. Complete it.`,
      );
    const at = (name: string): Cell => row[places.get(name) ?? 0];
    const number = (name: string): number => (places.has(name) ? numberIn(NODES, at(name)) : 0);
    const name = at("name").text;
    if (name === "") failAt(NODES, "empty-name", at("name"), "a node has no name. Give it one.");
    if (seen.has(name)) failAt(NODES, "duplicate-name", at("name"), `node ${quoted(name)} is there twice. Rename one.`);
    seen.add(name);
    const mass = number("mass");
    if (mass < 0)
      failAt(NODES, "negative-value", at("mass"), `mass ${mass} of node ${quoted(name)} must be >= 0. Correct it.`);
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
    const found = header
      .slice(0, 3)
      .map((cell) => cell.text)
      .join(",");
    failAt(
      SHAPES,
      "csv-header",
      header[0],
      `the header is ${quoted(found)}, must be node,direction,mode1,… with a column for each mode. Add it.`,
    );
  }
  const modes = header.length - 2;
  const known = new Set(nodes.map(({ name }) => name));
  const found = new Map<string, Map<Direction, readonly number[]>>();
  for (const row of rows) {
    const [node, direction, ...values] = row;
    if (row.length !== header.length)
      failAt(
        SHAPES,
        "wrong-length",
        node,
        `the row has ${row.length} cells, must have ${header.length} like the header. Complete it.`,
      );
    if (!known.has(node.text))
      failAt(
        SHAPES,
        "unknown-node",
        node,
        `node ${quoted(node.text)} is not in ${NODES}. ${suggestName(node.text, known)}`,
      );
    const way = direction.text.toLowerCase();
    if (!isDirection(way))
      failAt(
        SHAPES,
        "unknown-kind",
        direction,
        `direction ${quoted(direction.text)} must be one of ${directions.join(", ")}. Use one of them.`,
      );
    const of = found.get(node.text) ?? new Map<Direction, readonly number[]>();
    if (of.has(way))
      failAt(SHAPES, "duplicate-name", direction, `${way} of node ${quoted(node.text)} is there twice. Remove one.`);
    found.set(
      node.text,
      of.set(
        way,
        values.map((cell) => numberIn(SHAPES, cell)),
      ),
    );
  }
  return { modes, at: new Map([...found].map(([name, of]) => [name, shapesOf(name, of, modes)])) };
}

function shapesOf(name: string, of: ReadonlyMap<Direction, readonly number[]>, modes: number): NodeShapes {
  const triples = (...ways: readonly Direction[]): readonly NumberTriple[] | null => {
    const given = ways.filter((way) => of.has(way));
    if (given.length === 0) return null;
    if (given.length < 3) {
      const missing = ways.find((way) => !of.has(way));
      failAt(
        SHAPES,
        "node-without-shapes",
        null,
        `node ${quoted(name)} has ${given.join(", ")} but no ${missing}. Add the row; 0 where it stands still.`,
      );
    }
    const at = (way: Direction, mode: number): number => of.get(way)?.[mode] ?? 0;
    return Array.from({ length: modes }, (_, j) => [at(ways[0], j), at(ways[1], j), at(ways[2], j)] as const);
  };
  const shapes = triples("ux", "uy", "uz");
  if (shapes === null)
    failAt(SHAPES, "node-without-shapes", null, `node ${quoted(name)} has no ux, uy, uz. Add these rows.`);
  return { shapes, slopes: triples("rx", "ry", "rz") };
}
