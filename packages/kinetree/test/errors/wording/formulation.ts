import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { divideBodies } from "../../../src/formulation/augmented/split.js";
import { orderJoints, type OrderName } from "../../../src/formulation/augmented/ordering.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { assemble } from "../../../src/formulation/loops/assemble/assemble.js";
import { traceLoads } from "../../../src/formulation/loads/loads.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { rotateAbout, screwAlong } from "../../../src/model/builder/joint.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { CoordinateOptions } from "../../../src/model/joints/joint-definition.js";
import type { Constraint, Model } from "../../../src/model/types.js";
import { bricard } from "../../../src/systems/linkages/bricard.js";
import { stewartPlatform } from "../../../src/systems/linkages/stewart-platform.js";
import { fourBarRow } from "../../../src/systems/linkages/four-bar-row.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { neutralState, stateFromJoints } from "../../../src/state/state.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { sliderCrank } from "../../../src/systems/linkages/slider-crank.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import type { Wording } from "./row.js";

const bar = { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] } as const;
const axis = [0, 1, 0] as const;

/** Links of a rhombic four-bar in one line. */
const level = { link0: Math.PI / 2, link1: Math.PI / 2, coupler0: -Math.PI / 2 };

/** Two bars of 1 m in a row, and a pin at x on the ground. */
const row = (x: number): Model =>
  mechanism("row")
    .body("a", bar)
    .body("b", bar)
    .revolute("first", { parent: "ground", child: "a", axis })
    .revolute("second", { parent: "a", child: "b", at: [1, 0, 0], axis })
    .revolute("pin", { parent: "b", child: "ground", at: [1, 0, 0], childAt: [x, 0, 0], axis, role: "loop" })
    .build();

/** A bar that slides along x, its end tied to the ground by two rods. */
const rods = (...lengths: readonly [number, number]): Model => {
  const [a, b] = [
    { body: "ground", at: [0, 0, 0] },
    { body: "bar", at: [1, 0, 0] },
  ] as const;
  return mechanism("rods")
    .body("bar", bar)
    .prismatic("slide", { parent: "ground", child: "bar", axis: [1, 0, 0] })
    .distance("short", { a, b, length: lengths[0] })
    .distance("long", { a, b, length: lengths[1] })
    .build();
};

const open = (): ReturnType<typeof neutralState> => {
  const state = neutralState(fourBar());
  state.q[0] += 1e-3;
  return state;
};

const folded = (): Model =>
  mechanism("folded")
    .body("shaft", bar)
    .constantVelocity("hook", { parent: "ground", child: "shaft", axis: [0, 0, 1], xAxis: [1, 0, 0] })
    .build();

/** The crank turns farther than the rod reaches. */
const lockUp = (): unknown => {
  const given = sliderCrank({ crank: 0.1, rod: 0.12, offset: 0.05 });
  const drive: Constraint = {
    kind: "motion",
    name: "drive",
    driven: { joint: "crank", coordinate: 0 },
    motion: { kind: "polynomial", coefficients: [0, -5] },
  };
  const model = buildModel({ ...given, constraints: [drive] });
  return simulate(model, 2, { state: assemble(model, neutralState(given)).state, formulation: "embedded" });
};

const loops: readonly Wording[] = [
  {
    code: "cannot-close",
    make: () => assemble(row(5), neutralState(row(5))),
    message:
      'joint "pin" cannot be closed: displacement along x is left at -3 in the nearest pose that was found. Look for lengths that do not fit together or for constraints that contradict each other, or draw the pose nearer to a closed one. No small move of a joint brings it nearer: if the lengths fit, it is drawn at a dead point. Draw it a little to one side.',
  },
  {
    code: "cannot-close",
    make: () => assemble(rods(2, 3), neutralState(rods(2, 3))),
    message:
      'constraint "long" cannot be closed: distance is left at # in the nearest pose that was found (open: constraint "short", constraint "long"). Look for lengths that do not fit together or for constraints that contradict each other, or draw the pose nearer to a closed one.',
  },
  {
    code: "cannot-close",
    make: () => assemble(fourBar(), stateFromJoints(fourBar(), { q: { rocker: 3 } }), { pinned: ["rocker"] }),
    message:
      'joint "pin" cannot be closed: displacement along y is left at # in the nearest pose that was found. Pin fewer joints than "rocker", or give them values that the mechanism can have.',
  },
  {
    code: "loop-open",
    make: () => simulate(fourBar(), 1, { state: open() }),
    message:
      'joint "pin": displacement along x is off by # in this state. Let assemble(model, state) close it, or name the joints to keep and leave out the rest.',
  },
  {
    code: "singular-start",
    make: () => simulate(row(2), 1),
    message:
      'joint "pin": displacement along x does not hold the mechanism in the pose at 0 s, but does in poses beside it. This is a dead point, from which it could move on in more than one way. Start to one side of it: give one of its joints another coordinate. Or start with speeds: it goes on along them.',
  },
  {
    code: "singular-start-speeds",
    make: () => simulate(fourBarRow({ n: 1 }), 1, { state: { q: level, v: { link0: 5, link1: 3 } } }),
    message:
      'joint "pin0": displacement along x would open it, whatever the accelerations: the pose at 0 s is a dead point, from which the mechanism can move on in several ways, and these speeds are along none of them. Give the speeds of all joints along one of its motions, or start to one side of the pose.',
  },
  {
    code: "loop-joint",
    make: () =>
      createEvaluator(fourBar()).actuatorForces(simulate(fourBar(), 0).stateAt(0), new Float64Array(3), {
        joints: ["pin"],
      }),
    message:
      'joint "pin" closes a loop: it is cut, and no speed is its own that a force could act along. Put an actuator on it and choose that by actuators, or give the joint the role "tree", so that another one of the loop is cut.',
  },
  {
    code: "singular-pose",
    make: () =>
      createEvaluator(fourBarRow({ n: 1 })).forwardDynamics(stateFromJoints(fourBarRow({ n: 1 }), { q: level })),
    message:
      'joint "pin0": displacement along x does not hold the mechanism in the pose at 0 s, but does in poses beside it. In such a dead point the state does not determine accelerations, forces of closures or their derivatives. Ask for them in a pose to one side of it: give one of its joints another coordinate. A run with speeds passes it.',
  },
  {
    code: "singular-start",
    make: () => simulate(folded(), 1, { state: { q: { hook: [0.1, Math.PI] } } }),
    message:
      'joint "hook": its second bend is half a turn (# rad), where a rate of the first one turns nothing, so a run cannot start there. Start beside it, or give the joint axes that put the larger bend first.',
  },
  {
    code: "closures-singular",
    make: lockUp,
    message:
      'the run stopped at # s: the loop closures are singular there: the mechanism locks up, or is at a dead point from which it could continue in more than one way (weakest: joint "pin", displacement along x); largest acceleration: #, joint "rod" of body "rod". Check loads, masses and dead points near that joint, or raise the tolerance.',
  },
  {
    code: "closed-wrong-way",
    make: () =>
      simulate(
        mechanism("half a turn")
          .body("arm", bar)
          .spherical("ball", { parent: "ground", child: "arm" })
          .weld("seam", {
            parent: "ground",
            child: "arm",
            at: { position: [0, 0, 0], axisAngle: [[0, 0, 1], Math.PI] },
            role: "loop",
          })
          .build(),
        1,
      ),
    message:
      'joint "seam" closes the wrong way round in the pose nearest to the drawn one: its two frames are half a turn apart. Draw the pose with the axes of the joint pointing the same way.',
  },
];

const hinge = (options: CoordinateOptions): Model =>
  mechanism("hinge")
    .body("wheel", bar)
    .revolute("axle", { parent: "ground", child: "wheel", axis: [0, 0, 1], ...options })
    .build();
const runCut = (model: Model): unknown => simulate(explode(model), 0.1, { formulation: "mass-matrix" });
/** A cut joint with a damper along axes that cannot be read off its frames. */
const mixed = () => {
  const axes = [rotateAbout([0, 0, 1], { damping: 1 }), screwAlong([1, 0, 0], 0.1)];
  const model = explode(
    mechanism("mixed").body("wheel", bar).general("axle", { parent: "ground", child: "wheel", axes }).build(),
  );
  return { model, topology: buildTopology(model) };
};
const cutJoints: readonly Wording[] = [
  {
    code: "armature-on-cut-joint",
    make: () => runCut(hinge({ armature: 0.1 })),
    message:
      'joint "axle": its coordinate 0 has an armature (0.1), but the joint is cut to open a loop or to carry every body on its own, so that no speed moves with it. Give the joint the role "tree", so that another joint of the loop is cut, and choose a formulation in joint coordinates.',
  },
  {
    code: "cut-joint-loads",
    make: () => {
      const { model, topology } = mixed();
      return traceLoads(new TreeProgram(buildSkeleton(model, topology)).begin("loads"));
    },
    message:
      'joint "axle" is cut, and springs, dampers, stops, forces or actuators act along its coordinates, which cannot be read off the frames that it connects: its axes mix translations and rotations, or repeat one another. Give it the role "tree" and choose a formulation in joint coordinates.',
  },
];

const runAugmented = (augmented: object, model = hinge({})): unknown =>
  simulate(model, 1e-3, { formulation: "augmented", augmented });
const point = (): Model =>
  mechanism("point")
    .body("bob", { mass: 1, inertia: [0, 0, 0], com: [1, 0, 0] })
    .revolute("hinge", { parent: "ground", child: "bob", axis })
    .build();

const augmented: readonly Wording[] = [
  {
    code: "formulation-refuses",
    make: () => runAugmented({}, point()),
    message:
      'a simulation by formulation "augmented" is not possible: model "point": body "bob" has no inertia of its own about some axis, and bodies that answer for themselves need mass and three moments above 0. Give it some, or choose a formulation in joint coordinates.',
  },
  {
    code: "formulation-refuses",
    make: () => runAugmented({}, hinge({ armature: 0.5 })),
    message:
      'a simulation by formulation "augmented" is not possible: model "hinge": joint "axle" has an armature along coordinate 0, which belongs to no body alone. Choose a formulation in joint coordinates, or give the inertia to a body.',
  },
  {
    code: "unknown-solver",
    make: () => runAugmented({ solve: "bandit" }),
    message: 'solver "bandit" is unknown. Did you mean "banded"?',
  },
  {
    code: "unknown-product",
    make: () => runAugmented({ product: "blok" }),
    message: 'product "blok" is unknown. Did you mean "block"?',
  },
  {
    code: 'unknown-option of formulation "augmented"',
    make: () => runAugmented({ zeta: 1 }),
    message:
      'option of formulation "augmented" "zeta" is unknown. Known: "product", "solve", "ordering", "dampingRatio", "naturalFrequency", "tolerance", "iterations", "limit", and 1 more.',
  },
  {
    code: "option-range",
    make: () => runAugmented({ naturalFrequency: -1 }),
    message:
      'formulation "augmented": option "naturalFrequency" = -1 must be a number of at least 0. Leave it out for 20.',
  },
  {
    code: "option-without-effect",
    make: () => simulate(hinge({}), 1e-3, { formulation: "articulated", augmented: { solve: "lu" } }),
    message:
      'options of the formulation "augmented" have no effect on "articulated". Set formulation: "augmented", or leave them out.',
  },
  {
    code: "option-without-effect",
    make: () => simulate(fourBar(), 1e-3, { formulation: "tree-augmented", closure: "analytic" }),
    message: 'closure "analytic" has no effect on "tree-augmented". Set formulation: "embedded", or leave it out.',
  },
  {
    code: "unknown-closure",
    make: () => simulate(fourBar(), 1e-3, { formulation: "embedded", closure: "newton" as "iterative" }),
    message: 'closure "newton" is unknown. Known: "analytic", "iterative".',
  },
  {
    code: "no-closed-form",
    make: () => simulate(bricard(), 1e-3, { formulation: "embedded", closure: "analytic" }),
    message:
      'closure "analytic" is not possible: model "Bricard\'s six-bar linkage": joint "hinge3" is neither a ball joint, a universal joint nor a distance. Choose "iterative", or leave closure out.',
  },
  {
    code: "no-closed-form",
    make: () => simulate(stewartPlatform(), 1e-3, { formulation: "embedded", closure: "analytic" }),
    message:
      'closure "analytic" is not possible: model "Stewart platform": no formula is known that finds joint "base0", joint "ball0", joint "base1" and 4 more from the independent coordinates and joint "ball1", joint "ball2", joint "ball3" and 2 more. Choose "iterative", or leave closure out.',
  },
  {
    code: "unknown-joint ordering",
    make: () => orderJoints({ size: 1, neighbours: [[]] }, "rcn" as OrderName),
    message: 'joint ordering "rcn" is unknown. Did you mean "rcm"?',
  },
  {
    code: "unknown-body",
    make: () => divideBodies(hinge({}), [{ body: "wheeel", shares: [[], []] }]),
    message: 'model "hinge": body "wheeel" is unknown. Did you mean "wheel"?',
  },
  {
    code: "joint-not-on-body",
    make: () => divideBodies(hinge({}), [{ body: "wheel", shares: [["axel"], []] }]),
    message: 'body "wheel" of model "hinge": joint "axel" is not on it, so no part can take it. Did you mean "axle"?',
  },
  {
    code: "joint-shared-twice",
    make: () => divideBodies(hinge({}), [{ body: "wheel", shares: [["axle"], ["axle"]] }]),
    message: 'body "wheel": joint "axle" is given to two parts. Give it to one.',
  },
];

export const formulationWording: readonly Wording[] = [...loops, ...cutJoints, ...augmented];
