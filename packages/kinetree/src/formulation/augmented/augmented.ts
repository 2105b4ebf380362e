import { RequestError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { add, div, mul, sub } from "../../graph/num.js";
import { callSequence, entryFunction } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { mulMatVec, symmetric3, type Mat3 } from "../../spatial/mat3.js";
import { scale3, vec3 } from "../../spatial/vec3.js";
import type { TracedDynamics } from "../formulation.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { closuresOf, rowCount, type Closure, type FrameClosure } from "../loops/closures/closures.js";
import { articulatedBody } from "../recursions/articulated/articulated-body.js";
import type { InertiaFields } from "../skeleton/records.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { AUGMENTED_HOST, type AugmentedData } from "./host.js";
import { jointGraph, type Link } from "./joint-graph.js";
import type { Ordering } from "./minimum-bandwidth.js";
import { readAugmentedOptions, type AugmentedOptions } from "./options.js";
import { orderJoints } from "./ordering.js";
import { AUGMENTED_PROJECTION } from "./projection-host.js";
import { refusesAugmented } from "./refuses.js";
import { SPEEDS, structureOf, type Structure } from "./structure.js";

export interface AugmentedDynamics extends TracedDynamics {
  readonly lambda: Rec;
  /** Its first number; the second and third count fallbacks to a direct solve, and iterations, since memory was last cleared. */
  readonly quality: Rec;
  readonly status: Rec;
  readonly ordering: Ordering;
  readonly structure: Structure;
}

export interface AugmentedContext {
  /** Whether a row is kept, by its number among all; redundant rows make G̃ singular and must be left out. */
  readonly keeps: (row: number) => boolean;
  /** ω of the errors where it follows from the step; null to use the option. */
  readonly gain: Rec<{ gain: readonly Num[] }> | null;
  /** Projects q and v onto the joints at the end of every step. */
  readonly isProjected: boolean;
}

const plainContext: AugmentedContext = Object.freeze({ keeps: () => true, gain: null, isProjected: false });

const PROJECTING = "joint closures";

/**
 * Forward dynamics of bodies that move freely, held together by the loads that a feedback-linearising controller finds for
 * all joints at once: G̃ U = −V, v̇ = v̇_free + G U. J. Wachlin, Computational Improvements of a Multibody Dynamic Simulation
 * Algorithm (thesis, Georgia Institute of Technology, 2018), chapters 2 to 4, with two changes: loads of a joint act on both bodies at one
 * point, so that action is reaction also while errors last, and G̃ is symmetric; and errors, rates and accelerations come from the closures
 * that all formulations share. Kernels assemble the blocks, the host multiplies and solves.
 * @param tree that of the exploded model
 */
export function traceAugmented(
  tree: TreeProgram,
  loads: NodeLoads,
  vdot: Rec,
  given: Partial<AugmentedOptions> = {},
  context: Partial<AugmentedContext> = {},
): AugmentedDynamics {
  const options = readAugmentedOptions(given);
  const { keeps, gain, isProjected } = { ...plainContext, ...context };
  const { program, skeleton } = tree;
  const reason = refusesAugmented(skeleton.model);
  if (reason !== null) throw refusal(skeleton.model.name, reason);
  const closures = closuresOf(skeleton);
  const trace = new ClosureTrace(tree, closures, keeps);
  const joints = placeJoints(trace, options);
  const { structure, placed } = joints;
  const records: EquationRecords = {
    K: program.state({ x: structure.blockSize }),
    C: program.state({ x: structure.blockSize }),
    phi: program.state({ x: structure.rows }),
    gamma: program.state({ x: structure.rows }),
  };
  const lambda = program.state({ lambda: rowCount(closures) });
  const status = program.state({ x: 3 });
  const frequency = program.state({ x: 1 });
  articulatedBody(tree, loads, vdot);
  if (gain) program.step("error frequency", { gain }, ({ gain }) => ({ out: { x: gain.gain } }), { out: frequency });
  writeEquations(trace, joints, records);
  const assemble = entryFunction(program);
  if (isProjected) {
    tree.begin(PROJECTING);
    writeEquations(new ClosureTrace(tree, closures, keeps), joints, { ...records, gamma: null });
  }
  const { q, v } = tree;
  const dataOf = ({ offsetOf }: Linkage): AugmentedData => ({
    ...methodsOf(options),
    structure,
    at: {
      ...mapValues({ ...records, q, v, vdot, lambda, status }, (rec) => offsetOf(rec as Rec)),
      frequency: gain ? offsetOf(frequency) : null,
    },
    speeds: skeleton.nodes.map((node) => node.v),
    coordinates: skeleton.nodes.map((node) => node.q),
    rowNumbers: placed.flatMap((closure) => trace.rowsOf(closure).map((k) => closure.first + k)),
    allRows: rowCount(closures),
  });
  const solve = (linkage: Linkage): number => linkage.callHost({ kind: AUGMENTED_HOST, data: dataOf(linkage) });
  const project = (linkage: Linkage): number =>
    linkage.callHost({ kind: AUGMENTED_PROJECTION, data: { ...dataOf(linkage), entry: PROJECTING } });
  return {
    accelerate: (linkage) => callSequence(linkage, assemble(linkage), solve(linkage)),
    ...(isProjected ? { settle: { when: "step", finish: project } } : {}),
    lambda,
    quality: program.slice(status, 0, { x: 1 }),
    status,
    ordering: joints.ordering,
    structure,
  };
}

/** Without the options of the ordering: a function among them cannot be handed to a worker. */
const methodsOf = ({ ordering: _, limit: __, isOverdue: ___, ...methods }: AugmentedOptions) => methods;

const mapValues = <K extends string, T, U>(from: Readonly<Record<K, T>>, map: (value: T) => U): Record<K, U> =>
  Object.fromEntries(Object.entries<T>(from).map(([key, value]) => [key, map(value)])) as Record<K, U>;

/** Closures in the order of their rows, and where these lie. */
interface PlacedJoints {
  readonly ordering: Ordering;
  readonly structure: Structure;
  readonly placed: readonly FrameClosure[];
}

function placeJoints(trace: ClosureTrace, options: AugmentedOptions): PlacedJoints {
  const held = trace.closures.filter((closure) => trace.rowsOf(closure).length > 0);
  const links = held.map((closure) => linkOf(closure, trace.rowsOf(closure).length));
  const ordering = orderJoints(jointGraph(links), options.ordering, options);
  const structure = structureOf(links, ordering.order, trace.tree.skeleton.nodes.length);
  return { ordering, structure, placed: ordering.order.map((link) => held[link] as FrameClosure) };
}

/** Where errors, their accelerations at v̇ = 0, and blocks go. */
interface EquationRecords {
  readonly K: Rec;
  readonly C: Rec;
  readonly phi: Rec;
  readonly gamma: Rec | null;
}

function writeEquations(
  trace: ClosureTrace,
  { structure, placed }: PlacedJoints,
  { K, C, phi, gamma }: EquationRecords,
): void {
  const { program, skeleton } = trace.tree;
  structure.links.forEach(({ first, rows, ends }, place) => {
    const closure = placed[place];
    const errors = { phi: trace.frames(closure).phi };
    const phiTo = program.slice(phi, first, { x: rows });
    program.step(`joint errors ${rows}`, errors, (x) => ({ phi: { x: x.phi.phi } }), { phi: phiTo });
    if (gamma) {
      const gammaTo = program.slice(gamma, first, { x: rows });
      const bias = { gamma: trace.bias(closure) };
      program.step(`joint bias ${rows}`, bias, (x) => ({ gamma: { x: x.gamma.gamma } }), { gamma: gammaTo });
    }
    for (const { body, block } of ends) {
      program.step(
        `joint block ${rows}`,
        { column: trace.column(closure, skeleton.nodes[body]), inertia: trace.tree.inertia(body) },
        ({ column, inertia }) => ({ K: { x: column.K }, C: { x: overInertia(column.K, inertia) } }),
        {
          K: program.slice(K, block, { x: rows * SPEEDS }),
          C: program.slice(C, block, { x: rows * SPEEDS }),
        },
      );
    }
  });
}

function linkOf(closure: Closure, rows: number): Link {
  if (closure.kind === "coordinate") throw refusal(closure.name, `"${closure.name}" acts on coordinates of joints`);
  const bodies = [closure.outer.node, closure.inner.node].filter((node) => node >= 0);
  return { name: closure.name, rows, bodies };
}

/** Each row of K times M⁻¹: angular parts by the inverse inertia, linear parts over the mass. The node is at its mass centre. */
function overInertia(K: readonly Num[], { m, I }: InertiaFields): readonly Num[] {
  const inverse = inverseSymmetric(symmetric3(I));
  const lightness = div(1, m[0]);
  return Array.from({ length: K.length / SPEEDS }, (_, r) => [
    ...mulMatVec(inverse, vec3(K, SPEEDS * r)),
    ...scale3(lightness, vec3(K, SPEEDS * r + 3)),
  ]).flat();
}

/** By cofactors. */
function inverseSymmetric([[a, d, e], [, b, f], [, , c]]: Mat3): Mat3 {
  const minor = (p: Num, q: Num, r: Num, s: Num): Num => sub(mul(p, q), mul(r, s));
  const [A, B, C] = [minor(b, c, f, f), minor(a, c, e, e), minor(a, b, d, d)];
  const [D, E, F] = [minor(e, f, d, c), minor(d, f, b, e), minor(d, e, a, f)];
  const scale = div(1, add(add(mul(a, A), mul(d, D)), mul(e, E)));
  return symmetric3([A, B, C, D, E, F].map((entry) => mul(scale, entry)));
}

const refusal = (subject: string, reason: string): RequestError =>
  new RequestError({
    code: "formulation-refuses",
    subject: `formulation "augmented"`,
    value: subject,
    message: `formulation "augmented" is not possible: ${reason}`,
  });
