import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  type Vector3,
} from "three";

/** The spring by which a body is dragged: a dashed line from the body to the pointer, with a dot at each end. */
export class HoldLine {
  readonly group = new Group();
  readonly #geometry = new BufferGeometry();
  readonly #line: Line;
  readonly #lineMaterial = new LineDashedMaterial({ depthTest: false });
  readonly #dotMaterial = new MeshBasicMaterial({ depthTest: false });
  readonly #ball = new SphereGeometry(1, 16, 10);
  readonly #ends: readonly Mesh[];

  constructor() {
    this.#geometry.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.#line = new Line(this.#geometry, this.#lineMaterial);
    this.#line.frustumCulled = false;
    this.#ends = [new Mesh(this.#ball, this.#dotMaterial), new Mesh(this.#ball, this.#dotMaterial)];
    this.group.add(this.#line, ...this.#ends);
    this.group.renderOrder = 10;
    this.group.visible = false;
  }

  setColour(colour: string): void {
    this.#lineMaterial.color.set(colour);
    this.#dotMaterial.color.set(colour);
  }

  /** @param size of the dots [m] */
  show(from: Vector3, to: Vector3, size: number): void {
    this.group.visible = true;
    const position = this.#geometry.getAttribute("position");
    position.setXYZ(0, from.x, from.y, from.z);
    position.setXYZ(1, to.x, to.y, to.z);
    position.needsUpdate = true;
    this.#line.computeLineDistances();
    this.#lineMaterial.dashSize = 2 * size;
    this.#lineMaterial.gapSize = 1.4 * size;
    this.#ends[0].position.copy(from);
    this.#ends[1].position.copy(to);
    for (const end of this.#ends) end.scale.setScalar(size);
  }

  hide(): void {
    this.group.visible = false;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#ball.dispose();
    this.#lineMaterial.dispose();
    this.#dotMaterial.dispose();
  }
}
