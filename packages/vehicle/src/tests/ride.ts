import { holdSpeed } from "../drive/pedals.js";
import { followPath } from "../drive/follow-path.js";
import { alongX } from "../drive/path.js";
import { peakBetween, rms, valueAt } from "../metrics/signals.js";
import { filtered, weightingD, weightingK, type Section } from "../metrics/weighting.js";
import { G } from "../report/conversions.js";
import { plain } from "../report/report.js";
import { onGround } from "../vehicles/changes.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest, requireSpeed } from "./standard-test.js";

/** Short enough for the weighting up to 80 Hz [s]. */
const INTERVAL = 0.002;
/** The road begins before this place, and grows along so much of its length [m]. */
const START = 10;
const FADE = 10;

/** Weighted acceleration on a random road. */
export const ride = defineTest({
  name: "ride",
  title: "Ride on a random road",
  norm: "ISO 8608 road, ISO 2631-1 weighting",
  summary: "weighted accelerations of the seat, travel and wheel loads on a road of ISO 8608 at held speed",
  options: {
    class: { choices: ["A", "B", "C", "D", "E", "F", "G", "H"], default: "C", doc: "of the road" },
    speed: { unit: "m/s", default: 15, doc: "speed that is held" },
    length: { unit: "m", default: 300, doc: "of the record" },
    seed: { unit: "", default: 1, doc: "number of the road among those of its class" },
  },
  drives: () => 1,
  run: (session, options) => {
    const { speed, length, seed } = options;
    const road = {
      kind: "iso-8608" as const,
      class: options.class as "A",
      seed: Math.round(seed),
      start: START,
      length: FADE + length + 20,
      track: session.vehicle.sizes.track,
      fade: FADE,
    };
    const drive = session.with(onGround(session.vehicle, road)).drive(
      "riding",
      1.3 * ((START + FADE + length) / speed + 1),
      {
        steering: followPath(
          alongX(() => 0),
          session.vehicle,
          { lead: 0.2, reach: 1, understeer: 0 },
        ),
        pedals: holdSpeed(() => speed),
      },
      { speed, sampleEvery: INTERVAL, until: ({ x }) => x > START + FADE + length },
    );
    const { t, column } = drive;
    const first = column("x").findIndex((x) => x > START + FADE);
    requireSpeed("ride", session.vehicle, speed, valueAt(t, column("speed"), t[Math.max(0, first)]));
    const weighted = (name: string, chain: readonly Section[]): number =>
      rms(filtered(chain, column(name), INTERVAL).subarray(first));
    const [ax, ay, az] = [weighted("seatX", weightingD), weighted("seatY", weightingD), weighted("seatZ", weightingK)];
    const loads = session.vehicle.wheels.map(({ name }) => column(`${name}.fz`).subarray(first));
    return {
      numbers: [
        plain("weightedZ", "seat, vertical, weighted W_k, rms", az, "m/s^2"),
        plain("weightedX", "seat, forward, weighted W_d, rms", ax, "m/s^2"),
        plain("weightedY", "seat, sideways, weighted W_d, rms", ay, "m/s^2"),
        plain("weightedTotal", "vibration total value", Math.sqrt(ax * ax + ay * ay + az * az), "m/s^2"),
        plain("rmsZ", "seat, vertical, not weighted, rms", rms(column("seatZ").subarray(first)), "m/s^2"),
        plain("peakZ", "seat, vertical, peak", Math.abs(peakBetween(t, column("seatZ"))) / G, "g"),
      ],
      tables: [
        {
          name: "wheels",
          title: "Wheel loads",
          columns: ["wheel", "mean [N]", "rms about it [N]", "least [N]"],
          rows: session.vehicle.wheels.map(({ name }, i) => {
            const mean = loads[i].reduce((sum, load) => sum + load, 0) / loads[i].length;
            return [name, mean, rms(loads[i].map((load) => load - mean)), Math.min(...loads[i])];
          }),
        },
      ],
      plots: [
        overTime(drive, "seatZ", "vertical acceleration of the seat [m/s^2]"),
        overTime(drive, "pitch", "pitch [rad]"),
      ],
      notes: [
        `The first ${START + FADE} m, level and rising to the road's roughness, are not counted. Factors k of ISO 2631-1 are 1, as for comfort.`,
      ],
      channels: channelsOf(drive),
    };
  },
});
