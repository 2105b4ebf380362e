import { generateGround, groundAt, type Model, type Terrain } from "kinetree";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  RingGeometry,
  Vector3,
} from "three";
import { matrixOf, plain } from "../base/plain.js";

/** A disc of radius 1 that fades out towards its rim. */
function fadingDisc(): BufferGeometry {
  const disc = new RingGeometry(0, 1, 64, 12);
  const position = disc.getAttribute("position");
  const colours = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i++) {
    const far = Math.hypot(position.getX(i), position.getY(i));
    colours.set([1, 1, 1, Math.max(0, 1 - far * far)], 4 * i);
  }
  disc.setAttribute("color", new BufferAttribute(colours, 4));
  return disc;
}

/** Rows and columns beyond which a ground is drawn coarser than it is. */
const MOST_DRAWN = 1000;

/** The ground that runs take where they are given none; nothing where there is none. */
function groundGeometry(terrain: Extract<Terrain, { kind: "ground" }>): BufferGeometry {
  if (!terrain.default) return new BufferGeometry();
  const ground = generateGround(terrain.default);
  const { x0, y0, interpolation } = { ...terrain, ...ground };
  const [nx, ny] = [ground.nx, ground.ny].map((count) => Math.min(count, MOST_DRAWN));
  const dx = (ground.dx * (ground.nx - 1)) / (nx - 1);
  const dy = (ground.dy * (ground.ny - 1)) / (ny - 1);
  const heights: number[] = [];
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) heights.push(groundAt(ground, x0 + i * dx, y0 + j * dy, interpolation).height);
  return heightMapGeometry({ x0, y0, dx, dy, nx, ny, heights, ...(terrain.scale ? { scale: terrain.scale } : {}) });
}

type HeightMap = Extract<Terrain, { kind: "height-map" }>;

/** Corners of a height map in the frame of its terrain: x, y, z, row after row. */
function heightMapGeometry(terrain: Omit<HeightMap, "kind" | "name" | "pose">): BufferGeometry {
  const { x0, y0, dx, dy, nx, ny, heights } = terrain;
  const scale = plain(terrain.scale ?? 1);
  const geometry = new PlaneGeometry(1, 1, nx - 1, ny - 1);
  const values = new Float32Array(3 * nx * ny);
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) values.set([x0 + i * dx, y0 + j * dy, scale * heights[j * nx + i]], 3 * (j * nx + i));
  geometry.setAttribute("position", new BufferAttribute(values, 3));
  // Rows of the plane run downwards, those of the map upwards: triangles are turned over.
  const { index } = geometry;
  if (index !== null) for (let i = 0; i < index.count; i += 3) swap(index, i + 1, i + 2);
  geometry.computeVertexNormals();
  return geometry;
}

function swap(index: BufferAttribute, a: number, b: number): void {
  const kept = index.getX(a);
  index.setX(a, index.getX(b));
  index.setX(b, kept);
}

function meshTerrainGeometry(terrain: Extract<Terrain, { kind: "mesh" }>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(terrain.vertices.flat()), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(terrain.triangles.flat()), 1));
  geometry.computeVertexNormals();
  return geometry;
}

function reliefGeometry(terrain: Exclude<Terrain, { kind: "plane" }>): BufferGeometry {
  switch (terrain.kind) {
    case "height-map":
      return heightMapGeometry(terrain);
    case "ground":
      return groundGeometry(terrain);
    case "mesh":
      return meshTerrainGeometry(terrain);
  }
}

export class TerrainView {
  readonly group = new Group();
  readonly #material: MeshLambertMaterial;
  readonly #fading: MeshLambertMaterial;
  readonly #discs: Mesh[] = [];
  readonly #place = new Vector3();

  constructor(model: Model, radius: number, colour: string) {
    const common = { color: colour, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1 };
    this.#material = new MeshLambertMaterial({ ...common, flatShading: false });
    this.#fading = new MeshLambertMaterial({ ...common, vertexColors: true, transparent: true, depthWrite: false });
    for (const terrain of model.terrains) {
      const mesh = this.#meshOf(terrain, radius);
      mesh.receiveShadow = true;
      mesh.userData["terrain"] = terrain.name;
      this.group.add(mesh);
    }
  }

  #meshOf(terrain: Terrain, radius: number): Mesh {
    const frame = new Group();
    matrixOf(terrain.pose).decompose(frame.position, frame.quaternion, frame.scale);
    if (terrain.kind !== "plane") {
      const geometry = reliefGeometry(terrain);
      const mesh = new Mesh(geometry, this.#material);
      mesh.castShadow = true;
      mesh.position.copy(frame.position);
      mesh.quaternion.copy(frame.quaternion);
      return mesh;
    }
    const disc = new Mesh(fadingDisc(), this.#fading);
    disc.position.copy(frame.position);
    disc.quaternion.copy(frame.quaternion);
    disc.scale.setScalar(6 * radius);
    disc.userData["normal"] = new Vector3(0, 0, 1).applyQuaternion(frame.quaternion);
    disc.userData["origin"] = frame.position.clone();
    this.#discs.push(disc);
    return disc;
  }

  get isThere(): boolean {
    return this.group.children.length > 0;
  }

  setColour(colour: string): void {
    this.#material.color.set(colour);
    this.#fading.color.set(colour);
  }

  /** A plane has no end: its patch stays under what is looked at. */
  follow(target: Vector3, reach: number): void {
    for (const disc of this.#discs) {
      const normal = disc.userData["normal"] as Vector3;
      const origin = disc.userData["origin"] as Vector3;
      this.#place.copy(target).sub(origin);
      disc.position.copy(target).addScaledVector(normal, -this.#place.dot(normal));
      disc.scale.setScalar(reach);
    }
  }

  dispose(): void {
    for (const child of this.group.children) if (child instanceof Mesh) child.geometry.dispose();
    this.#material.dispose();
    this.#fading.dispose();
    this.group.removeFromParent();
  }
}
