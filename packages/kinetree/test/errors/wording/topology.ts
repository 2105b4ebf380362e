import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { graphModel, toStation } from "../../topology/mechanisms.js";
import type { Wording } from "./row.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const axis = [0, 0, 1] as const;
const row = (code: string, model: () => Model, message: string): Wording => ({
  code,
  make: () => buildTopology(model()),
  message,
});

export const topologyWording: readonly Wording[] = [
  row(
    "empty-model",
    () => mechanism("nothing").build(),
    'model "nothing" has 0 bodies, must have at least one. Add a body and a joint that ties it to the ground.',
  ),
  row(
    "disconnected-bodies",
    () => graphModel(["a"], []),
    'model "graph": body "a" hangs on nothing: no chain of joints leads to the ground. Add a joint that does; a free joint to the ground if it should float.',
  ),
  row(
    "disconnected-bodies",
    () => graphModel(["a"], [["j", "ground", "a", undefined, "loop"]]),
    'model "graph": body "a" hangs on nothing: no chain of joints leads to the ground. (Joint "j" does not count: its role is "loop".) Add a joint that does; a free joint to the ground if it should float.',
  ),
  row(
    "disconnected-bodies",
    () => graphModel([..."abcdefghijklmno"], []),
    'model "graph": bodies "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" and 3 more hang on nothing: no chain of joints leads to the ground. Add a joint that does; a free joint to the ground if they should float.',
  ),
  row(
    "tree-roles-form-loop",
    () =>
      graphModel(
        ["a"],
        [
          ["x", "ground", "a", undefined, "tree"],
          ["y", "a", "ground", undefined, "tree"],
        ],
      ),
    'model "graph": joints "x", "y" all have role "tree" and form a loop, which a tree cannot hold. Give one of them role "loop" or "auto".',
  ),
  row(
    "tree-roles-form-loop",
    () =>
      graphModel(
        ["beam", "tip"],
        [
          ["root", "ground", "beam", undefined, "tree"],
          ["beam", "beam", "tip", toStation],
          ["grip", "tip", "ground", undefined, "tree"],
        ],
      ),
    'model "graph": joints "root", "beam", "grip" all have role "tree", or lead to stations, and form a loop, which a tree cannot hold. Give one of the former role "loop" or "auto".',
  ),
  row(
    "massless-tip",
    () =>
      mechanism("m")
        .body("cross", { massless: true })
        .revolute("wrist", { parent: "ground", child: "cross", axis })
        .build(),
    'joint "wrist" (ground → cross): it moves body "cross", which has no mass, nor has anything that hangs on it. Give one of them mass, give the joint an armature, or weld "cross".',
  ),
  row(
    "coupled-cut",
    () =>
      mechanism("m")
        .body("a", link)
        .body("b", link)
        .revolute("first", { parent: "ground", child: "a", axis })
        .revolute("second", { parent: "ground", child: "b", axis })
        .revolute("bar", { parent: "a", child: "b", axis })
        .coupler("gear", { driven: "bar", driving: "first", polynomial: [0, 1] })
        .build(),
    'coupler "gear": joint "bar" closes a loop, so it has no coordinate of its own to couple. Give it the role "tree", so that another joint of the loop is cut.',
  ),
  row(
    "held-by-station",
    () =>
      graphModel(
        ["beam", "tip", "arm"],
        [
          ["root", "ground", "arm"],
          ["beam", "beam", "tip", toStation],
          ["grip", "arm", "tip"],
        ],
      ),
    'body "beam": it is held by its station "tip" alone, through joint "grip" (arm → tip), but a flexible body is carried by its frame. Give the frame a joint, such as a free joint from the ground to "beam"; "grip" then closes a loop. Or turn the body round, so that its frame is where it is held.',
  ),
  row(
    "tree-role-into-station",
    () =>
      graphModel(
        ["beam", "tip"],
        [
          ["root", "ground", "beam"],
          ["beam", "beam", "tip", toStation],
          ["grip", "ground", "tip", undefined, "tree"],
        ],
      ),
    'joint "grip" (ground → tip): its role is "tree", but station "tip" is carried by its own joint "beam" already, and nothing can be entered through a station. Give "grip" role "auto" or "loop".',
  ),
  row(
    "unknown-body",
    () => ({ ...graphModel(["arm"], []), joints: graphModel(["amr"], [["j", "ground", "amr"]]).joints }),
    'joint "j": body "amr" is unknown. Did you mean "arm"?',
  ),
];
