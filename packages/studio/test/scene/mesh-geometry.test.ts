import { describe, expect, test } from "vitest";
import { MeshCache } from "../../src/scene/shapes/mesh-cache.js";
import { readMeshGeometry } from "../../src/scene/shapes/mesh-geometry.js";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

const facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 0\nendloop\nendfacet\n";

describe("meshes", () => {
  test("STL as text and OBJ give the same triangle", async () => {
    const stl = await readMeshGeometry("a.STL", bytesOf(`solid a\n${facet}endsolid a\n`));
    const obj = await readMeshGeometry("a.obj", bytesOf("v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n"));
    for (const mesh of [stl, obj])
      expect([...mesh.getAttribute("position").array]).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 0]);
  });

  test("binary STL is read from its bytes", async () => {
    const view = new DataView(new ArrayBuffer(84 + 50));
    view.setUint32(80, 1, true);
    [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0].forEach((value, i) => view.setFloat32(84 + 4 * i, value, true));
    const mesh = await readMeshGeometry("a.stl", new Uint8Array(view.buffer));
    expect([...mesh.getAttribute("position").array]).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 0]);
  });

  test.each([
    ["a.msh", "x", "Convert it to STL"],
    ["a.obj", "v 0 0 0", "no triangles"],
    ["a.stl", "nonsense", "neither a binary nor a text STL file"],
    ["a.obj", "v 0 0 0\nv 1 0 0\nv nan 2 0\nf 1 2 3\n", "not finite"],
  ])("%s with %j is refused with a reason", async (name, text, reason) => {
    const cache = new MeshCache(() => Promise.resolve(bytesOf(text)));
    expect(await cache.load(name)).toMatchObject({ uri: name, message: expect.stringContaining(reason) });
  });

  test("a mesh that is not to be had says so, with what to do", async () => {
    const missing = await new MeshCache(() => Promise.resolve(null)).load("package://r/arm.stl");
    expect(missing).toMatchObject({ message: expect.stringContaining("package://r/arm.stl") });
  });
});
