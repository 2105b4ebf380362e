import { defineController, type RunController, type State } from "kinetree";
import type { DriverInputs, TestVehicle } from "../vehicles/test-vehicle.js";
import { seenBy, type Seen } from "./seen.js";

/** Turns the steering wheel: -1 to 1 from what is seen and from the time since the start [s]. */
export type Steering = (seen: Seen, t: number) => number;

/** Works the pedals. `memory` is a number that it keeps, such as the sum of a controller. */
export type Pedals = (
  seen: Seen,
  t: number,
  memory: number,
  dt: number,
) => { readonly throttle: number; readonly brake: number; readonly memory: number };

/** A driver of a test. */
export interface Driver {
  readonly steering: Steering;
  readonly pedals: Pedals;
}

interface Memory {
  readonly pedals: number;
  readonly actuation: readonly number[];
}

/** What is told at each sample of the driver: the time, what it does, and the memory of the actuation. */
export type Note = (t: number, inputs: DriverInputs, actuation: readonly number[]) => void;

/** The driver as a controller on the clock of the run. */
export function driverController(
  vehicle: TestVehicle,
  { steering, pedals }: Driver,
  note: Note,
  start: readonly number[] = vehicle.actuation.start,
): RunController {
  const seen = seenBy(vehicle);
  const { period } = vehicle.model.controllers.find(({ name }) => name === vehicle.driver) as { period: number };
  const tick = vehicle.model.tick ?? period;
  return defineController<Memory>({
    state: () => ({ pedals: 0, actuation: start }),
    step: (measured: State, memory: Memory, ticks: number) => {
      const t = ticks * tick;
      const now = seen(measured);
      const { throttle, brake, memory: pedalMemory } = pedals(now, t, memory.pedals, period);
      const inputs = { steering: Math.max(-1, Math.min(1, steering(now, t))), throttle, brake };
      const { commands, memory: actuation } = vehicle.actuation.step(inputs, measured, memory.actuation, period);
      note(t, inputs, actuation);
      return { commands, state: { pedals: pedalMemory, actuation } };
    },
  });
}
