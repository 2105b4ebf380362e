export interface Triangles {
  /** x, y, z of each corner. */
  readonly vertices: Float64Array;
  /** Three corners a triangle, counter-clockwise as seen from outside. */
  readonly faces: Uint32Array;
  /** Warnings about faces that are left out or ambiguous. */
  readonly notes?: readonly string[];
}

/**
 * Reads STL (binary and text), OBJ and MuJoCo's MSH by the ending of the name; returns the reason where that fails.
 * @param objects of an OBJ file: all, or the first alone, as MuJoCo does it
 */
export function readMesh(file: string, content: string | Uint8Array, objects: "all" | "first"): Triangles | string {
  const ending = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase() ?? "";
  if (ending === "obj") return fromObj(asText(content), objects);
  if (ending === "stl") return fromStl(content);
  if (ending === "msh") return fromMsh(asBytes(content));
  return `the ending ".${ending}" is not read; convert the mesh to STL or OBJ`;
}

const asText = (content: string | Uint8Array): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

/** A binary file that was read as text has one character for each byte at best. */
const asBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? Uint8Array.from(content, (character) => character.charCodeAt(0) & 0xff) : content;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const HEADER = 84;
const FACET = 50;

function fromStl(content: string | Uint8Array): Triangles | string {
  const bytes = asBytes(content);
  // The length alone tells a binary file for certain; many begin with the word "solid" too.
  const count = bytes.length >= HEADER ? viewOf(bytes).getUint32(80, true) : -1;
  if (count < 0 || HEADER + count * FACET > bytes.length) return fromTextStl(asText(content));
  const view = viewOf(bytes);
  const vertices = new Float64Array(count * 9);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 9; k++) vertices[9 * i + k] = view.getFloat32(HEADER + i * FACET + 12 + 4 * k, true);
  return finiteOnly({ vertices, faces: Uint32Array.from({ length: count * 3 }, (_, i) => i) });
}

function fromTextStl(text: string): Triangles | string {
  const corners = [...text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].flatMap(([, x, y, z]) => [+x, +y, +z]);
  if (corners.length === 0 || corners.length % 9 !== 0) return "it is neither a binary nor a text STL file";
  const vertices = Float64Array.from(corners);
  return finiteOnly({ vertices, faces: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i) });
}

/** MuJoCo uses all corners for a hull, but only the faces of the first group or object that has some. */
function fromObj(text: string, objects: "all" | "first"): Triangles | string {
  const vertices: number[] = [];
  const faces: number[] = [];
  let isFirst = true;
  let skipped = 0;
  let cornered = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if ((word === "g" || word === "o") && faces.length > 0) isFirst = objects === "all";
    if (word === "v") vertices.push(+rest[0], +rest[1], +rest[2]);
    if (word === "f" && !isFirst) skipped++;
    if (word !== "f" || !isFirst) continue;
    const corners = rest.map((corner) => {
      const index = Number.parseInt(corner, 10);
      return index < 0 ? vertices.length / 3 + index : index - 1;
    });
    if (corners.length > 4) cornered++;
    if (corners.length === 4 && !isShorter(vertices, corners[0], corners[2], corners[1], corners[3]))
      faces.push(corners[0], corners[1], corners[3], corners[1], corners[2], corners[3]);
    else for (let i = 2; i < corners.length; i++) faces.push(corners[0], corners[i - 1], corners[i]);
  }
  const count = vertices.length / 3;
  if (faces.some((corner) => !(corner >= 0 && corner < count))) return "a face names a vertex that does not exist";
  const notes = [
    ...(skipped > 0
      ? [
          `only the faces of its first object count for its mass, as in MuJoCo; ${skipped} of others do not. Join them, or make each a mesh of its own.`,
        ]
      : []),
    ...(cornered > 0
      ? [`${cornered} of its faces have more than four corners and are taken for convex. Cut them into triangles.`]
      : []),
  ];
  return finiteOnly({ vertices: Float64Array.from(vertices), faces: Uint32Array.from(faces), notes });
}

/** Whether a to b is shorter than c to d. Four corners are cut there, as MuJoCo does it, with its rounding. */
function isShorter(vertices: readonly number[], a: number, b: number, c: number, d: number): boolean {
  const { fround } = Math;
  const part = (p: number, q: number, k: number): number => {
    const difference = fround(fround(vertices[3 * p + k]) - fround(vertices[3 * q + k]));
    return fround(difference * difference);
  };
  const square = (p: number, q: number): number => fround(fround(part(p, q, 0) + part(p, q, 1)) + part(p, q, 2));
  return square(a, b) < square(c, d);
}

/** Four counts (vertices, normals, texture coordinates, faces), then the numbers of each. */
function fromMsh(bytes: Uint8Array): Triangles | string {
  if (bytes.length < 16) return "it is too short for an MSH file";
  const view = viewOf(bytes);
  const [nVertex, nNormal, nTexture, nFace] = [0, 4, 8, 12].map((offset) => view.getInt32(offset, true));
  const facesAt = 16 + 12 * nVertex + 12 * nNormal + 8 * nTexture;
  const isSane = nVertex >= 0 && nNormal >= 0 && nTexture >= 0 && nFace >= 0;
  if (!isSane || facesAt + 12 * nFace !== bytes.length) return "its length does not fit the counts at its beginning";
  const vertices = Float64Array.from({ length: 3 * nVertex }, (_, i) => view.getFloat32(16 + 4 * i, true));
  const faces = Uint32Array.from({ length: 3 * nFace }, (_, i) => view.getInt32(facesAt + 4 * i, true));
  if (faces.some((corner) => corner >= nVertex)) return "a face names a vertex that does not exist";
  return finiteOnly({ vertices, faces });
}

const finiteOnly = (triangles: Triangles): Triangles | string =>
  triangles.vertices.every(Number.isFinite) ? triangles : "it holds a number that is not finite";
