/** How dependent coordinates are found: by formulas, or by Newton's method. */
export type LoopClosing = "analytic" | "iterative";

/** All ways, the source's first. */
export const loopClosings: readonly LoopClosing[] = ["analytic", "iterative"];
