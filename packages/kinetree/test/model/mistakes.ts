import { mechanism } from "../../src/model/builder/mechanism.js";
import { bodyMistakes } from "./body-mistakes.js";
import { jointMistakes } from "./joint-mistakes.js";
import { loadMistakes } from "./load-mistakes.js";
import type { Mistake } from "./mistake.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;

/** Mistakes that only the builder allows, since data has no frame names in places. */
const builderMistakes: readonly Mistake[] = [
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .body("b", link)
        .repeat(1, (m) => m.revolute("j", { parent: "a", child: "b", axis: [1, 0, 0], at: "a/tpi" }))
        .build(),
    'joint "j" (a → b)',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .repeat(1, (m) => m.pointSpring("s", { a: "ground", b: "a/tpi", stiffness: 1, freeLength: 1 }))
        .build(),
    'point-spring "s"',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .repeat(1, (m) => m.actuator("jet", { at: "a/tpi", axis: [0, 0, 1] }))
        .build(),
    'actuator "jet"',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "frame-of-other-body",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .body("b", link)
        .revolute("j", { parent: "ground", child: "b", axis: [1, 0, 0], at: "a/tip" })
        .build(),
    'joint "j" (ground → b)',
    '"a/tip"',
    'Use a frame of "ground"',
  ],
  [
    "unknown-body",
    () =>
      mechanism("m")
        .body("arm", link)
        .repeat(1, (m) => m.pointSpring("s", { a: "ground", b: "amr/tip", stiffness: 1, freeLength: 1 }))
        .build(),
    'point-spring "s"',
    '"amr"',
    'Did you mean "arm"?',
  ],
];

export const mistakes: readonly Mistake[] = [
  ...[...bodyMistakes, ...jointMistakes, ...loadMistakes].map(([code, model, ...says]): Mistake => [
    code,
    (build) => build(model()),
    ...says,
  ]),
  ...builderMistakes,
];
