import { planCoordinateLoad } from "../elements/coordinate-load.js";
import { isTwoFrame } from "../elements/plan-load.js";
import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import type { Rec } from "../kernel/record.js";
import { addSpatial, forceOfRigid, spatialFields, rigidFrom, type SpatialFields } from "../spatial/inertia.js";
import { mat3, mulMatVec } from "../spatial/mat3.js";
import { add3, cross3, dot3, scale3, vec3 } from "../spatial/vec3.js";
import { spatialFrom } from "../spatial/inertia.js";
import { frameMotion, motionRecords } from "../formulation/tree/attached-frame.js";
import { coordinateCouplings } from "../formulation/loads/coordinate-couplings.js";
import { tableKeys } from "../formulation/loads/table-keys.js";
import { momentumOf, rowTimes } from "../formulation/flexible/modal-inertia.js";
import { planBetween } from "../formulation/loads/loads.js";
import { cutSprings } from "../formulation/loads/cut-loads.js";
import { networkEnergies, networkTorques, shaftNetwork } from "../formulation/loads/shaft-network.js";
import { mountsOf, networkStep } from "../formulation/loads/shafts.js";
import type { Node } from "../formulation/skeleton/skeleton.js";
import type { TreeProgram } from "../formulation/tree/tree-program.js";

/** Summed over the model; momenta are about the world's origin, `stored` is the potential energy of springs and stops. */
export const TOTALS = { kinetic: 1, potential: 1, linear: 3, angular: 3, mass: 1, moment: 3, stored: 1 } as const;
type Totals = { readonly [K in keyof typeof TOTALS]: readonly Num[] };

export function traceTotals(tree: TreeProgram, out: Rec): void {
  const { program, skeleton } = tree;
  let totals: Rec<Totals> = program.zeros<Totals>(TOTALS);
  const gravity = program.constants({ g: [...skeleton.gravity] });
  for (const node of skeleton.nodes) {
    const inputs = {
      totals,
      gravity,
      inertia: tree.inertia(node.index),
      pose: tree.pose(node.index),
      velocity: tree.velocity(node.index),
      deforming: deformation(tree, node),
    };
    totals = program.step("node totals", inputs, ({ totals, gravity, inertia, pose, velocity, deforming }) => {
      const rigid = rigidFrom(inertia);
      const V = spatialFrom(velocity);
      const flowing = spatialFrom(deforming);
      const momentum = addSpatial(forceOfRigid(rigid, V), flowing); // inertia × velocity, at the node's origin
      const R = mat3(pose.R);
      const linear = mulMatVec(R, momentum.linear);
      const angular = add3(mulMatVec(R, momentum.angular), cross3(vec3(pose.p), linear));
      const moment = add3(scale3(rigid.m, vec3(pose.p)), mulMatVec(R, rigid.h));
      const whole = addSpatial(momentum, flowing);
      const carried = add(dot3(V.angular, whole.angular), dot3(V.linear, whole.linear));
      const doubled = add(carried, deforming.doubled[0]);
      return {
        totals: {
          kinetic: [add(totals.kinetic[0], mul(0.5, doubled))],
          potential: [add(sub(totals.potential[0], dot3(moment, vec3(gravity.g))), deforming.elastic[0])],
          linear: [...add3(vec3(totals.linear), linear)],
          angular: [...add3(vec3(totals.angular), angular)],
          mass: [add(totals.mass[0], rigid.m)],
          moment: [...add3(vec3(totals.moment), moment)],
          stored: [add(totals.stored[0], deforming.elastic[0])],
        },
      };
    }).totals as unknown as Rec<Totals>;
  }
  totals = addRotors(tree, addStoredEnergy(tree, totals));
  program.step("totals", { totals }, ({ totals }) => ({ out: { ...totals } }), { out });
}

/** Rotors beside the bodies: their energies, and the spin of those that a body carries. */
function addRotors(tree: TreeProgram, totals: Rec<Totals>): Rec<Totals> {
  const network = shaftNetwork(tree);
  if (!network) return totals;
  const { energies, spins } = networkStep(tree, "shaft energies", network, (motion) => {
    const { shaftSpeeds } = networkTorques(network, motion);
    const { kinetic, stored } = networkEnergies(network, motion, shaftSpeeds);
    const spins = network.mounted.map((s) => mul(motion.inertias[s], shaftSpeeds[s]));
    return { energies: { kinetic: [kinetic], stored: [stored] }, spins: { x: spins } };
  });
  const sum = tree.program.step(
    "rotor totals",
    { totals, energies },
    ({ totals: t, energies: { kinetic, stored } }) => ({
      totals: {
        ...t,
        kinetic: [add(t.kinetic[0], kinetic[0])],
        potential: [add(t.potential[0], stored[0])],
        stored: [add(t.stored[0], stored[0])],
      },
    }),
  ).totals as unknown as Rec<Totals>;
  return mountsOf(tree, network).reduce((before, { node, axis }, i) => {
    if (node < 0) return before;
    const inputs = { before, spins, axis, pose: tree.pose(node) };
    return tree.program.step(`spin of rotor ${i}`, inputs, ({ before, spins, axis, pose }) => {
      const spin = scale3(spins.x[i], mulMatVec(mat3(pose.R), vec3(axis.axis)));
      return { totals: { ...before, angular: [...add3(vec3(before.angular), spin)] } };
    }).totals as unknown as Rec<Totals>;
  }, sum);
}

/** Momentum of deformation, twice its kinetic energy, and elastic energy. */
type DeformingFields = SpatialFields & { doubled: readonly Num[]; elastic: readonly Num[] };

function deformation(tree: TreeProgram, node: Node): Rec<DeformingFields> {
  const { program } = tree;
  if (!node.modal) return program.zeros<DeformingFields>({ angular: 3, linear: 3, doubled: 1, elastic: 1 });
  const { q, v, nv } = node;
  const [modal, coupling] = [tree.flexible.mass(node.index), tree.flexible.coupling(node.index)];
  const inputs = {
    modal,
    coupling,
    stiffness: program.constants<{ K: readonly Num[] }>({ K: node.modal.stiffness }),
    amplitudes: program.slice<{ q: readonly Num[] }>(tree.q, q, { q: nv }),
    rates: program.slice<{ v: readonly Num[] }>(tree.v, v, { v: nv }),
  };
  return program.step(`deformation ${nv}`, inputs, ({ modal, coupling, stiffness, amplitudes, rates }) => {
    const square = (matrix: readonly Num[], x: readonly Num[]): Num =>
      x.reduce<Num>((sum, value, k) => add(sum, mul(value, rowTimes(matrix, x, k))), 0);
    return {
      out: {
        ...spatialFields(momentumOf(coupling, rates.v)),
        doubled: [square(modal.mass, rates.v)],
        elastic: [mul(0.5, square(stiffness.K, amplitudes.q))],
      },
    };
  }).out;
}

/** Kinetic energy of rotors, and energy stored in springs and stops. */
function addStoredEnergy(tree: TreeProgram, start: Rec<Totals>): Rec<Totals> {
  const { program, skeleton } = tree;
  const { model, scope } = skeleton;
  const keyOf = tree.once("table keys", tableKeys);
  let totals = start;
  const withPotential = (t: Totals, energy: Num): Totals => ({
    ...t,
    potential: [add(t.potential[0], energy)],
    stored: [add(t.stored[0], energy)],
  });
  const coordinates = skeleton.nodes
    .filter(({ nq, nv, modal }) => nq === nv && !modal)
    .flatMap(({ joint, coordinate, q, v, nv }) =>
      model.joints[joint].coordinates
        .slice(coordinate, coordinate + nv)
        .map((properties, k) => ({ properties, q: q + k, v: v + k })),
    );
  for (const { properties, q, v } of coordinates) {
    const plan = planCoordinateLoad(properties, scope.num, keyOf);
    if (!plan && properties.armature === 0) continue;
    const inputs = {
      totals,
      q: program.slice<{ q: readonly Num[] }>(tree.q, q, { q: 1 }),
      v: program.slice<{ v: readonly Num[] }>(tree.v, v, { v: 1 }),
      numbers: program.constants<{ n: readonly Num[]; armature: readonly Num[] }>({
        n: plan?.numbers ?? [],
        armature: [scope.num(properties.armature)],
      }),
    };
    totals = program.step(`stored energy ${plan?.key ?? "rotor"}`, inputs, ({ totals, q, v, numbers }) => {
      const rotor = mul(mul(0.5, numbers.armature[0]), mul(v.v[0], v.v[0]));
      const stored = plan ? withPotential(totals, plan.energy(q.q[0], numbers.n)) : totals;
      return { totals: { ...stored, kinetic: [add(totals.kinetic[0], rotor)] } };
    }).totals as unknown as Rec<Totals>;
  }
  for (const { plan, coordinate, q } of cutSprings(tree, keyOf)) {
    const inputs = { totals, q, numbers: program.constants<{ n: readonly Num[] }>({ n: plan.numbers }) };
    totals = program.step(`cut energy ${plan.key} ${coordinate}`, inputs, ({ totals, q, numbers }) => ({
      totals: withPotential(totals, plan.energy(q.q[coordinate], numbers.n)),
    })).totals as unknown as Rec<Totals>;
  }
  for (const { plan, a, b, numbers } of coordinateCouplings(tree, keyOf)) {
    const inputs = { totals, qa: a.q, qb: b.q, numbers };
    totals = program.step(`coupling energy ${plan.key} ${a.k} ${b.k}`, inputs, ({ totals, qa, qb, numbers }) => ({
      totals: withPotential(totals, plan.energy(qa.q[a.k], qb.q[b.k], numbers.n)),
    })).totals as unknown as Rec<Totals>;
  }
  for (const load of model.loads) {
    if (!isTwoFrame(load)) continue;
    const { plan, a, b } = planBetween(tree, load, keyOf);
    const motionA = motionRecords(tree, a.node);
    const motionB = motionRecords(tree, b.node);
    const inputs = {
      totals,
      attachmentA: a.rec,
      poseA: motionA.pose,
      velocityA: motionA.velocity,
      attachmentB: b.rec,
      poseB: motionB.pose,
      velocityB: motionB.velocity,
      numbers: program.constants<{ n: readonly Num[] }>({ n: plan.numbers }),
    };
    totals = program.step(`load energy ${plan.key} ${a.node < 0} ${b.node < 0}`, inputs, (x) => {
      const frameA = frameMotion(x.attachmentA, a.node < 0 ? null : x.poseA, x.velocityA);
      const frameB = frameMotion(x.attachmentB, b.node < 0 ? null : x.poseB, x.velocityB);
      return { totals: withPotential(x.totals, plan.energy(frameA, frameB, x.numbers.n)) };
    }).totals as unknown as Rec<Totals>;
  }
  return totals;
}
