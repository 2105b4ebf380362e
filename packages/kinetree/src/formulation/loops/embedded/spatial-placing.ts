import type { Num } from "../../../graph/graph.js";
import { neg } from "../../../graph/num.js";
import { mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { add3, dot3, scale3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import type { Construction } from "./spatial-form.js";
import {
  backOf,
  componentAtDistance,
  slideToLength,
  turnedAbout,
  turnOfLink,
  turnsOfThree,
  turnsOfTwo,
  turnToComponent,
  type Link,
  type Turn,
} from "./spatial-turns.js";

/** How far a node moves from where it stands: a turn about or a shift along its z axis, or a rotation along its axes. */
export type NodeChange = { readonly turn: Turn } | { readonly slide: Num } | { readonly rotation: Mat3 };

/** A node as constructions see it, with the nodes that carry it and have changes, outermost first. */
export interface LocalNode {
  readonly kind: "hinge" | "slide" | "ball";
  readonly isReversed: boolean;
  readonly carriers: readonly number[];
}

/** A point, or a direction, by its node; BASE where nothing moves it. */
export interface LocalPoint {
  readonly owner: number;
  readonly isDirection: boolean;
}

/** A construction by numbers: nodes in the order of the tree, points, lengths and links in any. */
export type LocalConstruction = Construction<number, number, number, number>;

interface Frame {
  readonly R: Mat3;
  readonly p: Vec3;
}

/** The numbers of an instant, before anything moves. */
export interface Drawing {
  readonly nodes: readonly LocalNode[];
  readonly points: readonly LocalPoint[];
  /** A node as seen by one that carries it, or by the base. */
  readonly pose: (carrier: number, node: number) => Frame;
  /** A point in its node. */
  readonly place: (point: number) => Vec3;
  readonly squared: (length: number) => Num;
  readonly link: (link: number) => Link;
}

/** In place of a node: what the compound hangs on. */
export const BASE = -1;

const zAxis: Vec3 = [0, 0, 1];

/**
 * Constructions in an instant. A node that has been found has a change, seen from where it stood before. Each node is found
 * along its own axes, from where points belong as seen by it.
 */
export class Placing {
  readonly #drawing: Drawing;
  readonly #changes: Map<number, NodeChange>;

  constructor(drawing: Drawing, changes: ReadonlyMap<number, NodeChange>) {
    this.#drawing = drawing;
    this.#changes = new Map(changes);
  }

  changeOf(node: number): NodeChange {
    return this.#changes.get(node) as NodeChange;
  }

  /** Finds the coordinates of a construction. */
  make(construction: LocalConstruction): void {
    if (construction.kind === "reach") this.#reach(construction);
    else if (construction.kind === "aim") this.#aim(construction);
    else this.#put(construction);
  }

  #reach({ node, end, target, squared }: LocalConstruction & { kind: "reach" }): void {
    const [arm, way] = [this.#within(end, node), this.#seen(target, node)];
    const distance = this.#drawing.squared(squared);
    const isSlide = this.#drawing.nodes[node].kind === "slide";
    this.#changes.set(
      node,
      isSlide
        ? { slide: slideToLength(zAxis, sub3(arm, way), distance) }
        : { turn: turnToComponent(zAxis, arm, way, componentAtDistance(dot3(arm, arm), way, distance)) },
    );
  }

  #aim({ turns: [first, second], slide, end, target }: LocalConstruction & { kind: "aim" }): void {
    const way = this.#seen(target, second);
    let arm = this.#within(end, second);
    if (slide !== null) {
      const z = transpose3(this.#drawing.pose(second, slide).R)[2];
      const by = slideToLength(z, arm, dot3(way, way));
      this.#changes.set(slide, { slide: by });
      arm = add3(arm, scale3(by, z));
    }
    turnsOfTwo(this.#axisIn(first, second), zAxis, arm, way).forEach((turn, k) =>
      this.#changes.set([first, second][k], { turn }),
    );
  }

  #put({ turns, target, by, centre, squared, link: number }: LocalConstruction & { kind: "place" }): void {
    const last = turns[turns.length - 1];
    const [on, way] = [this.#seen(target, last), this.#seen(centre, last)];
    const [link, given] = [this.#drawing.link(number), this.#drawing.squared(squared)];
    const component = by === "distance" ? componentAtDistance(link.size, way, given) : given;
    const rotation = turnOfLink(link, on, way, component);
    if (turns.length === 1) {
      this.#changes.set(last, { rotation });
      return;
    }
    const [z1, z2] = turns.slice(0, 2).map((node) => this.#axisIn(node, last));
    turnsOfThree(z1, z2, zAxis, [1, 0, 0], rotation).forEach((turn, k) => this.#changes.set(turns[k], { turn }));
  }

  /** Axis of a node as seen by one that it carries. */
  #axisIn(node: number, carried: number): Vec3 {
    return this.#drawing.pose(node, carried).R[2];
  }

  /** A point as seen by a node that carries it, or by the base, moved by what has been found between the two. */
  #within(point: number, top: number): Vec3 {
    const { points, place, pose } = this.#drawing;
    const { owner, isDirection } = points[point];
    let at = owner;
    let p = place(point);
    const into = (carrier: number): void => {
      if (carrier === at) return;
      const frame = pose(carrier, at);
      const turned = mulMatVec(frame.R, p);
      p = isDirection ? turned : add3(frame.p, turned);
      at = carrier;
    };
    const between = this.#changedOnTheWayTo(at).filter((node) => node > top);
    for (const node of [...between].reverse()) {
      into(node);
      p = this.#moved(node, p, isDirection, "on");
    }
    into(top);
    return p;
  }

  /** Where a point belongs as seen by a node that stands as before on its carriers, which have moved. */
  #seen(point: number, node: number): Vec3 {
    const { points, nodes, pose } = this.#drawing;
    const { owner, isDirection } = points[point];
    const own = this.#changedOnTheWayTo(owner);
    const carriers = this.#changed(nodes[node].carriers);
    let common = 0;
    while (common < carriers.length && own[common] === carriers[common]) common++;
    let at = common === 0 ? BASE : carriers[common - 1];
    let p = this.#within(point, at);
    const onto = (next: number): void => {
      const frame = pose(at, next);
      p = mulMatVec(transpose3(frame.R), isDirection ? p : sub3(p, frame.p));
      at = next;
    };
    for (const carrier of carriers.slice(common)) {
      onto(carrier);
      p = this.#moved(carrier, p, isDirection, "back");
    }
    onto(node);
    return p;
  }

  #changed(nodes: readonly number[]): readonly number[] {
    return nodes.filter((node) => this.#changes.has(node));
  }

  #changedOnTheWayTo(node: number): readonly number[] {
    return node === BASE ? [] : this.#changed([...this.#drawing.nodes[node].carriers, node]);
  }

  /** A point or a direction that moves with a node, as seen by it before its change. */
  #moved(node: number, point: Vec3, isDirection: boolean, way: "on" | "back"): Vec3 {
    const change = this.changeOf(node);
    const isOn = way === "on";
    if ("slide" in change && isDirection) return point;
    if ("slide" in change) return add3(point, scale3(isOn ? change.slide : neg(change.slide), zAxis));
    if ("turn" in change) return turnedAbout(zAxis, isOn ? change.turn : backOf(change.turn), point);
    return mulMatVec(isOn ? change.rotation : transpose3(change.rotation), point);
  }
}
