/** A joint, or a constraint between two points, as the shape of the equations knows it: how many rows, and on which bodies. */
export interface Link {
  readonly name: string;
  /** Scalar constraints that it stands for. */
  readonly rows: number;
  /** The bodies that it acts on, by number, each once; ground is none. */
  readonly bodies: readonly number[];
}

/** Joints as vertices, with an edge where two of them act on one body: where the matrix of the joints has blocks off its diagonal. */
export interface JointGraph {
  readonly size: number;
  /** Of each vertex, ascending, without itself. */
  readonly neighbours: readonly (readonly number[])[];
}

/** Wachlin (2018), section 4.2.3. */
export function jointGraph(links: readonly Pick<Link, "bodies">[]): JointGraph {
  const on = new Map<number, number[]>();
  links.forEach(({ bodies }, link) => {
    for (const body of bodies) {
      const known = on.get(body);
      if (known) known.push(link);
      else on.set(body, [link]);
    }
  });
  const neighbours = links.map(({ bodies }, link) => {
    const all = new Set(bodies.flatMap((body) => on.get(body) ?? []));
    all.delete(link);
    return [...all].sort((a, b) => a - b);
  });
  return { size: links.length, neighbours };
}

/** The largest distance of two neighbours in an order, which lists all vertices by their new places; 0 without edges. */
export function bandwidthOf({ neighbours }: JointGraph, order: readonly number[]): number {
  const place = placesIn(order);
  let widest = 0;
  neighbours.forEach((others, vertex) => {
    for (const other of others) widest = Math.max(widest, Math.abs(place[vertex] - place[other]));
  });
  return widest;
}

/** Where each vertex stands in an order. */
function placesIn(order: readonly number[]): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((vertex, place) => (places[vertex] = place));
  return places;
}

/** Vertices that hang together, in the order of their first members. */
export function componentsOf({ size, neighbours }: JointGraph): readonly (readonly number[])[] {
  const isSeen = new Uint8Array(size);
  const components: number[][] = [];
  for (let start = 0; start < size; start++) {
    if (isSeen[start]) continue;
    isSeen[start] = 1;
    const component = [start];
    for (let i = 0; i < component.length; i++) {
      for (const other of neighbours[component[i]]) {
        if (isSeen[other]) continue;
        isSeen[other] = 1;
        component.push(other);
      }
    }
    components.push(component);
  }
  return components;
}

/** Distances from a vertex, -1 where there is no path. */
export function distancesFrom({ size, neighbours }: JointGraph, start: number): Int32Array {
  const distance = new Int32Array(size).fill(-1);
  distance[start] = 0;
  const reached = [start];
  for (let i = 0; i < reached.length; i++) {
    for (const other of neighbours[reached[i]]) {
      if (distance[other] >= 0) continue;
      distance[other] = distance[reached[i]] + 1;
      reached.push(other);
    }
  }
  return distance;
}
