import type { Motion, Real } from "./types.js";

/** What is accepted for a prescribed motion: a list stands for the coefficients of a polynomial in time. */
export type MotionLike = readonly Real[] | Motion;

const isList = (like: MotionLike): like is readonly Real[] => Array.isArray(like);

/** A list becomes a polynomial in time; a motion stays as it is. */
export const motionOf = (like: MotionLike): Motion =>
  isList(like) ? { kind: "polynomial", coefficients: like } : like;
