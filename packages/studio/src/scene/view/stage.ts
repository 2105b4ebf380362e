import { type Box3, Color, DirectionalLight, HemisphereLight, Scene, Vector3 } from "three";
import { Floor } from "./floor.js";
import type { SceneColours } from "../base/palette.js";

export class Stage {
  readonly scene = new Scene();
  readonly floor = new Floor();
  readonly #sky = new HemisphereLight();
  readonly #key = new DirectionalLight("#ffffff");
  readonly #fill = new DirectionalLight("#ffffff");
  readonly #middle = new Vector3();
  #radius = 1;

  constructor() {
    this.#sky.position.set(0, 0, 1);
    this.#key.castShadow = true;
    this.#key.shadow.mapSize.set(1024, 1024);
    this.#key.shadow.radius = 3;
    this.scene.add(this.#sky, this.#key, this.#key.target, this.#fill, this.#fill.target, this.floor.group);
  }

  setColours(colours: SceneColours): void {
    this.#sky.color = new Color(colours.sky);
    this.#sky.groundColor = new Color(colours.earth);
    this.#sky.intensity = colours.skyLight;
    this.#key.intensity = colours.keyLight;
    this.#fill.intensity = 0.3 * colours.keyLight;
    this.floor.setColours(colours);
  }

  setBounds(bounds: Box3, radius: number, floor: number): void {
    this.#radius = radius;
    this.floor.setSize(radius, floor);
    bounds.getCenter(this.#middle);
    this.light(this.#middle);
    const { camera, bias } = { camera: this.#key.shadow.camera, bias: -0.0006 };
    const reach = 2.2 * radius;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.1 * radius;
    camera.far = 12 * radius;
    camera.updateProjectionMatrix();
    this.#key.shadow.bias = bias;
    this.#key.shadow.normalBias = 0.006 * radius;
  }

  setShadows(on: boolean): void {
    this.#key.castShadow = on;
  }

  light(middle: Vector3): void {
    this.#middle.copy(middle);
    this.#key.target.position.copy(middle);
    this.#key.position.set(-2.1, -2.8, 4.6).multiplyScalar(this.#radius).add(middle);
    this.#fill.target.position.copy(middle);
    this.#fill.position.set(3, 1.6, 1.2).multiplyScalar(this.#radius).add(middle);
  }

  dispose(): void {
    this.floor.dispose();
    this.#key.dispose();
  }
}
