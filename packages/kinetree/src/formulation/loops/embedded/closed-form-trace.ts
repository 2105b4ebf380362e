import { atan2, cos, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { div, mul, neg, sqrt } from "../../../graph/num.js";
import type { Fields, Rec } from "../../../kernel/record.js";
import { mat3, mulMatVec } from "../../../spatial/mat3.js";
import { add3, dot3, vec3, type Vec3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import type { PoseFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { ClosedSet, FollowingSet, PlanarNode, PlanarSet } from "./closed-form.js";
import { traceSpatial, type Change } from "./spatial-trace.js";
import {
  armOnArm,
  armToLine,
  armWithSlide,
  cross,
  dot,
  plus,
  times,
  turned,
  twoArms,
  type Planar,
  type PlanarTurn,
} from "./closed-form-triangle.js";

type One = { x: readonly Num[] };
/** A move of the plane: first the turn, then the shift. */
interface Move {
  readonly turn: Planar;
  readonly shift: Planar;
}
type PlaneFields = { e1: readonly Num[]; e2: readonly Num[] };

/**
 * Corrections of all dependent coordinates of a compound, into their places among those of all speeds: to be added for
 * its loops to be closed. Later sets are solved with the corrections of earlier ones already made, by moving points and not by
 * finding poses again. Gives the nodes that move.
 */
export function traceClosedForm(trace: ClosureTrace, forms: readonly ClosedSet[], corrections: Rec): readonly number[] {
  const changes = new Map<number, Rec<Change>>();
  return forms.flatMap((form) => {
    const found = traceSet(trace, form, changes, corrections);
    return found.map(({ index }) => index);
  });
}

function traceSet(
  trace: ClosureTrace,
  form: ClosedSet,
  changes: Map<number, Rec<Change>>,
  corrections: Rec,
): readonly Node[] {
  if (form.kind === "spatial") return traceSpatial(trace, form, changes, corrections);
  if (form.kind === "planar") return tracePlanar(trace, form, changes, corrections);
  traceFollowing(trace, form, changes, corrections);
  return [form.node];
}

const senseOf = ({ reversed }: Node): 1 | -1 => (reversed ? -1 : 1);

function traceFollowing(
  trace: ClosureTrace,
  { closure, node }: FollowingSet,
  changes: Map<number, Rec<Change>>,
  corrections: Rec,
): void {
  const { program } = trace.tree;
  const inputs = { parts: trace.coordinate(closure) };
  const { change } = program.step(
    `follow exactly ${node.motion} ${node.reversed}`,
    inputs,
    ({ parts }) => {
      const delta = neg(parts.phi[0]);
      const by = mul(senseOf(node), delta);
      return { change: { by: jointOf(node).plain === "linear" ? [by] : [cos(by), sin(by)] }, delta: { x: [delta] } };
    },
    { delta: program.slice<One>(corrections, node.v, { x: 1 }) },
  );
  changes.set(node.v, change);
}

/** Inputs of the step that solves a triangle. */
interface TriangleInputs {
  readonly inputs: Readonly<Record<string, Rec>>;
  /** All that the trace captures of the paths. */
  readonly shape: string;
  /** Name of the pose of a node. */
  readonly poseOf: (index: number) => string;
  readonly plane: (fields: PlaneFields) => readonly [Vec3, Vec3];
}

function triangleInputs(trace: ClosureTrace, form: PlanarSet, changes: Map<number, Rec<Change>>): TriangleInputs {
  const { closure, outerPath, innerPath } = form;
  const { plane, key, rec } = planeOf(trace, form);
  const poses = new Map<number, string>();
  const inputs: Record<string, Rec> = { plane: rec };
  const pose = (index: number): string => {
    const known = poses.get(index);
    if (known !== undefined) return known;
    const name = `pose${poses.size}`;
    poses.set(index, name);
    inputs[name] = trace.base(closure.base).pose(index);
    return name;
  };
  const shape = [form.open, key];
  for (const [side, path, frame] of [
    ["outer", outerPath, closure.outer],
    ["inner", innerPath, closure.inner],
  ] as const) {
    shape.push(side);
    for (const { node, sign, is } of path) {
      if (is === "given") continue;
      const name = pose(node.index);
      shape.push(`${name} ${node.motion} ${sign} ${is} ${node.reversed}`);
      if (is === "found") inputs[`change of ${name}`] = changes.get(node.v) as Rec<Change>;
    }
    inputs[side] = trace.tree.program.constants<One>({ x: [...frame.p] });
    shape.push(frame.node === closure.base ? "base" : pose(frame.node));
  }
  return { inputs, shape: shape.join(), poseOf: (index) => poses.get(index) as string, plane };
}

/** Traces one triangle as one step, and gives the two nodes that it moves. */
function tracePlanar(
  trace: ClosureTrace,
  form: PlanarSet,
  changes: Map<number, Rec<Change>>,
  corrections: Rec,
): readonly Node[] {
  const { program } = trace.tree;
  const { closure, outerPath, innerPath } = form;
  const { inputs, shape, poseOf, plane } = triangleInputs(trace, form, changes);
  const open = [...outerPath, ...innerPath].filter(({ is }) => is === "open");
  const outputs = program.step(
    `triangle ${shape}`,
    inputs,
    (x) => {
      const [e1, e2] = plane(x["plane"] as PlaneFields);
      const flat = (p: Vec3): Planar => [dot3(e1, p), dot3(e2, p)];
      const poseAt = (index: number): PoseFields => x[poseOf(index)] as PoseFields;
      const changeAt = (index: number): readonly Num[] => (x[`change of ${poseOf(index)}`] as Change).by;
      const walk = (side: "outer" | "inner", path: readonly PlanarNode[]): Walked => {
        const { node } = closure[side];
        const p = vec3((x[side] as One).x);
        const end = node === closure.base ? p : add3(vec3(poseAt(node).p), mulMatVec(mat3(poseAt(node).R), p));
        return walkPath(path, flat, poseAt, changeAt, flat(end));
      };
      const solution = solve(form.open, walk("outer", outerPath), walk("inner", innerPath));
      return Object.fromEntries(
        solution.flatMap((found, i): [string, Fields][] => {
          const { node, sign } = open[i];
          return [
            [`change${i}`, { by: changeOf(found, sign) }],
            [`delta${i}`, { x: [mul(senseOf(node), amountOf(found, sign))] }],
          ];
        }),
      );
    },
    Object.fromEntries(open.map(({ node }, i) => [`delta${i}`, program.slice<One>(corrections, node.v, { x: 1 })])),
  );
  open.forEach(({ node }, i) => changes.set(node.v, outputs[`change${i}`] as Rec<Change>));
  return open.map(({ node }) => node);
}

/** The axes of a plane: those of the base are known to the step, so that nothing is multiplied; others come in a record. */
function planeOf(
  { tree: { program } }: ClosureTrace,
  { e1, e2 }: PlanarSet,
): { key: string; rec: Rec<PlaneFields>; plane: (fields: PlaneFields) => readonly [Vec3, Vec3] } {
  const isPlain = [...e1, ...e2].every((x) => x === 0 || Math.abs(x) === 1);
  if (!isPlain)
    return {
      key: "any",
      rec: program.constants<PlaneFields>({ e1, e2 }),
      plane: (fields) => [vec3(fields.e1), vec3(fields.e2)],
    };
  return {
    key: [...e1, ...e2].join(" "),
    rec: program.zeros<PlaneFields>({ e1: 3, e2: 3 }),
    plane: () => [vec3(e1), vec3(e2)],
  };
}

/** A path as a triangle uses it: its open nodes, hinge points or directions, and its end. */
interface Walked {
  readonly open: readonly { readonly isHinge: boolean; readonly place: Planar }[];
  readonly end: Planar;
}

/** Points of a path with all found corrections made, and the open coordinates as they were. */
function walkPath(
  path: readonly PlanarNode[],
  flat: (p: Vec3) => Planar,
  poseOf: (index: number) => PoseFields,
  changeAt: (index: number) => readonly Num[],
  end: Planar,
): Walked {
  let move: Move | null = null;
  const open: { isHinge: boolean; place: Planar }[] = [];
  for (const { node, sign, is } of path) {
    if (is === "given") continue;
    const { R, p } = poseOf(node.index);
    const isHinge = jointOf(node).plain === "angular";
    const place: Planar = flat(isHinge ? vec3(p) : [R[2], R[5], R[8]]);
    if (is === "open") {
      open.push({ isHinge, place: isHinge ? movedPoint(move, place) : move ? turned(move.turn, place) : place });
      continue;
    }
    const by = changeAt(node.index);
    // About a point r: x becomes r + turn (x - r), a turn and then a shift by r - turn r.
    const turn: Planar = isHinge ? [by[0], mul(sign, by[1])] : [1, 0];
    const own: Move = isHinge
      ? { turn, shift: plus(place, times(-1, turned(turn, place))) }
      : { turn, shift: times(by[0], place) };
    move = move ? { turn: turned(move.turn, own.turn), shift: movedPoint(move, own.shift) } : own;
  }
  return { open, end: movedPoint(move, end) };
}

const movedPoint = (move: Move | null, p: Planar): Planar => (move ? plus(turned(move.turn, p), move.shift) : p);

/** A turn about the plane's normal, or a shift along the node's z axis. */
type Found = PlanarTurn | { readonly slide: Num };

/** The two open coordinates, outer path first, each path from the base on. */
function solve(where: PlanarSet["open"], outer: Walked, inner: Walked): readonly Found[] {
  if (where === "apart") {
    const [first] = outer.open;
    const [second] = inner.open;
    if (first.isHinge && second.isHinge) return twoArms(first.place, second.place, outer.end, inner.end);
    const [hinge, line] = first.isHinge ? [outer, inner] : [inner, outer];
    const { turn, slide } = armToLine(hinge.open[0].place, hinge.end, line.end, line.open[0].place);
    return first.isHinge ? [turn, { slide }] : [{ slide }, turn];
  }
  const [path, target] = where === "outer" ? [outer, inner.end] : [inner, outer.end];
  const [first, second] = path.open;
  if (first.isHinge && second.isHinge) return armOnArm(first.place, second.place, path.end, target);
  if (first.isHinge) {
    const { turn, slide } = armWithSlide(first.place, path.end, target, second.place);
    return [turn, { slide }];
  }
  const { turn, slide } = armToLine(second.place, path.end, target, first.place);
  return [{ slide: neg(slide) }, turn];
}

/** How far a node moves about or along its z axis. */
const amountOf = (found: Found, sign: 1 | -1): Num =>
  "slide" in found ? found.slide : mul(sign, atan2(cross(found.from, found.to), dot(found.from, found.to)));

function changeOf(found: Found, sign: 1 | -1): readonly Num[] {
  if ("slide" in found) return [found.slide];
  const { from, to } = found;
  const scale = div(1, sqrt(mul(dot(from, from), dot(to, to))));
  return [mul(scale, dot(from, to)), mul(sign, mul(scale, cross(from, to)))];
}
