import { systems } from "kinetree";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { animationToGltf } from "../../src/scene/gltf.js";

/** What the exporter needs of a browser: blobs as buffers. */
class Reader {
  result: ArrayBuffer | null = null;
  onloadend: (() => void) | null = null;

  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.result = buffer;
      this.onloadend?.();
    });
  }
}

beforeAll(() => void vi.stubGlobal("FileReader", Reader));
afterAll(() => void vi.unstubAllGlobals());

interface Gltf {
  readonly nodes: readonly { readonly name?: string; readonly mesh?: number; readonly rotation?: readonly number[] }[];
  readonly animations: readonly {
    readonly channels: readonly { readonly target: { readonly node: number; readonly path: string } }[];
  }[];
  readonly accessors: readonly { readonly count: number; readonly max?: readonly number[] }[];
}

function jsonOf(bytes: Uint8Array<ArrayBuffer>): Gltf {
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(0, true)).toBe(0x46546c67);
  expect(view.getUint32(8, true)).toBe(bytes.length);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true)))) as Gltf;
}

test("a run becomes a binary glTF file with one moving node a body", async () => {
  const model = systems.find(({ name }) => name === "double-pendulum")?.build();
  if (model === undefined) throw new Error("no double-pendulum");
  const names = model.bodies.flatMap(({ name }) => [
    ...["x", "y", "z"].map((part) => `pos.${name}.${part}`),
    ...["w", "x", "y", "z"].map((part) => `quat.${name}.${part}`),
  ]);
  const history = new RunHistory({
    run: 1,
    names,
    units: names.map(() => ""),
    position: Int32Array.of(0, 7),
    quaternion: Int32Array.of(3, 10),
  });
  const t = Float64Array.of(2, 2.25, 2.5);
  const poses = [0, 1, 2].flatMap((row) => [row, 0, 0, 1, 0, 0, 0, 0, row, 0, Math.cos(row), 0, Math.sin(row), 0]);
  history.push({ t, values: Float64Array.from(poses) });

  const gltf = jsonOf(await animationToGltf(model, history));
  const moved = gltf.animations[0].channels.map(({ target }) => `${gltf.nodes[target.node].name} ${target.path}`);
  expect(moved.toSorted()).toEqual(["lower rotation", "lower translation", "upper rotation", "upper translation"]);
  expect(gltf.accessors.some(({ count, max }) => count === t.length && max?.[0] === Math.fround(0.5))).toBe(true);
  expect(gltf.nodes.filter(({ mesh }) => mesh !== undefined)).toHaveLength(4);
  // glTF has y up: the node above all turns z there.
  expect(gltf.nodes.some(({ rotation }) => rotation !== undefined && Math.abs(rotation[0] + Math.SQRT1_2) < 1e-6)).toBe(
    true,
  );
});
