import { unknownName } from "../../errors/unknown-name.js";
import { reverseCuthillMcKee } from "./cuthill-mckee.js";
import { bandwidthOf, type JointGraph } from "./joint-graph.js";
import { minimumBandwidth, type Ordering, type SearchLimits } from "./minimum-bandwidth.js";

/** As the model has its joints; by reverse Cuthill-McKee; of least bandwidth, by search. */
export type OrderName = "given" | "rcm" | "minimum";

export const orderNames: readonly OrderName[] = Object.freeze(["given", "rcm", "minimum"]);

/** The joints of a graph in an order of that name. Only a search knows whether there is a better one. */
export function orderJoints(graph: JointGraph, name: OrderName, limits: Partial<SearchLimits> = {}): Ordering {
  switch (name) {
    case "given":
      return ordered(
        graph,
        Array.from({ length: graph.size }, (_, vertex) => vertex),
      );
    case "rcm":
      return ordered(graph, reverseCuthillMcKee(graph));
    case "minimum":
      return minimumBandwidth(graph, limits);
    default:
      throw unknownName("joint ordering", name, orderNames);
  }
}

function ordered(graph: JointGraph, order: readonly number[]): Ordering {
  const bandwidth = bandwidthOf(graph, order);
  return { order, bandwidth, isExact: bandwidth === 0, visited: 0 };
}
