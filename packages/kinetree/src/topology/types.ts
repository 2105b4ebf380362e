/** Spanning tree of a model: connections only, no masses and no vectors. */
export interface Topology {
  /** Bodies in tree order; parents come before their children. */
  readonly tree: readonly TreeBody[];
  /** Joints that close loops, in model order (indices into `model.joints`). */
  readonly cuts: readonly number[];
  /** Tree position of each body of the model, by model index. */
  readonly positionOf: Int32Array;
  readonly counts: Counts;
}

/** A body in the tree, with the joint that carries it and its place in q and v. */
export interface TreeBody {
  /** Index into `model.bodies`. */
  readonly body: number;
  /** The joint that carries it: index into `model.joints`. */
  readonly joint: number;
  /** Tree position of the parent, or -1 for ground; always less than the own position. */
  readonly parent: number;
  /** The tree walks the joint from the user's child to the user's parent. The user's coordinates keep their meaning. */
  readonly reversed: boolean;
  /** First coordinate and first speed of the joint in q and v, and their numbers. */
  readonly qStart: number;
  readonly vStart: number;
  readonly nq: number;
  readonly nv: number;
}

/** Numbers of bodies, joints, coordinates and constraints of a model. */
export interface Counts {
  readonly bodies: number;
  readonly joints: number;
  /** Coordinates and speeds of the tree joints. */
  readonly nq: number;
  readonly nv: number;
  readonly loops: number;
  /** Scalar constraints of the cut joints, of points and of prescribed motions, redundant ones included. */
  readonly constraints: number;
  /** Coordinates that follow others, or are held, by couplers, gears, racks. */
  readonly couplers: number;
  /** nv - constraints - couplers: a lower bound of the degrees of freedom when constraints are redundant. */
  readonly degreesOfFreedom: number;
}
