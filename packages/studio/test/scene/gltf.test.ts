import { mechanism } from "kinetree";
import { systems } from "kinetree/systems";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { animationToGltf } from "../../src/scene/export/gltf.js";
import { easyBody } from "./flexible-support.js";

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
  readonly meshes: readonly { readonly primitives: readonly { readonly targets?: readonly unknown[] }[] }[];
  readonly accessors: readonly { readonly count: number; readonly max?: readonly number[] }[];
}

function jsonOf(bytes: Uint8Array<ArrayBuffer>): Gltf {
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(0, true)).toBe(0x46546c67);
  expect(view.getUint32(8, true)).toBe(bytes.length);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true)))) as Gltf;
}

test("a beam bends in the file: a target for each mode, whose weights are the amplitudes", async () => {
  const model = mechanism("boom")
    .beam("boom", {
      length: 2,
      section: { kind: "circle", radius: 0.1 },
      material: { density: 7850, youngsModulus: 2.1e11, shearModulus: 8e10 },
      modes: { y: 1, z: 1, torsion: 1 },
    })
    .weld("foot", { parent: "ground", child: "boom" })
    .build();
  const flexible = { bodies: [easyBody(0, 0)], order: Int32Array.of(0, 1), carrier: Int32Array.of(-1, 0) };
  const amplitudes = ["q.beam0.0", "q.beam0.1", "q.beam0.2"];
  const poses = model.bodies.flatMap(({ name }) => [..."xyzwabc"].map((part) => `${name}.${part}`));
  const history = new RunHistory({
    run: 1,
    names: [...amplitudes, ...poses],
    units: [],
    position: Int32Array.of(3, 10),
    quaternion: Int32Array.of(6, 13),
  });
  const still = [0, 0, 0, 1, 0, 0, 0];
  history.push({
    t: Float64Array.of(0, 1),
    values: Float64Array.from([0, 0, 0, ...still, ...still, 0.25, 0.5, 0, ...still, ...still]),
  });
  const gltf = jsonOf(await animationToGltf(model, history, undefined, flexible));
  const bent = gltf.animations[0].channels.filter(({ target }) => target.path === "weights");
  expect(bent).toHaveLength(1);
  expect(gltf.meshes.map(({ primitives: [{ targets }] }) => targets?.length ?? 0)).toContain(3);
});

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
