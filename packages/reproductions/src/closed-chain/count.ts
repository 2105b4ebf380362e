import { loadFacts, type Constraint, type JointKind, type Model, type Topology } from "kinetree";
import { coordinateRelation } from "kinetree/tools";

/*
 * What an evaluation by the tree and the Schur complement of its closures takes, counted by hand: additions, multiplications,
 * divisions and roots, all alike. The recursion is that of R. Featherstone, Rigid Body Dynamics Algorithms (2008), Table 7.1;
 * frames are moved by turns about, and shifts along, single axes, two of each from joint to joint. The counts know
 * joints, closures and loads, and no zeros in the numbers of the model: a program written by hand would not either.
 */

export interface CountedPart {
  readonly part: string;
  readonly operations: number;
}

/** A vector turned about one axis: 4 products, 2 sums. */
const TURN = 6;
const CROSS = 9;
/** By a matrix of three rows. */
const ROTATE = 15;
/** A wrench or a motion from one joint's frame to the next: two axes, two vectors turned and one shifted along each. */
const MOVE_PAIR = 2 * (2 * TURN + 4);

/** Sine and cosine: a reduction, and two polynomials of seven terms. */
const SINE_AND_COSINE = 40;
/** The same for a quaternion: its matrix. */
const MATRIX_OF_QUATERNION = 24;

/** ω: from the parent, plus the joint's own. */
const SPIN = 2 * TURN + 1;
/** Acceleration that the speeds cause: ω × (ω × r), and the joint's own share. */
const VELOCITY_ACCELERATION = 2 * CROSS + 2;
/** ω × I ω and ω × (ω × m c). */
const GYROSCOPIC = ROTATE + CROSS + 2 * CROSS;
/** A rigid body's ten numbers, what a child hands over with its force, the loads. */
const ADD_BODY = 15;
const ADD_CHILD = 21 + 6;
const ADD_LOADS = 6;

/** Iᴬ − U D⁻¹ Uᵀ where one row and column vanishes; pᴬ + Iᵃ c + U D⁻¹ u. */
const ELIMINATE_ONE = 5 + 15 * 2 + (1 + 10 + 5 * 10);
/** 21 numbers turned about the own axis, whose row and column are empty, and about another; shifted along both. */
const TURN_INERTIA = 48;
const MOVE_INERTIA = TURN_INERTIA + 60 + 2 * 24;
const INVERSE_OF_THREE = 35;
/** a′ from the parent, D⁻¹ (u − Uᵀ a′), a. */
const ACCELERATE_ONE = MOVE_PAIR + 5 + 13 + 1;

/** A joint that the recursion eliminates at once, by its number of speeds. */
interface Hinge {
  readonly speeds: 1 | 3 | 6;
  readonly turns: boolean;
  /** Ground feels nothing, so nothing is handed to it. */
  readonly isOnGround: boolean;
  /** The last hinge of a joint carries the body; the others carry the next hinge. */
  readonly hasBody: boolean;
  readonly children: number;
}

type HingeKind = Pick<Hinge, "speeds" | "turns">;

const turn: HingeKind = { speeds: 1, turns: true };
const slide: HingeKind = { speeds: 1, turns: false };

/** What a joint is made of, from the parent outwards. */
function kindsOf(kind: JointKind, speeds: number): readonly HingeKind[] {
  switch (kind) {
    case "weld":
      return [];
    case "free":
      return [{ speeds: 6, turns: true }];
    case "spherical":
      return [{ speeds: 3, turns: true }];
    case "prismatic":
      return [slide];
    case "cylindrical":
      return [slide, turn];
    case "planar":
      return [slide, slide, turn];
    default:
      return Array.from({ length: speeds }, () => turn);
  }
}

/** The hinges of all bodies, in tree order. */
function hingesOf(model: Model, { tree }: Topology): readonly (readonly Hinge[])[] {
  return tree.map(({ joint, nv, parent }, i) => {
    const kinds = kindsOf(model.joints[joint].kind, nv);
    return kinds.map((kind, k) => ({
      ...kind,
      isOnGround: parent < 0 && k === 0,
      hasBody: k === kinds.length - 1,
      children: k === kinds.length - 1 ? tree.filter((each) => each.parent === i).length : 1,
    }));
  });
}

/** Tips to base without closures. */
function eliminate({ speeds, turns, isOnGround, hasBody, children }: Hinge): number {
  const body = (hasBody ? GYROSCOPIC + ADD_BODY + ADD_LOADS : 0) + children * ADD_CHILD;
  // Six equations by Cholesky, and the inverse for the rows that arrive here.
  if (speeds === 6) return MATRIX_OF_QUATERNION + body + 6 * 6 * 6;
  if (speeds === 3) {
    const motion = MATRIX_OF_QUATERNION + ROTATE + 3 + VELOCITY_ACCELERATION;
    // C − Bᵀ A⁻¹ B, and that as a body without moments at the joint, turned and shifted; the force likewise.
    const handed = 45 + 36 + 3 * ROTATE + 75 + 36 + 48 + 2 * ROTATE + CROSS + 3;
    return motion + body + INVERSE_OF_THREE + (isOnGround ? 0 : handed);
  }
  const motion = (turns ? SINE_AND_COSINE : 0) + SPIN + VELOCITY_ACCELERATION;
  const handed = ELIMINATE_ONE + MOVE_INERTIA - (turns ? 0 : TURN_INERTIA) + MOVE_PAIR;
  return motion + body + 2 + (isOnGround ? 0 : handed);
}

function accelerate({ speeds }: Hinge): number {
  if (speeds === 6) return 2 * 36 + ROTATE;
  return speeds === 3 ? 2 * ROTATE + CROSS + 8 + 2 * ROTATE + 6 : ACCELERATE_ONE;
}

/** Unit forces of one row on a hinge: u, D⁻¹ u, and what is left, moved on and added to what comes from elsewhere. */
function passRow({ speeds, isOnGround }: Hinge): number {
  if (speeds === 6) return 66;
  const handed = speeds === 3 ? 18 + 2 * ROTATE + CROSS + 9 : 10 + MOVE_PAIR + 6;
  return (speeds === 3 ? ROTATE : 2) + (isOnGround ? 0 : handed);
}

/** Pose of a hinge's frame in that of a closure's base, its velocity, and the acceleration that speeds alone cause. */
const POSE = 12 + 6 + ROTATE + 3;
const VELOCITY = ROTATE + 1 + CROSS + 3;
const BIAS = 2 * CROSS + ROTATE + CROSS + 6;
/** Two points and their accelerations, seen from one of them. */
const CLOSURE = 2 * (ROTATE + 3) + 2 * (2 * CROSS + CROSS + 6) + 2 * ROTATE;
/** A row: its wrench on both sides, and its share of the free motion. */
const CLOSURE_ROW = 2 * CROSS + 2 * 11;

/** A force between two frames: points, velocities, its law; and its wrenches. */
const LOAD = 2 * (ROTATE + 3 + CROSS + 3) + 50 + 2 * (ROTATE + CROSS);

/** A x + r = 0 by A = L D Lᵀ of m rows: elimination, and both substitutions. */
export function denseOperations(m: number): number {
  let operations = 0;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++) operations += 2 * j + 3;
    operations += 4 * i + 1;
  }
  return operations;
}

/** A closure: how many rows, and the tree positions of the bodies that it ties together. */
interface HandClosure {
  readonly rows: number;
  readonly ends: readonly number[];
  readonly isOfCoordinates: boolean;
}

/** Operations of one evaluation of the accelerations by "tree-augmented", counted by hand for this model, part by part. */
export function handCount(model: Model, topology: Topology): readonly CountedPart[] {
  const { tree } = topology;
  const hinges = hingesOf(model, topology);
  const closures = closuresOf(model, topology);
  const toRoot = (position: number): number[] => {
    const path: number[] = [];
    for (let i = position; i >= 0; i = tree[i].parent) path.push(i);
    return path;
  };
  // Rows that reach a body on the way to the root, and bodies between a closure's ends and the body that carries both.
  const rowsAt = new Float64Array(tree.length);
  const tied = new Set<number>();
  for (const { ends, rows, isOfCoordinates } of closures) {
    const paths = ends.map(toRoot);
    for (const i of new Set(paths.flat())) rowsAt[i] += rows;
    if (isOfCoordinates) continue;
    for (const i of paths.flat()) if (!paths.every((path) => path.includes(i))) tied.add(i);
  }
  const overHinges = (of: (hinge: Hinge, position: number) => number): number =>
    hinges.reduce((sum, each, i) => each.reduce((total, hinge) => total + of(hinge, i), sum), 0);
  const m = closures.reduce((sum, { rows }) => sum + rows, 0);
  return [
    { part: "recursion: elimination, tips to base", operations: overHinges(eliminate) },
    { part: "recursion: free accelerations, base to tips", operations: overHinges(accelerate) },
    { part: "loads", operations: loadsOf(model, topology, hinges, toRoot) },
    {
      part: "closures: poses, velocities, biases, rows",
      operations:
        overHinges((_, i) => (tied.has(i) ? POSE + VELOCITY + BIAS : 0)) +
        closures.reduce(
          (sum, { rows, isOfCoordinates }) => sum + (isOfCoordinates ? 10 : CLOSURE + rows * CLOSURE_ROW),
          0,
        ),
    },
    {
      part: "closures: unit forces of the rows, tips to base",
      operations: overHinges((hinge, i) => rowsAt[i] * passRow(hinge)),
    },
    {
      part: "Schur complement, lower triangle",
      operations: overHinges(({ speeds }, i) => rowsAt[i] * (rowsAt[i] + 1) * speeds),
    },
    { part: `dense solve of ${m} rows`, operations: denseOperations(m) },
    {
      part: "accelerations with the closures' forces, base to tips",
      operations: overHinges((hinge, i) => 2 * hinge.speeds * rowsAt[i] + accelerate(hinge)),
    },
  ];
}

function loadsOf(
  model: Model,
  { tree, positionOf }: Topology,
  hinges: readonly (readonly Hinge[])[],
  toRoot: (position: number) => number[],
): number {
  const bodies = new Map(model.bodies.map(({ name }, i) => [name, i]));
  const seen = new Set<number>();
  let operations = 0;
  for (const load of model.loads) {
    const attachments = loadFacts(load).fields.flatMap(({ type, value }) => (type === "attachment" ? [value] : []));
    operations += attachments.length === 0 ? 1 : LOAD;
    for (const { body } of attachments) {
      const index = bodies.get(body);
      if (index !== undefined) for (const i of toRoot(positionOf[index])) seen.add(i);
    }
  }
  // Where forces act must be known in the world: poses and velocities of those bodies and of all that carry them.
  for (const i of seen) operations += hinges[i].length * (POSE + VELOCITY);
  // A spring and a damper at a coordinate.
  for (const { joint } of tree)
    for (const { stiffness, damping } of model.joints[joint].coordinates)
      operations += (stiffness === 0 ? 0 : 3) + (damping === 0 ? 0 : 2);
  return operations;
}

function closuresOf(model: Model, { tree, cuts, positionOf }: Topology): readonly HandClosure[] {
  const bodies = new Map(model.bodies.map(({ name }, i) => [name, i]));
  const at = (body: string): number => {
    const index = bodies.get(body);
    return index === undefined ? -1 : positionOf[index];
  };
  const carrying = new Map(tree.map(({ joint }, i) => [model.joints[joint].name, i]));
  const ofJoint = (name: string): number => carrying.get(name) ?? -1;
  return [
    ...cuts.map((joint) => {
      const { parent, child, coordinates } = model.joints[joint];
      return { rows: 6 - coordinates.length, ends: [at(parent), at(child)], isOfCoordinates: false };
    }),
    ...model.constraints.map((each): HandClosure => {
      const relation = coordinateRelation(each);
      if (relation !== null) {
        const { driven, driving } = relation;
        const ends = driving === null ? [driven] : [driven, driving];
        return { rows: 1, ends: ends.map(({ joint }) => ofJoint(joint)), isOfCoordinates: true };
      }
      if (each.kind === "motion") return { rows: 1, ends: [ofJoint(each.driven.joint)], isOfCoordinates: true };
      return pointClosure(each as PointConstraint, at);
    }),
  ];
}

type PointConstraint = Extract<Constraint, { kind: "distance" | "point-on-line" | "point-on-plane" }>;

const pointClosure = ({ kind, a, b }: PointConstraint, at: (body: string) => number): HandClosure => ({
  rows: kind === "point-on-line" ? 2 : 1,
  ends: [at(a.body), at(b.body)],
  isOfCoordinates: false,
});
