import { describe, expect, test } from "vitest";
import { dice } from "../../support/dice.js";
import { compare, type Files } from "./compare.js";

/** An L of thickness 1, corners counter-clockwise from outside. */
const corners: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [2, 0, 0],
  [2, 1, 0],
  [1, 1, 0],
  [1, 2, 0],
  [0, 2, 0],
  [0, 0, 1],
  [2, 0, 1],
  [2, 1, 1],
  [1, 1, 1],
  [1, 2, 1],
  [0, 2, 1],
];
const bottom = [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 5, 4];
const top = [6, 7, 8, 6, 8, 9, 6, 9, 10, 6, 10, 11];
const sides = [0, 1, 2, 3, 4, 5].flatMap((i) => {
  const j = (i + 1) % 6;
  return [i, j, j + 6, i, j + 6, i + 6];
});
const faces = [...bottom, ...top, ...sides];

/** The same with its long arm folded back, so that the surface is seen from its middle more than once: U. */
const folded: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [3, 0, 0],
  [3, 2, 0],
  [2, 2, 0],
  [2, 1, 0],
  [1, 1, 0],
  [1, 2, 0],
  [0, 2, 0],
];
const uCorners = [...folded, ...folded.map(([x, y]) => [x, y, 1] as const)];
const uCap = [0, 1, 5, 1, 4, 5, 1, 3, 4, 1, 2, 3, 0, 5, 7, 5, 6, 7];
const uFaces = [
  ...uCap.map((_, i) => uCap[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]),
  ...uCap.map((i) => i + 8),
  ...folded.flatMap((_, i) => {
    const j = (i + 1) % 8;
    return [i, j, j + 8, i, j + 8, i + 8];
  }),
];

/** Seeded, so that the hull is the same on every run; sixty-fourths, so that many lie in common planes. */
const d = dice(11, 0, false);
const cloud = Array.from({ length: 900 }, () => Math.round(d.between(-64, 64)) / 64);

const obj = [
  ...corners.map((corner) => `v ${corner.join(" ")}`),
  ...Array.from(
    { length: faces.length / 3 },
    (_, i) =>
      `f ${faces
        .slice(3 * i, 3 * i + 3)
        .map((k) => `${k + 1}//1`)
        .join(" ")}`,
  ),
].join("\n");

function stl(): Uint8Array {
  const count = faces.length / 3;
  const view = new DataView(new ArrayBuffer(84 + 50 * count));
  view.setUint32(80, count, true);
  faces.forEach((corner, i) =>
    corners[corner].forEach((x, k) =>
      view.setFloat32(84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3) + 4 * k, x, true),
    ),
  );
  return new Uint8Array(view.buffer);
}

function msh(): Uint8Array {
  const view = new DataView(new ArrayBuffer(16 + 12 * corners.length + 4 * faces.length));
  view.setInt32(0, corners.length, true);
  view.setInt32(12, faces.length / 3, true);
  corners.flat().forEach((x, i) => view.setFloat32(16 + 4 * i, x, true));
  faces.forEach((k, i) => view.setInt32(16 + 12 * corners.length + 4 * i, k, true));
  return new Uint8Array(view.buffer);
}

const model = (asset: string, geom = "", compiler = ""): string => `<mujoco>
  <compiler ${compiler}/>
  <asset><mesh name="m" ${asset}/></asset>
  <worldbody><body name="b"><joint name="x" axis="1 0 0"/><joint name="z" axis="0 1 1"/>
    <geom type="mesh" mesh="m" pos=".1 .2 .3" euler="10 20 30" ${geom}/></body></worldbody>
</mujoco>`;

const inline = (points: readonly (readonly number[])[], triangles: readonly number[]): string =>
  `vertex="${points.map((p) => p.join(" ")).join("  ")}" face="${triangles.join(" ")}"`;

const cases: readonly { name: string; text: string; files?: Files }[] = [
  { name: "corners in the file, legacy", text: model(inline(corners, faces)) },
  { name: "exact", text: model(`${inline(corners, faces)} inertia="exact"`) },
  { name: "shell", text: model(`${inline(corners, faces)} inertia="shell"`) },
  { name: "a given mass", text: model(inline(corners, faces), `mass="3"`) },
  {
    name: "scaled, mirrored, shifted and turned",
    text: model(`${inline(corners, faces)} scale="1 2 -.3" refpos="1 0 0" refquat="1 1 0 0"`),
  },
  { name: "folded, exact", text: model(`${inline(uCorners, uFaces)} inertia="exact"`) },
  { name: "folded, legacy counts twice", text: model(inline(uCorners, uFaces)) },
  { name: "convex hull", text: model(`${inline(corners, faces)} inertia="convex"`) },
  { name: "corners without faces", text: model(`vertex="${uCorners.flat().join(" ")}"`) },
  { name: "a cloud of corners", text: model(`vertex="${cloud.join(" ")}"`) },
  { name: "OBJ", text: model(`file="part.obj"`), files: { "part.obj": obj } },
  {
    name: "binary STL below meshdir",
    text: model(`file="part.stl"`, "", `meshdir="meshes"`),
    files: { "meshes/part.stl": stl() },
  },
  {
    name: "MSH, path stripped",
    text: model(`file="away/part.msh"`, "", `strippath="true"`),
    files: { "part.msh": msh() },
  },
];

describe.each(cases)("a mesh weighs the same in MuJoCo: $name", ({ text, files }) => {
  // MuJoCo keeps corners in single precision; all of these are exact in it, only normals of hulls are not.
  test.each(["accelerations", "masses"] as const)("%s", async (what) => {
    expect((await compare(text, files))[what]).toBeLessThan(1e-9);
  });
});
