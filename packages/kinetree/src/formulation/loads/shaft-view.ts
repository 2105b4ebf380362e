import type { Num } from "../../graph/graph.js";
import { add, mul, neg } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { Model } from "../../model/types.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { networkTorques, shaftNetwork, type NetworkMotion, type ShaftNetwork } from "./shaft-network.js";
import { networkStep } from "./shafts.js";

/** What is shown of each shaft, and of each element between shafts, in the order of the numbers. */
export const shaftParts = ["angle", "speed", "acc"] as const;
export const driveParts = ["torque", "taken", "power", "command"] as const;

/** Numbers that show the shafts of a model: those of each shaft, then those of each element. */
export const shaftViewSize = ({ shafts, shaftElements }: Pick<Model, "shafts" | "shaftElements">): number =>
  shaftParts.length * shafts.length + driveParts.length * shaftElements.length;

/** Place of the first number of an element. */
export const driveEntry = ({ shafts }: Pick<Model, "shafts">, element: number): number =>
  shaftParts.length * shafts.length + driveParts.length * element;

type View = { readonly view: readonly Num[] };

/** Motion of all shafts and torques of all elements, written to `out` if given; null without any. */
export function traceShaftView(tree: TreeProgram, out: Rec | null = null): Rec<View> | null {
  const network = shaftNetwork(tree);
  if (!network) return null;
  return tree.shared(
    `shaft view ${out?.id ?? ""}`,
    () =>
      networkStep(
        tree,
        "shaft view",
        network,
        (motion) => ({ out: { view: viewOf(network, motion) } }),
        out ? { out } : {},
      ).out as Rec<View>,
  );
}

function viewOf(network: ShaftNetwork, motion: NetworkMotion): readonly Num[] {
  const found = networkTorques(network, motion);
  const { shaftAngles, shaftSpeeds, shaftAccelerations } = found;
  const shafts = shaftSpeeds.flatMap((speed, s) => [shaftAngles[s], speed, shaftAccelerations[s]]);
  return [...shafts, ...network.torquesOf.flatMap((first) => driveOf(network, motion, found, first))];
}

/** Torque on its last end, torque taken from its first, power that it gives, and the command that it follows. */
function driveOf(
  { elements, states }: ShaftNetwork,
  motion: NetworkMotion,
  found: ReturnType<typeof networkTorques>,
  first: number,
): readonly Num[] {
  const element = elements.find(({ torquesAt }) => torquesAt === first);
  if (!element) return driveParts.map(() => 0);
  const { ends, plan, place, command } = element;
  const torques = ends.map((_, i) => found.torques[first + i]);
  const speeds = ends.map((end) => ("joint" in end ? motion.jointSpeeds[end.joint] : found.shaftSpeeds[end.shaft]));
  const power = torques.reduce<Num>((sum, torque, i) => add(sum, mul(torque, speeds[i])), 0);
  const followed = ["command", "lever"].includes(plan.states[0]) ? motion.z[place.start - states.start] : null;
  const given = command < 0 ? 0 : motion.commands[command];
  return [torques[torques.length - 1], ends.length > 1 ? neg(torques[0]) : 0, power, followed ?? given];
}
