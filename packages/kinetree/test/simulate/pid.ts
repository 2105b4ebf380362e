import { defineController, type ControllerComponent } from "../../src/simulate/clock/controllers.js";

/** What a PID controller remembers. */
interface PidState {
  readonly sum: number;
  readonly last: number | null;
  readonly trail: Float64Array;
  readonly phase: string;
}

/** Brings coordinate 0 to a place, by its integral and its difference between samples. */
export const pid = (target = 0.3): ControllerComponent =>
  defineController<PidState>({
    state: () => ({ sum: 0, last: null, trail: new Float64Array(2), phase: "rising" }),
    step: ({ q }, { sum, last, trail }, tick) => {
      const error = target - q[0];
      const next = sum + 0.1 * error;
      const difference = last === null ? 0 : error - last;
      const command = 8 * error + next + 20 * difference;
      return {
        commands: [command],
        state: {
          sum: next,
          last: error,
          trail: Float64Array.of(trail[1], tick),
          phase: error > 0 ? "rising" : "above",
        },
      };
    },
  });
