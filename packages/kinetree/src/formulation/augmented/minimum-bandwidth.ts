import { reverseCuthillMcKee } from "./cuthill-mckee.js";
import { bandwidthOf, componentsOf, distancesFrom, type JointGraph } from "./joint-graph.js";

/** When the search for the smallest bandwidth gives up. */
export interface SearchLimits {
  /** Most partial orders to look at. More finds the minimum of larger graphs, at a time that grows in proportion. */
  readonly limit: number;
  /** Asked now and then: true ends the search. The library has no clock, its caller may have one. */
  readonly isOverdue: () => boolean;
}

/** A hundred thousand partial orders are about a second for fifty joints, and found once for all runs of a study. */
export const searchDefaults: SearchLimits = Object.freeze({ limit: 100_000, isOverdue: () => false });

/** An order of the joints, and how good it is. */
export interface Ordering {
  /** Vertices by their new places. */
  readonly order: readonly number[];
  readonly bandwidth: number;
  /** No order has a smaller bandwidth. */
  readonly isExact: boolean;
  /** Partial orders that have been looked at. */
  readonly visited: number;
}

/**
 * An order of least bandwidth, by iterative deepening: for each bandwidth from a lower bound up, orders are built from the
 * left and given up as soon as the neighbours of what is placed no longer fit. Del Corso, Manzini, Finding exact solutions to the
 * bandwidth minimization problem (1999). Vertices with the same neighbours are placed in one order only, and what has failed once is not tried
 * again. Where the limit ends the search, the better one of the given order and that of Cuthill and McKee is taken, and the answer says so.
 */
export function minimumBandwidth(graph: JointGraph, limits: Partial<SearchLimits> = {}): Ordering {
  const { limit, isOverdue } = { ...searchDefaults, ...limits };
  const given = Array.from({ length: graph.size }, (_, vertex) => vertex);
  const quick = reverseCuthillMcKee(graph);
  const fallback = bandwidthOf(graph, given) <= bandwidthOf(graph, quick) ? given : quick;
  const order: number[] = [];
  let isExact = true;
  let visited = 0;
  for (const component of componentsOf(graph)) {
    const part = partOf(graph, component);
    const known = fallback.filter((vertex) => component.includes(vertex)).map((vertex) => component.indexOf(vertex));
    let best: readonly number[] = known;
    const widest = bandwidthOf(part, known);
    for (let width = lowerBound(part); width < widest; width++) {
      const search = new Search(part, width, () => ++visited > limit || (visited % 256 === 0 && isOverdue()));
      const found = search.run();
      if (search.isOver) isExact = false;
      if (found) best = found;
      if (found || search.isOver) break;
    }
    order.push(...best.map((vertex) => component[vertex]));
  }
  return { order, bandwidth: bandwidthOf(graph, order), isExact, visited };
}

/** A component, with its vertices renumbered. */
function partOf({ neighbours }: JointGraph, component: readonly number[]): JointGraph {
  const number = new Map(component.map((vertex, i) => [vertex, i]));
  return {
    size: component.length,
    neighbours: component.map((vertex) => neighbours[vertex].map((other) => number.get(other) as number)),
  };
}

/** No order of a connected graph can be narrower: vertices within a distance r of one have r times the bandwidth of room on either side. */
function lowerBound(graph: JointGraph): number {
  let bound = 0;
  for (let vertex = 0; vertex < graph.size; vertex++) {
    const distance = distancesFrom(graph, vertex);
    const within = new Int32Array(graph.size);
    for (let other = 0; other < graph.size; other++) within[distance[other]]++;
    let count = 0;
    for (let r = 1; r < graph.size && within[r] > 0; r++) {
      count += within[r];
      bound = Math.max(bound, Math.ceil(count / (2 * r)));
    }
    bound = Math.max(bound, cliqueAt(graph, vertex) - 1);
  }
  return bound;
}

/** Size of a set of vertices around one that are all neighbours of one another, grown greedily. */
function cliqueAt({ neighbours }: JointGraph, vertex: number): number {
  const members = [vertex];
  for (const other of neighbours[vertex])
    if (members.every((member) => member === other || neighbours[other].includes(member))) members.push(other);
  return members.length;
}

/** Failures remembered at most, to bound memory. */
const MOST_FAILURES = 200_000;

class Search {
  isOver = false;
  readonly #graph: JointGraph;
  readonly #width: number;
  readonly #isLate: () => boolean;
  /** An earlier vertex with the same neighbours, -1 if there is none: it is placed first. */
  readonly #twin: Int32Array;
  readonly #placed: number[] = [];
  readonly #isPlaced: Uint8Array;
  /** Last place that a vertex may take, for those in the queue. */
  readonly #deadline: Int32Array;
  readonly #failed = new Set<string>();

  constructor(graph: JointGraph, width: number, isLate: () => boolean) {
    this.#graph = graph;
    this.#width = width;
    this.#isLate = isLate;
    this.#isPlaced = new Uint8Array(graph.size);
    this.#deadline = new Int32Array(graph.size);
    this.#twin = twinsOf(graph);
  }

  run(): readonly number[] | null {
    return this.#extend() ? this.#placed : null;
  }

  #extend(): boolean {
    const { size } = this.#graph;
    if (this.#placed.length === size) return true;
    if (this.isOver || this.#isLate()) {
      this.isOver = true;
      return false;
    }
    const queue = this.#queue();
    if (!queue) return false;
    const key = this.#key(queue);
    if (this.#failed.has(key)) return false;
    const place = this.#placed.length;
    const isForced = queue.length > 0 && this.#deadline[queue[0]] === place;
    const isWaiting = new Set(queue);
    const others = isForced
      ? []
      : Array.from({ length: size }, (_, v) => v).filter((v) => !this.#isPlaced[v] && !isWaiting.has(v));
    for (const vertex of isForced ? queue.filter((v) => this.#deadline[v] === place) : [...queue, ...others]) {
      const twin = this.#twin[vertex];
      if (twin >= 0 && !this.#isPlaced[twin]) continue;
      this.#placed.push(vertex);
      this.#isPlaced[vertex] = 1;
      if (this.#extend()) return true;
      this.#placed.pop();
      this.#isPlaced[vertex] = 0;
      if (this.isOver) return false;
    }
    if (this.#failed.size < MOST_FAILURES) this.#failed.add(key);
    return false;
  }

  /** Unplaced vertices by deadline: `width` after a placed neighbour, and again from vertex to vertex. Null if they do not fit. */
  #queue(): number[] | null {
    const { neighbours } = this.#graph;
    const count = this.#placed.length;
    const queue: number[] = [];
    const isQueued = new Uint8Array(this.#graph.size);
    const reach = (from: number, by: number): boolean => {
      for (const other of neighbours[from]) {
        if (this.#isPlaced[other] || isQueued[other]) continue;
        isQueued[other] = 1;
        this.#deadline[other] = by;
        // The first m of the queue need the next m places.
        if (count + queue.push(other) - 1 > by) return false;
      }
      return true;
    };
    for (let i = 0; i < count; i++) if (!reach(this.#placed[i], i + this.#width)) return null;
    for (let i = 0; i < queue.length; i++) if (!reach(queue[i], this.#deadline[queue[i]] + this.#width)) return null;
    return queue;
  }

  /** All that the rest of the search depends on: the vertices left, and their deadlines. */
  #key(queue: readonly number[]): string {
    const count = this.#placed.length;
    const latest = new Uint16Array(this.#graph.size);
    for (let vertex = 0; vertex < latest.length; vertex++) latest[vertex] = this.#isPlaced[vertex] ? 1 : 0;
    for (const vertex of queue) latest[vertex] = 2 + Math.min(this.#deadline[vertex] - count, 60_000);
    return String.fromCharCode(...latest);
  }
}

/** For each vertex the nearest earlier one with the same neighbours, apart from the two themselves. */
function twinsOf({ size, neighbours }: JointGraph): Int32Array {
  const twin = new Int32Array(size).fill(-1);
  for (const isClosed of [false, true]) {
    const last = new Map<string, number>();
    for (let vertex = 0; vertex < size; vertex++) {
      const all = isClosed ? [...neighbours[vertex], vertex].sort((a, b) => a - b) : neighbours[vertex];
      const key = all.join();
      const earlier = last.get(key);
      if (earlier !== undefined) twin[vertex] = earlier;
      last.set(key, vertex);
    }
  }
  return twin;
}
