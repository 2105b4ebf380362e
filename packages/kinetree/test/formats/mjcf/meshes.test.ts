import { describe, expect, test } from "vitest";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { dice } from "../../support/dice.js";
import { compare, readerOf, type Files } from "./compare.js";

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

/** Corners that single precision rounds, on a ring with a notch, in layers that almost share a plane. */
const rings = Array.from({ length: 240 }, (_, i) => {
  const angle = (i % 80) * 0.0785398;
  const radius = i % 80 === 7 ? 0.05 : 0.21;
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0.1 * Math.floor(i / 80) + 1e-8 * ((i * 7) % 11)];
});
/** A lopsided star: from its mass centre it looks larger than from the middle of its surface. */
const star = [
  [0.9, 0.1, 0],
  [0.1, 0.1, 0.03],
  [0.07, 0.8, 0],
  [-0.2, 0.03, 0.1],
  [-0.3, -0.3, 0.7],
  [0.01, -0.1, -0.6],
];
const starFaces = [0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 0, 5, 0, 4, 1, 1, 4, 2, 2, 4, 3];
const groups = `o one
v 0 0 0\nv 1.1 0 0\nv 1 1.3 .2\nv 0 1 0\nv .3 .4 1.7
f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5
o two
v 0 0 -3
f 1 2 6\nf 2 3 6\nf 3 1 6`;
const crooked: readonly { name: string; text: string; files?: Files }[] = [
  { name: "corners that single precision rounds", text: model(`vertex="${star.flat().join(" ")}" scale=".3 .3 .7"`) },
  { name: "folded and lopsided", text: model(inline(star, starFaces)) },
  { name: "a hull of almost plane sides", text: model(`vertex="${rings.flat().join(" ")}"`) },
  { name: "OBJ with a crooked face of four and two objects", text: model(`file="p.obj"`), files: { "p.obj": groups } },
];

describe.each(cases)("a mesh weighs the same in MuJoCo: $name", ({ text, files }) => {
  test.each(["accelerations", "masses"] as const)("%s", async (what) => {
    expect((await compare(text, files))[what]).toBeLessThan(1e-9);
  });
});

describe.each(crooked)("a mesh as files have them weighs the same in MuJoCo: $name", ({ text, files }) => {
  // Principal axes that point anywhere are found by MuJoCo to eight digits.
  test.each([
    ["masses", 1e-9],
    ["accelerations", 1e-7],
  ] as const)("%s", async (what, tolerance) => {
    expect((await compare(text, files))[what]).toBeLessThan(tolerance);
  });
});

test("faces that do not count, or not for certain, are told", () => {
  const pentagon = "v 0 0 0\nv 1 0 0\nv 1.2 1 0\nv .5 1.5 0\nv -.2 1 0\nv .5 .5 1\n";
  const sides = "f 5 4 3 2 1\nf 1 2 6\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 1 6\n";
  const { warnings } = readMjcf(model(`file="p.obj"`), {
    readFile: readerOf({ "p.obj": `${pentagon}${sides}g other\nf 1 2 3` }),
  });
  const messages = warnings.filter(({ code }) => code === "mesh-faces").map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining("1 of others do not"),
    expect.stringContaining("more than four corners"),
  ]);
});
