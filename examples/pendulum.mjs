import { simulate } from "kinetree";
import { pendulum } from "kinetree/systems";

const { events } = simulate(pendulum({ length: 1 }), 10, {
  state: { q: { hinge: 1 } }, // rad, from rest
  events: [{ name: "lowest point", when: (probe) => probe.q("hinge") }],
});
console.log(`period ${2 * (events[1].state.t - events[0].state.t)} s`);
