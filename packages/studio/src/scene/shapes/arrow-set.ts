import {
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";
import { arc, cylinder } from "./geometries.js";

/** Shortest arrow worth a head, as a part of the head's own length. */
const FADE = 0.35;

/** Arrows whose number and lengths change every frame: straight ones for forces, arcs for torques. */
export class ArrowSet {
  readonly group = new Group();
  readonly #shafts: InstancedMesh;
  readonly #heads: InstancedMesh;
  readonly #arcs: InstancedMesh;
  readonly #straight: MeshBasicMaterial;
  readonly #bent: MeshBasicMaterial;
  readonly #geometries: readonly BufferGeometry[];
  readonly #most: number;
  readonly #thickness: number;
  #straightCount = 0;
  #bentCount = 0;
  readonly #matrix = new Matrix4();
  readonly #turn = new Quaternion();
  readonly #direction = new Vector3();
  readonly #place = new Vector3();
  readonly #scale = new Vector3();
  readonly #up = new Vector3(0, 0, 1);

  /** @param thickness radius of a shaft [m] */
  constructor(most: number, thickness: number) {
    this.#most = most;
    this.#thickness = thickness;
    this.#straight = new MeshBasicMaterial();
    this.#bent = new MeshBasicMaterial();
    const [shaft, head, bow] = [cylinder(1, 1, 10), cylinder(0, 1, 16), arc(0.024)];
    this.#geometries = [shaft, head, bow];
    this.#shafts = new InstancedMesh(shaft, this.#straight, most);
    this.#heads = new InstancedMesh(head, this.#straight, most);
    this.#arcs = new InstancedMesh(bow, this.#bent, most);
    for (const mesh of [this.#shafts, this.#heads, this.#arcs]) {
      mesh.frustumCulled = false;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.count = 0;
      this.group.add(mesh);
    }
  }

  setColours(force: string, torque: string): void {
    this.#straight.color = new Color(force);
    this.#bent.color = new Color(torque);
  }

  begin(): void {
    this.#straightCount = 0;
    this.#bentCount = 0;
  }

  /** An arrow from a point along a vector of that length [m]; too short ones are left out. */
  force(from: Vector3, vector: Vector3): void {
    const length = vector.length();
    const full = 7 * this.#thickness;
    if (this.#straightCount >= this.#most || !(length > FADE * full)) return;
    const head = Math.min(full, 0.6 * length);
    const radius = this.#thickness * Math.min(1, length / full);
    this.#direction.copy(vector).divideScalar(length);
    this.#turn.setFromUnitVectors(this.#up, this.#direction);
    const shaft = length - head;
    this.#place.copy(from).addScaledVector(this.#direction, shaft / 2);
    this.#matrix.compose(this.#place, this.#turn, this.#scale.set(radius, radius, shaft));
    this.#shafts.setMatrixAt(this.#straightCount, this.#matrix);
    this.#place.copy(from).addScaledVector(this.#direction, shaft + head / 2);
    this.#matrix.compose(this.#place, this.#turn, this.#scale.set(2.6 * radius, 2.6 * radius, head));
    this.#heads.setMatrixAt(this.#straightCount++, this.#matrix);
  }

  /** An arc about a vector through a point whose radius is the vector's length [m]. */
  torque(at: Vector3, vector: Vector3): void {
    const radius = vector.length();
    if (this.#bentCount >= this.#most || !(radius > 1.5 * this.#thickness)) return;
    this.#direction.copy(vector).divideScalar(radius);
    this.#turn.setFromUnitVectors(this.#up, this.#direction);
    this.#matrix.compose(at, this.#turn, this.#scale.setScalar(radius));
    this.#arcs.setMatrixAt(this.#bentCount++, this.#matrix);
  }

  end(): void {
    this.#shafts.count = this.#heads.count = this.#straightCount;
    this.#arcs.count = this.#bentCount;
    for (const mesh of [this.#shafts, this.#heads, this.#arcs]) mesh.instanceMatrix.needsUpdate = true;
  }

  get counts(): { readonly forces: number; readonly torques: number } {
    return { forces: this.#straightCount, torques: this.#bentCount };
  }

  dispose(): void {
    for (const mesh of [this.#shafts, this.#heads, this.#arcs]) mesh.dispose();
    for (const geometry of this.#geometries) geometry.dispose();
    this.#straight.dispose();
    this.#bent.dispose();
    this.group.removeFromParent();
  }
}
