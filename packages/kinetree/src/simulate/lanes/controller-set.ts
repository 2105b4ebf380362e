import type { LaneIndex } from "../../kernel/instance.js";
import type { RunController } from "../clock/controllers.js";
import { scheduleOf, tickFor, type Schedule } from "../clock/tick.js";
import type { PlannedLaw } from "../plan/controller-laws.js";
import type { PlannedController } from "../plan/planned-controllers.js";
import { ControllerClock } from "./controller-clock.js";
import { hostController } from "./host-controller.js";
import type { LanePair } from "./lane-pair.js";
import { lawController } from "./law-controller.js";

/** The controllers of a run or a batch: the law of each or what is given in its place, on one clock. */
export interface ControllerSet {
  /** [s] */
  readonly tick: number;
  readonly members: readonly Member[];
}

interface Member {
  readonly planned: PlannedController;
  readonly latency: number;
  readonly schedule: Schedule;
  readonly by: { readonly law: PlannedLaw } | { readonly given: RunController };
}

/** Null without controllers. Each must have a law or be given. */
export function controllerSet(
  controllers: readonly PlannedController[],
  laws: readonly PlannedLaw[],
  given: Readonly<Record<string, RunController>>,
  givenTick: number | null,
): ControllerSet | null {
  if (controllers.length === 0) return null;
  const found = controllers.flatMap((planned) => {
    const own = given[planned.name];
    const law = laws.find(({ name }) => name === planned.name);
    const latency = (typeof own === "object" ? own.latency : undefined) ?? planned.latency;
    const by = own ? { given: own } : law ? { law } : null;
    return by ? [{ planned, latency, by }] : [];
  });
  const tick = tickFor(
    found.map(({ planned: { name, period }, latency }) => ({ name, period, latency })),
    givenTick,
  );
  return {
    tick: tick.seconds,
    members: found.map((each) => ({ ...each, schedule: scheduleOf(each.planned.period, tick) })),
  };
}

/** The controllers of a set on one lane, for a run or sample that starts at an instant. */
export const clockOnLane = (
  { tick, members }: ControllerSet,
  pair: LanePair,
  lane: LaneIndex,
  start: number,
  parameters: Readonly<Record<string, number>>,
): ControllerClock =>
  new ControllerClock(
    pair,
    lane,
    start,
    tick,
    members.map(({ planned, latency, schedule, by }) => ({
      name: planned.name,
      actuators: planned.actuators,
      latency,
      schedule,
      controller:
        "law" in by
          ? lawController(pair, lane, by.law, planned.actuators.length)
          : hostController(by.given, planned, parameters),
    })),
  );
