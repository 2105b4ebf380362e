import type { Node } from "../skeleton/skeleton.js";

/** One-axis joints that the tree walks against the user's direction carry a sign. */
export const signOf = ({ reversed }: Pick<Node, "reversed">): 1 | -1 => (reversed ? -1 : 1);
