import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import { callSequence, entryFunction, fuseIfSmall, MOST_FUSED_NODES, type Finish } from "../../../kernel/finish.js";
import type { Rec } from "../../../kernel/record.js";
import type { SpatialFields } from "../../../spatial/inertia.js";
import type { Formulation, LoopContext, TracedDynamics } from "../../formulation.js";
import type { Aggregates } from "../../recursions/articulated/aggregates.js";
import { accelerateNodes, articulate } from "../../recursions/articulated/articulated-body.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import { closuresOf } from "../closures/closures.js";
import { compoundsOf, type Compound } from "../closures/compounds.js";
import { asOne, formulasOf, traceClosing, traceQuality } from "./closing.js";
import type { LoopClosing } from "./loop-closing.js";
import { CompoundDynamics } from "./compound-dynamics.js";
import { formulaWeights } from "./formula-weights.js";
import { CompoundKinematics } from "./compound-kinematics.js";
import { flexibleInLoop } from "./flexible-loops.js";
import { traceReact } from "../projection/react.js";

/**
 * Loops as compound bodies within the recursion over the tree: an ODE in independent coordinates; the kernel finds the others.
 * @param closing by formulas or by Newton's method; null: by formulas where a compound has them
 */
export const embeddedFormulation = (closing: LoopClosing | null = null): Formulation =>
  Object.freeze<Formulation>({
    name: "embedded",
    coordinates: "joint",
    follows: "speeds",
    refuses: (model, topology) => {
      const { constraints, couplers } = topology.counts;
      if (constraints + couplers === 0)
        return `model "${model.name}" has nothing to embed: it is a tree. Choose "articulated", or leave the choice open.`;
      const flexible = flexibleInLoop(model, topology);
      return flexible === null
        ? null
        : `model "${model.name}": a loop, or what ties two coordinates, leads through the flexible body "${flexible}", and loops of rigid bodies alone can be embedded. Choose "tree-augmented", or leave the choice open.`;
    },
    trace: () => {
      throw new Error("embedded is traced by prepare");
    },
    ...(closing === "analytic" ? { pivotWeights: formulaWeights } : {}),
    prepare: (tree, loops) => prepareEmbedded(tree, loops, closing),
  });

/** With formulas where there are some. */
export const embedded = embeddedFormulation();

type One = { x: readonly Num[] };

function prepareEmbedded(
  tree: TreeProgram,
  { plan }: LoopContext,
  closing: LoopClosing | null,
): (loads: NodeLoads, vdot: Rec) => TracedDynamics {
  if (!plan) throw new Error("embedded needs a plan of its loops");
  const { program, skeleton } = tree;
  const closures = closuresOf(skeleton);
  const rows = new Set(plan.rows);
  const compounds = compoundsOf(skeleton, closures, plan);
  const forms = formulasOf(skeleton, compounds, closing);
  const quality = program.state({ x: 1 });
  const worst = program.state({ x: 1 });
  const close = traceClosing(tree, closures, rows, compounds, forms, worst);

  // Speeds that follow, and all that they follow by; the accelerations read it on.
  tree.begin("follow speeds");
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  const kinematics = compounds.map((compound) => new CompoundKinematics(trace, compound));
  const speeds = program.state({ v: skeleton.nv });
  const followed = kinematics.flatMap((each) => asOne(tree, each.compound, () => traceSpeeds(tree, each, speeds)));
  const follow = entryFunction(program);
  // Evaluated at the end of a step, not at every stage.
  program.begin("quality");
  traceQuality(tree, kinematics, forms, worst, quality);
  const judge = entryFunction(program);
  program.begin("take speeds");
  for (const v of followed) {
    const from = program.slice<One>(speeds, v, { x: 1 });
    program.step("copy 1", { from }, ({ from }) => ({ to: { x: from.x } }), { to: program.slice(tree.v, v, { x: 1 }) });
  }
  const take = followed.length === 0 ? null : entryFunction(program);

  return (loads, vdot) => {
    fuseIfSmall(program, skeleton.nodes.length, MOST_FUSED_NODES, () => {
      for (const { index } of skeleton.nodes) tree.spin(index);
    });
    const dynamics = kinematics.map((each) => new CompoundDynamics(each, loads));
    const aggregates = aggregatesOf(tree, compounds, dynamics, vdot);
    const { hinges } = articulate(tree, loads, { aggregates });
    accelerateNodes(tree, hinges, vdot, { aggregates });
    const move = entryFunction(program);
    const { lambda, react } = traceReact(tree, loads, closures, plan, vdot);
    const following: Finish = (linkage) => callSequence(linkage, follow(linkage), ...(take ? [take(linkage)] : []));
    return {
      // Within a step the dependent coordinates are integrated along, as good as the method is; at its end they follow again
      // from the independent ones, so that no error stays.
      accelerate: (linkage) => callSequence(linkage, following(linkage), move(linkage)),
      accelerateSettled: move,
      settle: {
        when: "step",
        judges: true,
        finish: (linkage) => callSequence(linkage, close(linkage), following(linkage), judge(linkage)),
      },
      lambda,
      react,
      quality,
    };
  };
}

function aggregatesOf(
  tree: TreeProgram,
  compounds: readonly Compound[],
  dynamics: readonly CompoundDynamics[],
  vdot: Rec,
): Aggregates {
  const ownerOf = new Map(compounds.flatMap(({ nodes }, i) => nodes.map((node) => [node, i] as const)));
  const firsts = new Map(compounds.map(({ nodes }, i) => [nodes[0], i]));
  return {
    has: (node) => ownerOf.has(node),
    begins: (node) => firsts.has(node),
    eliminate: (node, handed) => {
      const number = firsts.get(node) as number;
      // Shared by all compounds on one parent, so traced before the steps of any of them are fused.
      tree.spin(compounds[number].parent);
      return asOne(tree, compounds[number], () => dynamics[number].eliminate(handed));
    },
    resolve: (node, parent: Rec<SpatialFields>) => {
      const number = firsts.get(node) as number;
      return asOne(tree, compounds[number], () => dynamics[number].resolve(parent, vdot));
    },
  };
}

/** v of the dependent speeds: G y, and the part of prescribed motions. Gives the speeds that were written. */
function traceSpeeds(tree: TreeProgram, kinematics: CompoundKinematics, into: Rec): readonly number[] {
  const { program } = tree;
  const { independent, sets } = kinematics.compound;
  const { rows } = kinematics;
  const isDriven = rows.closures.some((each) => each.kind === "coordinate" && "motion" in each.law);
  const drifts = isDriven ? kinematics.solve((closure) => rows.drift(closure)) : new Map<number, Rec<One>>();
  const given = Object.fromEntries(independent.map((v, j) => [`y${j}`, program.slice<One>(tree.v, v, { x: 1 })]));
  const nothing = program.zeros<One>({ x: 1 });
  return sets.flatMap(({ columns }) =>
    columns.map((v) => {
      const inputs = { ...given, follow: kinematics.follow(v), drift: drifts.get(v) ?? nothing } as unknown as Record<
        string,
        Rec<One>
      >;
      program.step(
        `followed speed ${independent.length}`,
        inputs,
        (x) => {
          const g = (x["follow"] as unknown as { g: readonly Num[] }).g;
          return {
            out: { x: [g.reduce<Num>((sum, value, j) => add(sum, mul(value, x[`y${j}`].x[0])), x["drift"].x[0])] },
          };
        },
        { out: program.slice(into, v, { x: 1 }) },
      );
      return v;
    }),
  );
}
