import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector2, type Vector3 } from "three";
import { niceBelow } from "../shapes/arrow-scale.js";
import type { SceneColours } from "../base/palette.js";

const vertexShader = /* glsl */ `
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

// Lines as wide as a pixel whatever the distance, from the derivatives of the place; they fade before they crowd.
const fragmentShader = /* glsl */ `
  varying vec3 place;
  uniform vec2 middle;
  uniform float reach;
  uniform float cell;
  uniform vec3 fine;
  uniform vec3 strong;
  float lines(float size) {
    vec2 at = place.xy / size;
    vec2 width = fwidth(at);
    vec2 off = abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-6));
    float line = 1.0 - min(min(off.x, off.y), 1.0);
    return line * (1.0 - smoothstep(0.15, 0.6, max(width.x, width.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.25, 1.0, distance(place.xy, middle) / reach);
    float small = lines(cell) * 0.55;
    float large = lines(cell * 10.0);
    float alpha = max(small, large) * fade * fade;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(mix(fine, strong, step(small, large)), alpha);
    #include <colorspace_fragment>
  }
`;

export class Floor {
  readonly group = new Group();
  readonly #grid: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #shadow: Mesh<PlaneGeometry, ShadowMaterial>;
  #size = 1;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -2,
      uniforms: {
        middle: { value: new Vector2() },
        reach: { value: 1 },
        cell: { value: 1 },
        fine: { value: new Color() },
        strong: { value: new Color() },
      },
      side: 2,
    });
    this.#grid = new Mesh(new PlaneGeometry(2, 2), material);
    this.#grid.renderOrder = 1;
    this.#shadow = new Mesh(new PlaneGeometry(2, 2), new ShadowMaterial({ depthWrite: false }));
    this.#shadow.receiveShadow = true;
    this.group.add(this.#shadow, this.#grid);
  }

  setColours({ grid, gridStrong, shadow }: SceneColours): void {
    const { uniforms } = this.#grid.material;
    (uniforms["fine"].value as Color).set(grid);
    (uniforms["strong"].value as Color).set(gridStrong);
    this.#shadow.material.opacity = shadow;
  }

  /** @param size half the diagonal of the mechanism [m] */
  setSize(size: number, height: number): void {
    this.#size = size;
    this.#grid.material.uniforms["cell"].value = niceBelow(0.35 * size);
    this.group.position.z = height;
  }

  /** Keeps the grid under the target; its lines stay fixed in the world. */
  follow(target: Vector3, distance: number): void {
    const reach = Math.max(5 * this.#size, 2.2 * distance);
    const { uniforms } = this.#grid.material;
    (uniforms["middle"].value as Vector2).set(target.x, target.y);
    uniforms["reach"].value = reach;
    for (const mesh of [this.#grid, this.#shadow]) {
      mesh.scale.set(reach, reach, 1);
      mesh.position.set(target.x, target.y, 0);
    }
  }

  show(isGrid: boolean, isShadow: boolean): void {
    this.#grid.visible = isGrid;
    this.#shadow.visible = isShadow;
  }

  dispose(): void {
    for (const mesh of [this.#grid, this.#shadow]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}
