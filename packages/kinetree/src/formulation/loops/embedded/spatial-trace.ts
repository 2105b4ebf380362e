import { atan2 } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { mul } from "../../../graph/num.js";
import type { Fields, Rec } from "../../../kernel/record.js";
import { identity3, mat3 } from "../../../spatial/mat3.js";
import { vec3, zero3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import type { PoseFields, PostureFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { SpatialSet } from "./spatial-form.js";
import { localised, type LocalSet } from "./spatial-local.js";
import { BASE, Placing, type Drawing, type LocalNode, type NodeChange } from "./spatial-placing.js";
import { isBall } from "./spatial-points.js";
import { cayleyOf, linkOf, type Link } from "./spatial-turns.js";

type One = { x: readonly Num[] };
/** Effect of a correction on a node: cosine and sine of a turn about its z axis, a shift along it, or a rotation along its axes. */
export type Change = { by: readonly Num[] };
type LinkFields = { axes: readonly Num[]; sizes: readonly Num[] };

/** Traces all constructions of a set as one step, and gives the nodes that it moves. */
export function traceSpatial(
  trace: ClosureTrace,
  form: SpatialSet,
  changes: Map<number, Rec<Change>>,
  corrections: Rec,
): readonly Node[] {
  const { program, skeleton } = trace.tree;
  const { local, originals } = localised(skeleton, form, (node) => changes.has(node.v));
  const { nodes, points, squares, links } = originals;
  const inputs: Record<string, Rec> = {};
  for (const [carrier, node] of posesOf(local)) {
    const base = carrier === BASE ? form.base : nodes[carrier].index;
    inputs[poseName(carrier, node)] = trace.base(base).pose(nodes[node].index);
  }
  points.forEach(({ p }, i) => (inputs[`point${i}`] = program.constants<One>({ x: [...p] })));
  squares.forEach((x, i) => (inputs[`square${i}`] = program.constants<One>({ x: [x] })));
  links.forEach(({ first, second }, i) => {
    const { axes, rise, off, size } = linkOf(first, second);
    inputs[`link${i}`] = program.constants<LinkFields>({ axes: axes.flat(), sizes: [rise, off, size] });
  });
  for (const i of local.before) inputs[`change${i}`] = changes.get(nodes[i].v) as Rec<Change>;
  for (const i of local.found)
    if (nodes[i].reversed && isBall(nodes[i])) inputs[`posture${i}`] = trace.tree.posture(nodes[i].index);
  const outputs = program.step(
    `constructions ${JSON.stringify(local)}`,
    inputs,
    (x) => {
      const drawing: Drawing = {
        nodes: local.nodes,
        points: local.points,
        pose: (carrier, node) => {
          const { R, p } = x[poseName(carrier, node)] as PoseFields;
          return { R: mat3(R), p: vec3(p) };
        },
        place: (point) => vec3((x[`point${point}`] as One).x),
        squared: (number) => (x[`square${number}`] as One).x[0],
        link: (number): Link => {
          const { axes, sizes } = x[`link${number}`] as LinkFields;
          return { axes: mat3(axes), rise: sizes[0], off: sizes[1], size: sizes[2] };
        },
      };
      const before = local.before.map((i) => [i, changeFrom(local.nodes[i], (x[`change${i}`] as Change).by)] as const);
      const placing = new Placing(drawing, new Map(before));
      for (const construction of local.constructions) placing.make(construction);
      return Object.fromEntries(
        local.found.flatMap((i): [string, Fields][] => {
          const change = placing.changeOf(i);
          return [
            [`change${i}`, { by: numbersOf(change) }],
            [`delta${i}`, { x: deltaOf(nodes[i], change, x[`posture${i}`] as PostureFields | undefined) }],
          ];
        }),
      );
    },
    Object.fromEntries(
      local.found.map((i) => [`delta${i}`, program.slice<One>(corrections, nodes[i].v, { x: nodes[i].nv })]),
    ),
  );
  for (const i of local.found) changes.set(nodes[i].v, outputs[`change${i}`] as Rec<Change>);
  return local.found.map((i) => nodes[i]);
}

const poseName = (carrier: number, node: number): string => `pose of ${node} in ${carrier}`;

/** Which poses the constructions look at: what they look at depends on no number, so any numbers tell. */
function posesOf(local: LocalSet): readonly (readonly [carrier: number, node: number])[] {
  const seen = new Map<string, readonly [number, number]>();
  const placing = new Placing(
    {
      nodes: local.nodes,
      points: local.points,
      pose: (carrier, node) => {
        seen.set(poseName(carrier, node), [carrier, node]);
        return { R: identity3, p: zero3 };
      },
      place: () => zero3,
      squared: () => 1,
      link: () => ({ axes: identity3, rise: 0, off: 1, size: 1 }),
    },
    new Map(local.before.map((i) => [i, { slide: 0 }])),
  );
  for (const construction of local.constructions) placing.make(construction);
  return [...seen.values()];
}

function changeFrom({ kind }: LocalNode, by: readonly Num[]): NodeChange {
  if (kind === "ball") return { rotation: mat3(by) };
  return kind === "slide" ? { slide: by[0] } : { turn: [by[0], by[1]] };
}

const numbersOf = (change: NodeChange): readonly Num[] =>
  "turn" in change ? change.turn : "slide" in change ? [change.slide] : change.rotation.flat();

/** The correction of a node's coordinates, as the user counts them. */
function deltaOf(node: Node, change: NodeChange, posture: PostureFields | undefined): readonly Num[] {
  const sense = node.reversed ? -1 : 1;
  if ("slide" in change) return [mul(sense, change.slide)];
  if ("turn" in change) return [mul(sense, atan2(change.turn[1], change.turn[0]))];
  const across = cayleyOf(change.rotation);
  return (posture && jointOf(node).reversal?.motionBack(posture, across)) ?? across;
}
