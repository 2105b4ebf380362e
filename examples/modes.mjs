// A double pendulum looked at around its positions of rest: frequencies hanging down, growth standing up, A and B.
import { stateFromJoints } from "kinetree";
import { equilibrium, linearize, modes } from "kinetree/analysis";
import { doublePendulum, pendulum } from "kinetree/systems";

const G = 9.81;
const model = doublePendulum();

// Let go anywhere, it settles hanging down.
const down = equilibrium(model, stateFromJoints(model, { q: { shoulder: 0.7, elbow: -1.1 } }));
console.log(`found hanging down in ${down.iterations} steps, stable: ${down.isStable}`);
const slow = Math.sqrt(G * (2 - Math.sqrt(2)));
const fast = Math.sqrt(G * (2 + Math.sqrt(2)));
const { undamped } = modes(model, down.point);
undamped.forEach(({ angularFrequency, byJoint }, i) => {
  const byHand = [slow, fast][i];
  const ratio = byJoint.elbow[0] / byJoint.shoulder[0];
  console.log(
    `ω = ${angularFrequency.toFixed(9)} rad/s, by hand ${byHand.toFixed(9)}; elbow : shoulder = ${ratio.toFixed(3)}`,
  );
});

// The nearest balance to an upright start is the upright one. What swung below grows above, at the same rates.
const up = equilibrium(model, stateFromJoints(model, { q: { shoulder: 3.1, elbow: 0.05 } }), { find: "nearest" });
const growth = modes(model, up.point).undamped.filter(({ isUnstable }) => isUnstable);
console.log(`found standing up, stable: ${up.isStable}`);
console.log(`grows at ${growth.map(({ eigenvalue }) => eigenvalue.re.toFixed(9)).join(" and ")} 1/s`);

// ẋ = A x + B w about the upright pendulum of 2 kg and 0.5 m: A = [0 1; g/l 0], B = [0; 1/(m l²)].
const single = pendulum({ mass: 2, length: 0.5 });
const { A, B } = linearize(single, stateFromJoints(single, { q: { hinge: Math.PI } }));
console.log(`A = [${Array.from(A.data, (x) => x.toFixed(6)).join(", ")}]`);
console.log(`B = [${Array.from(B.data, (x) => x.toFixed(6)).join(", ")}]`);
