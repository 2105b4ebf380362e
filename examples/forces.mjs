// Forces: which torques hold an arm with a load, what its joints carry, and the pull in a pendulum's rod.
import { createEvaluator, createSimulation, stateFromJoints } from "kinetree";
import { arm7, arm7Ready, pendulum } from "kinetree/systems";
import { tableText } from "./support/table.mjs";

const G = 9.81;
const PAYLOAD = 3; // kg
const arm = createEvaluator(arm7({ payload: PAYLOAD }));
const ready = stateFromJoints(arm.model, {
  q: Object.fromEntries(arm7Ready.map((angle, i) => [`joint${i + 1}`, angle])),
});

// M v̇ + bias = τ: at rest the bias is what gravity asks of the motors.
const holding = arm.bias(ready);
const still = arm.forwardDynamics(ready, { tau: holding });
const loads = arm.jointLoads(ready, new Float64Array(still.length));
const rows = loads
  .slice(0, holding.length)
  .map(({ name, force }, i) => [
    name,
    holding[i].toFixed(3),
    String(arm.model.actuators[i].upper),
    Math.sqrt(force.reduce((sum, x) => sum + x * x, 0)).toFixed(3),
  ]);
console.log(tableText(rows, { head: ["", "torque [N m]", "rated [N m]", "force carried [N]"], indent: 0 }));
console.log(`largest acceleration left ${Math.max(...still.map(Math.abs)).toExponential(1)} rad/s²`);
const mass = arm.model.bodies.reduce((sum, body) => sum + Number(body.mass), 0);
console.log(`joint1 carries ${loads[0].force[2].toFixed(6)} N, all links weigh ${(mass * G).toFixed(6)} N`);

// A pendulum let go level: the rod pulls with m g (3 cos θ - 2 cos θ₀), here 3 m g at the lowest point.
const swing = createSimulation(pendulum({ mass: 2 }), {
  tolerance: 1e-12,
  events: [{ name: "lowest", when: (probe) => probe.q("hinge"), terminal: true }],
});
const { final } = swing.run(5, { state: { q: { hinge: Math.PI / 2 } } });
const [hinge] = createEvaluator(swing.model).jointLoads(final);
console.log(`rod at the lowest point ${hinge.force[2].toFixed(8)} N, by hand ${(3 * 2 * G).toFixed(8)} N`);
