import { createForwardDerivatives } from "../../../src/analysis/derivatives.js";
import { createEquilibrium, equilibrium } from "../../../src/analysis/equilibrium.js";
import { linearize } from "../../../src/analysis/linearize.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { solidBox } from "../../../src/model/bodies/solids.js";
import { parameterValues } from "../../../src/state/parameter-values.js";
import { commandsFromActuators, neutralState, stateFromJoints } from "../../../src/state/state.js";
import { doublePendulum } from "../../../src/systems/chains/double-pendulum.js";
import type { Wording } from "./row.js";

const box = solidBox(1, [1, 1, 1]);
const x = [1, 0, 0] as const;
const model = mechanism("arm")
  .parameter("m", 1, { min: 0, max: 5 })
  .body("arm", box)
  .body("hand", box)
  .body("plate", box)
  .revolute("elbow", { parent: "ground", child: "arm", axis: x })
  .spherical("wrist", { parent: "arm", child: "hand" })
  .weld("bolt", { parent: "hand", child: "plate" })
  .weld("closing", { parent: "plate", child: "ground", role: "loop" })
  .actuator("motor", { joint: "elbow" })
  .build();
const chain = mechanism("chain")
  .body("a", box)
  .body("b", box)
  .body("c", box)
  .revolute("first", { parent: "ground", child: "a", axis: x })
  .revolute("second", { parent: "ground", child: "b", axis: x })
  .revolute("third", { parent: "ground", child: "c", axis: x })
  .coupler("gear", { driven: "second", driving: "first", polynomial: [1, 3] })
  .coupler("last", { driven: "third", driving: "second", polynomial: [0, 2] })
  .build();
const light = mechanism("light")
  .body("a", { massless: true })
  .body("b", { massless: true })
  .revolute("turn", { parent: "ground", child: "a", axis: x })
  .revolute("follow", { parent: "ground", child: "b", axis: x })
  .coupler("gear", { driven: "follow", driving: "turn", polynomial: [0, 2] })
  .build();

const states: readonly Wording[] = [
  {
    code: "unknown-joint",
    make: () => stateFromJoints(model, { q: { elbwo: 1 } }),
    message: 'joint "elbwo" is unknown. Did you mean "elbow"?',
  },
  {
    code: "wrong-length",
    make: () => stateFromJoints(model, { q: { wrist: [1, 0, 0] } }),
    message: 'joint "wrist" is given 3 coordinates, needs 4: it is spherical. Give [w, x, y, z].',
  },
  {
    code: "wrong-length",
    make: () => stateFromJoints(model, { v: { elbow: [1, 2] } }),
    message: 'joint "elbow" is given 2 speeds, needs 1: it is revolute. Give one number.',
  },
  {
    code: "wrong-length",
    make: () => stateFromJoints(model, { q: { bolt: 1 } }),
    message: 'joint "bolt" is given 1 coordinates, needs 0: it is weld. Give none, or leave it out.',
  },
  {
    code: "not-numbers",
    make: () => stateFromJoints(model, { q: { elbow: "30 deg" as never } }),
    message:
      'joint "elbow" is given "30 deg" as its coordinates, must be one number. Numbers in code are SI, without a unit.',
  },
  {
    code: "not-finite",
    make: () => stateFromJoints(model, { v: { elbow: NaN } }),
    message: 'joint "elbow" is given NaN among its speeds, must be finite.',
  },
  {
    code: "not-finite",
    make: () => stateFromJoints(model, { t: Infinity }),
    message: "time is Infinity, must be finite. Give it in seconds.",
  },
  {
    code: "quaternion-not-unit",
    make: () => stateFromJoints(model, { q: { wrist: [1.5, 0, 0, 2] } }),
    message: 'joint "wrist" has a quaternion of length 2.5, must be 1 within 1e-9. Divide w, x, y, z by their length.',
  },
  {
    code: "loop-joint",
    make: () => stateFromJoints(model, { q: { closing: 1 } }),
    message: 'joint "closing" closes a loop: it has no coordinates of its own. Set those of the tree joints.',
  },
  {
    code: "unknown-actuator",
    make: () => commandsFromActuators(model, { moto: 1 }),
    message: 'actuator "moto" is unknown. Did you mean "motor"?',
  },
  {
    code: "not-finite",
    make: () => commandsFromActuators(model, { motor: Infinity }),
    message: 'actuator "motor" is commanded Infinity, must be finite.',
  },
  {
    code: "unknown-parameter",
    make: () => parameterValues(model, { mm: 1 }),
    message: 'parameter "mm" is unknown. Did you mean "m"?',
  },
  {
    code: "parameter-range",
    make: () => parameterValues(model, { m: 6 }),
    message: 'parameter "m" is 6, must be a finite number from 0 to 5.',
  },
];

const couplers: readonly Wording[] = [
  {
    code: "coupler-broken",
    make: () => stateFromJoints(chain, { q: { first: 0.5, second: 2.4 } }),
    message:
      'coupler "gear": the coordinate of joint "second" is 2.4, but the coordinate of joint "first" makes it 2.5. Leave it out in stateFromJoints, or let followCouplers(model, state) set it.',
  },
  {
    code: "coupler-broken",
    make: () => stateFromJoints(chain, { v: { second: 1 } }),
    message:
      'coupler "gear": the speed of joint "second" is 1, but the speed of joint "first" makes it 0. Leave it out in stateFromJoints, or let followCouplers(model, state) set it.',
  },
  {
    code: "formulation-refuses",
    make: () => createEvaluator(chain, { formulation: "articulated" }).forwardDynamics(neutralState(chain)),
    message:
      'forward dynamics by formulation "articulated" is not possible: model "chain": coupler "gear" (and 1 more) ties joints together, which this recursion cannot do. Choose the formulation "mass-matrix", or leave the choice open.',
  },
  {
    code: "accelerations-open-loop",
    make: () => createEvaluator(chain).actuatorForces(neutralState(chain), Float64Array.of(1, 0, 0)),
    message:
      'constraint "gear": these accelerations would open it, coupled coordinate with an acceleration of -3. Give those of the independent speeds alone and let accelerationsFromJoints find the rest.',
  },
  {
    code: "accelerations-undetermined",
    make: () => createEvaluator(chain).accelerationsFromJoints(neutralState(chain), {}),
    message:
      'joint "third": no acceleration is given, and it does not follow from those that are. Give one for each independent speed.',
  },
  {
    code: "no-point",
    make: () => createForwardDerivatives(chain).jacobian("q"),
    message: "derivatives: no point is set, or parameters have changed since. Call at(point) first.",
  },
  {
    code: "pin-driven",
    make: () => equilibrium(chain, {}, { pinned: ["second"] }),
    message: 'pinned joint "second" is driven by coupler "gear". Pin what drives it instead.',
  },
  {
    code: "hinge-without-inertia",
    make: () => createEvaluator(light).forwardDynamics(neutralState(light)),
    message:
      'joint "turn" (ground → a): what it moves at t = 0 s has the inertia 0, must be > 0. Give "a" an inertia about that axis, or the joint an armature.',
  },
];

const analysisOptions: readonly Wording[] = [
  {
    code: "unknown-find",
    make: () => createEquilibrium(doublePendulum(), { find: "stabel" as "stable" }),
    message: 'find "stabel" is unknown. Did you mean "stable"?',
  },
  {
    code: "not-positive",
    make: () => createEquilibrium(doublePendulum(), { tolerance: -1 }),
    message: "tolerance is -1, must be a positive number. Leave it out for the default.",
  },
  {
    code: "not-a-count",
    make: () => createEquilibrium(doublePendulum(), { maxIterations: 1.5 }),
    message: "maxIterations is 1.5, must be a whole number of at least 0. Leave it out for the default.",
  },
  {
    code: "unknown-inputs",
    make: () => linearize(doublePendulum(), neutralState(doublePendulum()), { inputs: "actuator" as "actuators" }),
    message: 'inputs "actuator" is unknown. Did you mean "actuators"?',
  },
  {
    code: "unknown-variable",
    make: () => createForwardDerivatives(doublePendulum(), ["qq" as "q"]),
    message: 'variable "qq" is unknown. Did you mean "q"?',
  },
  {
    code: "unknown-variable",
    make: () => createForwardDerivatives(doublePendulum(), ["vdot" as "v"]),
    message: 'variable "vdot" is unknown. Known: "q", "v", "z", "tau", "u", "t", "parameters".',
  },
];

export const stateWording: readonly Wording[] = [...states, ...couplers, ...analysisOptions];
