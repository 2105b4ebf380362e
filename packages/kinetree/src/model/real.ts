/**
 * A number of the model: a literal, a named parameter, or an expression of both.
 * Literals may shape the compiled code (a zero stays a zero); whatever holds a parameter is
 * computed at run time, so that it can be varied without compiling again.
 */
export type Real = number | RealExpression;

/** A number that depends on parameters: one of them by its name, or an operation on numbers. */
export type RealExpression = { readonly parameter: string } | { readonly op: RealOp; readonly args: readonly Real[] };

/** An operation of an expression; `realFunctions` has what it does to plain numbers. */
export type RealOp =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "neg"
  | "sqrt"
  | "sin"
  | "cos"
  | "tan"
  | "asin"
  | "acos"
  | "atan2"
  | "exp"
  | "log"
  | "pow";

/** x, y, z. */
export type Vec3R = readonly [Real, Real, Real];
/** Unit quaternion w, x, y, z. */
export type QuatR = readonly [Real, Real, Real, Real];

/** Pose of a frame in another: `X_outer_inner` maps inner coordinates to outer ones. */
export interface Pose {
  readonly position: Vec3R;
  readonly rotation: QuatR;
}
