/* Arithmetic on parameters of a model and on traced numbers of measures; graphs, their derivatives and costs. */

export * from "./model/arithmetic.js";
export { abs, and, eq, floor, le, lt, max, min, not, or, select, sum } from "./graph/num.js";
export { atan } from "./graph/elementary.js";
export { Graph, type Cond, type Expr, type Num, type Op } from "./graph/graph.js";
export { forward, gradient, jacobian, reverse } from "./graph/derivative.js";
export type { Table } from "./graph/table.js";
export { interpret } from "./graph/interpret.js";
export { countOperations, type OperationCounts } from "./graph/count.js";
