import type { Model, ModalNode } from "../../src/model/types.js";
import type { Wrong } from "./flexible-mistakes.js";
import { changed, panel, panelBuilder, panelData } from "./flexible-data.js";
import type { Mistake } from "./mistake.js";

const body = 'body "panel"';
const [root, mid, end] = panelData.nodes;
const nodes = (...changes: readonly object[]): object => ({
  nodes: [root, mid, end].map((node, i) => ({ ...node, ...changes[i] }) as ModalNode),
});
const scaled = (factor: number, rows: readonly (readonly number[])[]): number[][] =>
  rows.map((row) => row.map((x) => x * factor));
const still = [
  [0, 0, 0],
  [0, 0, 0],
];

const wrong: readonly Wrong[] = [
  ["wrong-shape", { flexible: { mass: [1] } }, body, "flexible.mass[0] is 1", "[ ]"],
  ["wrong-shape", { flexible: { damping: 1 } }, body, "flexible.damping is 1", "{ ratio }"],
  ["wrong-shape", { flexible: { nodes: [null, root] } }, body, "flexible.nodes[0] is null", "shapes, slopes"],
  ["mode-number", { flexible: { mass: [] } }, body, "flexible.mass is 0", "lowest frequencies"],
  ["wrong-length", { flexible: { stiffness: [[1]] } }, body, "flexible.stiffness is 1", "must be 2"],
  ["wrong-length", { flexible: { mass: [[1, 0], [1]] } }, body, "flexible.mass[1] is 1", "Give all 2"],
  ["wrong-length", { flexible: { translation: [[0, 0, 1]] } }, body, "flexible.translation is 1", "each mode"],
  ["wrong-length", { flexible: { firstMoments: [[0], [0]] } }, body, "firstMoments[0] is 1", "must be 9"],
  ["wrong-length", { flexible: { secondMoments: [] } }, body, "flexible.secondMoments is 0", "or null"],
  [
    "non-finite",
    {
      flexible: {
        stiffness: [
          [NaN, 0],
          [0, 1],
        ],
      },
    },
    body,
    "flexible.stiffness[0][0] is NaN",
    "finite",
  ],
  ["not-positive", { flexible: { stiffnessScale: 0 } }, body, "stiffnessScale is 0", "1 leaves"],
  ["damping-ratio", { flexible: { damping: { ratio: 1.5 } } }, body, "damping.ratio is 1.5", "share of critical"],
  [
    "not-symmetric",
    {
      flexible: {
        stiffness: [
          [4, 1],
          [2, 9],
        ],
      },
    },
    body,
    "stiffness[1][0] is 2",
    "average the two",
  ],
  [
    "not-definite",
    {
      flexible: {
        mass: [
          [1, 2],
          [2, 1],
        ],
        secondMoments: null,
      },
    },
    body,
    "is -0.99",
    "depend on others",
  ],
  [
    "not-definite",
    {
      flexible: {
        mass: [
          [1, 1],
          [1, 1],
        ],
        secondMoments: null,
      },
    },
    body,
    "flexible.mass",
    "depend on others",
  ],
  [
    "not-definite",
    {
      flexible: {
        stiffness: [
          [-4, 0],
          [0, 9],
        ],
      },
    },
    body,
    "is -1",
    "Check its signs",
  ],
  [
    "not-definite",
    {
      flexible: {
        damping: [
          [1, 2],
          [2, 1],
        ],
      },
    },
    body,
    "flexible.damping",
    "Check its signs",
  ],
  ["modal-units", { flexible: { translation: scaled(1000, panelData.translation) } }, body, "is -", "shapes in mm?"],
  [
    "modal-units",
    { flexible: { mass: scaled(1.01, panelData.mass) } },
    body,
    "trace of flexible.secondMoments[0][0] is 1.0625",
    "the same shapes",
  ],
  [
    "not-symmetric",
    { flexible: { secondMoments: panelData.secondMoments?.map((row, i) => (i === 0 ? row : [row[1], row[1]])) } },
    body,
    "secondMoments",
    "rows and columns",
  ],
  ["wrong-length", { flexible: { nodes: [] } }, body, "flexible.nodes is 0", "others use"],
  ["node-without-shapes", { flexible: nodes({}, { shapes: [] }) }, body, "nodes[1].shapes is 0", "Export them"],
  [
    "node-without-shapes",
    { flexible: nodes({}, { slopes: [] }) },
    body,
    "nodes[1].slopes is 0",
    'how node "mid" turns',
  ],
  [
    "node-without-shapes",
    { flexible: nodes({}, { shapes: undefined }) },
    body,
    "nodes[1].shapes is undefined",
    'how node "mid" moves',
  ],
  ["wrong-length", { flexible: nodes({}, { shapes: [[0, 0, 1]] }) }, body, "nodes[1].shapes is 1", "must be 2"],
  ["duplicate-name", { flexible: nodes({}, { name: "root" }) }, body, 'is "root"', "Rename"],
  [
    "node-twice",
    { flexible: nodes({}, {}, { position: [1, 0, 0] }), joint: { X_parent_joint: panel.joints[1].X_parent_joint } },
    body,
    'node "end" is [1, 0, 0]',
    'node "mid"',
  ],
  [
    "origin-moves",
    {
      flexible: nodes({
        shapes: [
          [0, 0, 0],
          [0, 0.1, 0],
        ],
      }),
    },
    body,
    "shapes[1] is [0, 0.1, 0]",
    "interface",
  ],
  [
    "origin-moves",
    {
      flexible: nodes({
        slopes: [
          [0, 0.1, 0],
          [0, 0, 0],
        ],
      }),
    },
    body,
    "slopes[0] is [0, 0.1, 0]",
    "interface",
  ],
  ["flexible-massless", { body: { massless: true } }, body, "massless is true", "Leave it out"],
  ["mass-not-positive", { body: { mass: -1 } }, body, "mass is -1", "in kg"],
];

export const modalMistakes: readonly Mistake[] = [
  ...wrong.map(([code, change, thing, value, fix]): Mistake => [
    code,
    (build) => changed(panel, change, build),
    thing,
    value,
    fix,
  ]),
  [
    "unknown-node",
    () => panelBuilder.station("s", { on: "panel", node: "ned" }).build(),
    'joint "s"',
    '"ned"',
    '"end"',
  ],
  [
    "station-place",
    () => panelBuilder.station("s", { on: "panel", at: [1.9, 0, 0] }).build(),
    'joint "s"',
    "is [1.9, 0, 0]",
    'nearest is "end" at [2, 0, 0]',
  ],
  [
    "flexible-attachment",
    () =>
      panelBuilder.wrench("push", { at: { body: "panel", at: [2, 0, 0] }, along: "world", force: [1, 0, 0] }).build(),
    'wrench "push"',
    "is [2, 0, 0]",
    "Add a station there",
  ],
];

/** What must pass. */
export const soundPanels: readonly (readonly [string, () => Model])[] = [
  ["a modal body", () => panel],
  ["a modal body without second moments", () => changed(panel, { flexible: { secondMoments: null } })],
  [
    "a mode without stiffness",
    () =>
      changed(panel, {
        flexible: {
          stiffness: [
            [4, 0],
            [0, 0],
          ],
        },
      }),
  ],
  [
    "a damping matrix",
    () =>
      changed(panel, {
        flexible: {
          damping: [
            [1, 1],
            [1, 1],
          ],
        },
      }),
  ],
  [
    "asymmetry of rounding",
    () =>
      changed(panel, {
        flexible: {
          stiffness: [
            [4, 1],
            [1 + 1e-10, 9],
          ],
        },
      }),
  ],
  [
    "a station at the origin, which stands still",
    () => panelBuilder.station("s", { on: "panel", node: "root" }).build(),
  ],
  ["no node at the origin", () => changed(panel, { flexible: { nodes: [mid, end] } })],
  [
    "something at a node that stands still",
    () => changed(panel, { flexible: nodes({}, {}, {}), body: { frames: [] } }),
  ],
  ["two nodes that stand still", () => changed(panel, { flexible: nodes({}, { shapes: still, slopes: still }) })],
];
