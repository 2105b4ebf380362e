import { buildModel, buildTopology, massesOf, type ModelDescription, type Model } from "kinetree";
import { idealActuation, type IdealTorques } from "./actuation.js";
import type { TestVehicle } from "./test-vehicle.js";

/** A model on tyres, and where its driver acts. */
export interface Equipment extends Omit<TestVehicle, "model" | "driver" | "actuation" | "mass" | "run"> {
  readonly description: ModelDescription;
  /** Joint that steers, and the torque on it at full lock to the left [N m]. */
  readonly steeredBy: readonly { readonly joint: string; readonly torque: number }[];
  readonly torques: IdealTorques;
  readonly run: TestVehicle["run"];
}

/** Adds actuators and the controller "driver". */
export function equip({ description, steeredBy, torques, ...rest }: Equipment): TestVehicle {
  const model = withDriver(description, steeredBy, rest);
  const { tree } = buildTopology(model);
  const placeOf = (name: string): number => tree.find(({ joint }) => model.joints[joint].name === name)?.vStart ?? NaN;
  const actuation = idealActuation(torques, {
    spins: rest.wheels.map(({ spin }) => placeOf(spin)),
    forward: placeOf(rest.chassis.joint) + 3,
  });
  const { step, start } = actuation;
  return {
    ...rest,
    model,
    driver: "driver",
    mass: massesOf(model).total,
    // Several joints may be steered, by one command each.
    actuation: {
      start,
      step: (inputs, measured, memory, dt) => {
        const { commands, memory: next } = step(inputs, measured, memory, dt);
        return { commands: [...steeredBy.map(() => commands[0]), ...commands.slice(1)], memory: next };
      },
    },
  };
}

function withDriver(
  description: ModelDescription,
  steeredBy: Equipment["steeredBy"],
  { wheels, chassis, massCentre, run }: Pick<TestVehicle, "wheels" | "chassis" | "massCentre" | "run">,
): Model {
  const bounds = { gain: 1, lower: null, upper: null };
  const actuators: Model["actuators"] = [
    ...steeredBy.map(({ joint, torque }, i) => ({
      kind: "joint" as const,
      name: `steering${steeredBy.length > 1 ? i + 1 : ""}`,
      joint,
      coordinate: 0,
      gain: torque,
      lower: -1,
      upper: 1,
    })),
    ...wheels.map(({ name, spin }) => ({
      kind: "joint" as const,
      name: `torque.${name}`,
      joint: spin,
      coordinate: 0,
      ...bounds,
    })),
    {
      kind: "body",
      name: "drag",
      at: { body: chassis.body, pose: { position: [...massCentre], rotation: [1, 0, 0, 0] } },
      axis: [1, 0, 0],
      effect: "force",
      along: "body",
      ...bounds,
    },
  ];
  // The driver samples with every step: brakes that stick are part of what it computes.
  const period = run.step;
  const controller = { name: "driver", period, actuators: actuators.map(({ name }) => name) };
  return buildModel({ ...description, actuators, controllers: [controller], tick: period });
}
