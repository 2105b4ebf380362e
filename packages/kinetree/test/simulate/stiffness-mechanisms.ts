import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model, Signal } from "../../src/model/types.js";

/** A pendulum that hangs from a cart of 1 kg on a rail, which a spring [N/m] and a damper [N s/m] hold in its place. */
export const heldCart = (stiffness: number, damping: number): Model =>
  mechanism("held cart")
    .gravity(0, 0, -9.81)
    .body("cart", { mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0] })
    .body("bob", { mass: 1, com: [0, 0, -1], inertia: [0.1, 0.1, 0.1, 0, 0, 0] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], stiffness, damping })
    .revolute("hinge", { parent: "cart", child: "bob", axis: [0, 1, 0] })
    .build();

/** A block with a pendulum below it, on a rail upwards that ends in a stiff stop; a force lifts it off for a while. */
export const blockOnStop = (lift: Signal): Model =>
  mechanism("block on a stop")
    .gravity(0, 0, -9.81)
    .body("block", { mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0] })
    .body("bob", { mass: 0.2, com: [0, 0, -0.05], inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0] })
    .prismatic("rail", {
      parent: "ground",
      child: "block",
      axis: [0, 0, 1],
      lower: 0,
      upper: 10,
      stopStiffness: 1e8,
      stopDamping: 1e5,
    })
    .revolute("hinge", { parent: "block", child: "bob", axis: [0, 1, 0] })
    .jointForce("lift", { joint: "rail", force: lift })
    .build();
