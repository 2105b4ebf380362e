import { coast, holdSpeed, inTurn, press } from "../drive/pedals.js";
import { straight } from "../drive/steering.js";
import { meanBetween, peakBetween, valueAt } from "../metrics/signals.js";
import { degrees } from "../report/conversions.js";
import { judged, plain } from "../report/report.js";
import { onSlope } from "../vehicles/changes.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest } from "./standard-test.js";

/** Climbs, stands across and holds on slopes. */
export const slopes = defineTest({
  name: "slopes",
  title: "Slopes",
  norm: "climb, side slope, start and hold",
  summary: "climbs a slope, drives along a side slope, holds on a slope and starts there",
  options: {
    climb: { unit: "", default: 0.6, doc: "grade that is climbed, rise over level length" },
    side: { unit: "", default: 0.4, doc: "grade of the side slope" },
    hold: { unit: "", default: 0.3, doc: "grade on which it stands and starts" },
    speed: { unit: "m/s", default: 2, doc: "speed of climb and side slope" },
  },
  drives: () => 3,
  run: (session, { climb, side, hold, speed }) => {
    const steady = { steering: straight, pedals: holdSpeed(() => speed) };
    const up = session
      .with(onSlope(session.vehicle, climb, "ahead", "driving"))
      .drive("climbing", 10, steady, { speed });
    const across = session
      .with(onSlope(session.vehicle, side, "left", "driving"))
      .drive("driving across", 10, steady, { speed });
    const standing = inTurn(
      press({ brake: 1 }),
      10,
      inTurn(
        coast,
        10,
        holdSpeed((t) => Math.min(speed, (t - 10) / 2)),
      ),
    );
    const held = session
      .with(onSlope(session.vehicle, hold, "ahead", "standing"))
      .drive("holding and starting", 16, { steering: straight, pedals: standing });
    const rolled = Math.max(
      0,
      held.column("x")[0] - held.column("x").reduce((least, x) => Math.min(least, x), Infinity),
    );
    const loads = session.vehicle.wheels.map(({ name }) => meanBetween(across.t, across.column(`${name}.fz`), 5, 10));
    const creep = Math.abs(valueAt(held.t, held.column("x"), 9.9) - valueAt(held.t, held.column("x"), 3));
    return {
      numbers: [
        judged("climbSpeed", "speed kept on the climb", meanBetween(up.t, up.column("speed"), 8, 10), "m/s", {
          atLeast: 0.9 * speed,
        }),
        plain("climbThrottle", "throttle on the climb", 100 * meanBetween(up.t, up.column("throttle"), 8, 10), "%"),
        judged("leastLoad", "load of the lightest wheel on the side slope", Math.min(...loads), "N", { atLeast: 0 }),
        plain("sideRoll", "roll against the side slope", degrees(peakBetween(across.t, across.column("roll"))), "deg"),
        plain("sideDrift", "down the side slope", -valueAt(across.t, across.column("y"), 10), "m"),
        judged("creep", "moved in 7 s with the brake on", 1000 * creep, "mm", { atMost: 1 }),
        plain("rollBack", "rolled back at the start", rolled, "m"),
        judged("startSpeed", "speed 6 s after the brake was let go", valueAt(held.t, held.column("speed"), 16), "m/s", {
          atLeast: 0.5 * speed,
        }),
      ],
      tables: [
        {
          name: "loads",
          title: "Wheel loads on the side slope",
          columns: ["wheel", "load [N]"],
          rows: session.vehicle.wheels.map(({ name }, i) => [name, loads[i]]),
        },
      ],
      plots: [overTime(up, "speed", "speed on the climb [m/s]")],
      notes: [
        "Gravity leans instead of the ground; on the climb and on the side slope the vehicle comes from level ground. Steering is held straight on the side slope.",
      ],
      channels: channelsOf(held),
    };
  },
});
