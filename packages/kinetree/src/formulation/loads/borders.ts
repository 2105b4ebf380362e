import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import type { Vec3 } from "../../spatial/vec3.js";
import { frameMotion, motionRecords, type Attached } from "../tree/attached-frame.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Something that moves on a terrain which may end at a border. */
export interface BorderPlan {
  readonly key: string;
  readonly at: Attached;
  readonly numbers: Rec<{ readonly n: readonly Num[] }>;
  /** How far its centre is within the border [m], negative beyond it; infinity where the terrain goes on. */
  readonly inside: (centre: Vec3, numbers: readonly Num[]) => Num;
}

/** How far all of them are within their borders, one number each. */
export function traceBorders(tree: TreeProgram, borders: readonly BorderPlan[], out: Rec): void {
  const { program } = tree;
  borders.forEach(({ key, at, numbers, inside }, place) => {
    program.step(
      `border ${key}`,
      { attachment: at.rec, ...motionRecords(tree, at.node), numbers },
      (x) => ({ out: { inside: [inside(frameMotion(x.attachment, x.pose, x.velocity).p, x.numbers.n)] } }),
      { out: program.slice(out, place, { inside: 1 }) },
    );
  });
}
