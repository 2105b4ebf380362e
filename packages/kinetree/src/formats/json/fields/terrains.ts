import { modelDefaults } from "../../../model/defaults.js";
import type { GroundDescription } from "../../../grounds/generate-ground.js";
import type { Terrain } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { quoted } from "../../format-error.js";
import { readMesh, type Triangles } from "../../mesh/mesh-file.js";
import { contentOf } from "../../read-file.js";
import { shortText, type Codec } from "../codec/codec.js";
import type { JsonNode } from "../codec/json-tree.js";
import { list, three } from "../codec/list-codec.js";
import { literal, real } from "../codec/number-codecs.js";
import { choice, index, plainData, text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import { union } from "../codec/union-codec.js";
import { pose } from "./pose.js";

/** Its own reader checks what it says: see `generateGround`. */
const groundDescription: Codec<GroundDescription> = plainData("a ground in few numbers");

const length = literal(k.length);

/** A terrain as the file says it: the triangles of a mesh may stand in a file of their own. */
type TerrainParts = Exclude<Terrain, Mesh> | (Omit<Mesh, "vertices" | "triangles"> & MeshParts);

type Mesh = Extract<Terrain, { kind: "mesh" }>;

interface MeshParts {
  readonly vertices?: Mesh["vertices"];
  readonly triangles?: Mesh["triangles"];
  readonly file?: string;
  readonly scale?: number;
}

/** Fields of terrains that are heights over a grid. */
const overHeights = {
  scale: {
    doc: "multiplies the heights, so that a parameter can",
    codec: real(k.ratio),
    optional: true,
    defaultText: "`1`",
  },
  interpolation: {
    doc: "between the heights: smooth, or straight along the sides of each cell",
    codec: choice("bicubic", "bilinear"),
    optional: true,
    defaultText: '`"bicubic"`',
  },
} as const;

const terrainParts = union<TerrainParts, "name" | "pose">({
  title: "terrain",
  doc: "A surface fixed in the world. Its own z axis points out of the ground.",
  common: {
    name: { doc: "unique", codec: text },
    pose: { doc: "its frame in the world", codec: pose, default: modelDefaults.pose },
  },
  kinds: {
    plane: { doc: "A flat ground without end: solid below the xy plane of its frame.", fields: {} },
    "height-map": {
      doc: "Heights over a regular grid of the xy plane of its frame. Beyond the edge it goes on with the slope of the edge.",
      fields: {
        x0: { doc: "x of the first column", codec: length },
        y0: { doc: "y of the first row", codec: length },
        dx: { doc: "from one column to the next", codec: length },
        dy: { doc: "from one row to the next", codec: length },
        nx: { doc: "number of columns, at least 2", codec: index },
        ny: { doc: "number of rows, at least 2", codec: index },
        heights: { doc: "row after row: `heights[j*nx + i]` at (x0 + i·dx, y0 + j·dy)", codec: list(length) },
        ...overHeights,
      },
    },
    ground: {
      doc: "Heights and friction that are no part of the model: a run is given them. Beyond the edge it goes on as a height map does.",
      fields: {
        ...overHeights,
        default: {
          doc: 'the ground of runs that give none, such as `{ "kind": "iso-8608", "class": "C" }`: see [grounds](grounds.md)',
          codec: groundDescription,
          optional: true,
          defaultText: "none: runs must give one",
        },
      },
    },
    mesh: {
      doc: "Triangles with one height over each place of the xy plane of its frame. Beyond its border there is nothing.",
      fields: {
        vertices: { doc: "places in its frame", codec: list(three(length)), optional: true },
        triangles: {
          doc: "three vertices each, from 0, counter-clockwise seen from above",
          codec: list(three(index)),
          optional: true,
        },
        file: { doc: "STL or OBJ file with the triangles, instead of these two", codec: text, optional: true },
        scale: {
          doc: "metres for a unit of that file, such as `0.001`",
          codec: literal(k.ratio),
          optional: true,
          defaultText: "`1`",
        },
      },
    },
  },
});

/** A surface fixed in the world. */
export const terrain: Codec<Terrain> = {
  ...terrainParts,
  read: (node, reading) => {
    const parts = terrainParts.read(node, reading);
    if (parts === undefined || parts.kind !== "mesh") return parts;
    const triangles = meshOf(parts, node, reading);
    return triangles && { kind: "mesh", name: parts.name, pose: parts.pose, ...triangles };
  },
};

/** The triangles of a mesh, from the text itself or from the file that it names. */
function meshOf(parts: MeshParts, node: JsonNode, reading: Reading): Pick<Mesh, "vertices" | "triangles"> | undefined {
  const { vertices, triangles, file, scale = 1 } = parts;
  if (file === undefined) {
    if (vertices !== undefined && triangles !== undefined && parts.scale === undefined) return { vertices, triangles };
    const problem =
      parts.scale === undefined
        ? `mesh-terrain: "vertices" and "triangles", or "file", are missing. Add them.`
        : `mesh-terrain: "scale" is for a "file". Remove it.`;
    return reading.report(node, "missing-field", problem);
  }
  if (vertices !== undefined || triangles !== undefined) {
    const problem = `mesh-terrain: its triangles are said by "file" and here, must be said in one way. Keep one of them.`;
    return reading.report(node, "triangles-twice", problem, file);
  }
  const found = trianglesFrom(file, reading);
  if (typeof found === "string") {
    const problem = `mesh file ${quoted(shortText(file))}: ${found}. Give the path of an STL or OBJ file from the folder of the model.`;
    return reading.report(node, "mesh-file", problem, shortText(file));
  }
  for (const note of found.notes ?? [])
    reading.warn(node, "mesh-file", `mesh file ${quoted(shortText(file))}: ${note}`);
  const threes = (numbers: ArrayLike<number>, factor: number): [number, number, number][] =>
    Array.from({ length: numbers.length / 3 }, (_, i) => [
      factor * numbers[3 * i],
      factor * numbers[3 * i + 1],
      factor * numbers[3 * i + 2],
    ]);
  return { vertices: threes(found.vertices, scale), triangles: threes(found.faces, 1) };
}

function trianglesFrom(file: string, { readFile }: Reading): Triangles | string {
  if (readFile === undefined) return "files cannot be read here; give the option readFile";
  const content = contentOf(readFile, file);
  return content instanceof Error ? `it cannot be read: ${content.message}` : readMesh(file, content, "all");
}
