// A mechanism of one's own: a quarter of a car, hit by a bump, with four payloads. Springs by curves, a parameter that
// is varied without compiling again, rest positions, and events.
import { createSimulation, curve, mechanism, param } from "kinetree";
import { equilibrium, modes } from "kinetree/analysis";
import { neg, add } from "kinetree/graph";
import { solidBox, solidCylinder, stateFromJoints, table } from "kinetree";
import { sub } from "kinetree/graph";
import { tableText } from "./support/table.mjs";

const [SPRING, TYRE] = [22_000, 180_000]; // N/m
const [CHASSIS, WHEEL] = [320, 40]; // kg
const G = 9.81;
const BUMP = 0.5; // s

export const car = mechanism("quarter car")
  .parameter("payload", 0, { unit: "kg", min: 0, max: 400 })
  .gravity(0, 0, -G)
  .body("wheel", solidCylinder(WHEEL, 0.3, 0.2))
  .body("chassis", solidBox(add(CHASSIS, param("payload")), [1, 0.6, 0.3]))
  .prismatic("axle", { parent: "ground", child: "wheel", at: [0, 0, 0.3], axis: [0, 0, 1] })
  .prismatic("strut", { parent: "wheel", child: "chassis", at: [0, 0, 0.4], axis: [0, 0, 1] })
  // The damper gives way on compression and holds on rebound: tension over the rate of length [m/s → N].
  .pointSpring("suspension", {
    a: "wheel",
    b: "chassis",
    stiffness: SPRING,
    freeLength: 0.4,
    damping: curve([
      [-2, -1800],
      [0, 0],
      [2, 5000],
    ]),
  })
  // A tyre pushes and never pulls: tension over extension [m → N].
  .pointSpring("tyre", {
    a: "ground",
    b: "wheel",
    stiffness: curve([
      [-0.3, -0.3 * TYRE],
      [0, 0],
      [0.3, 0],
    ]),
    freeLength: 0.3,
    damping: 50,
  })
  .jointForce("bump", {
    joint: "axle",
    force: table([
      [BUMP, 0],
      [BUMP + 0.03, 9000],
      [BUMP + 0.06, 0],
    ]),
  })
  .build();

const simulation = createSimulation(car, {
  measures: { height: (probe) => probe.position("chassis")[2] },
  events: [
    { name: "highest", when: (probe) => probe.velocity("chassis")[2], direction: "falling" },
    { name: "off the road", when: (probe) => sub(probe.position("wheel")[2], 0.3), direction: "rising" },
    { name: "back on it", when: (probe) => neg(sub(probe.position("wheel")[2], 0.3)), direction: "rising" },
  ],
});

const rows = [0, 100, 200, 300].map((payload) => {
  const parameters = { payload };
  // With the tyre on the ground: in the air there is nothing that could hold the car.
  const rest = equilibrium(car, stateFromJoints(car, { q: { axle: -0.01 } }), { parameters });
  const [bounce] = modes(car, rest.point, { parameters }).damped;
  const { column, events } = simulation.run(3, { parameters, state: rest.point, sampleEvery: 0.001 });
  const height = column("height");
  // At rest the speed is zero but for rounding, and passes zero now and then.
  const after = events.filter(({ state }) => state.t > BUMP);
  const at = (/** @type {string} */ name) => after.find((event) => event.name === name)?.state.t ?? NaN;
  // By hand: both springs in a row carry their share of the weight.
  const byHand = 0.7 - ((CHASSIS + payload) * G) / SPRING - ((CHASSIS + payload + WHEEL) * G) / TYRE;
  return [
    payload,
    height[0].toFixed(6),
    byHand.toFixed(6),
    bounce.frequency.toFixed(3),
    (1000 * (Math.max(...height) - height[0])).toFixed(1),
    at("highest").toFixed(4),
    (1000 * (at("back on it") - at("off the road"))).toFixed(0),
  ];
});
const head = [
  "payload [kg]",
  "rest [m]",
  "by hand [m]",
  "bounce [Hz]",
  "thrown up [mm]",
  "highest at [s]",
  "in the air [ms]",
];
console.log(tableText(rows, { head, indent: 0 }));
