import { press } from "../drive/pedals.js";
import { straight } from "../drive/steering.js";
import { crossingTime } from "../metrics/signals.js";
import { fromMph, kmh } from "../report/conversions.js";
import { plain } from "../report/report.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest } from "./standard-test.js";

/** Speeds that are passed [m/s], with the names that readers know. */
const marks = [
  ["to50kmh", "0 to 50 km/h", 50 / 3.6],
  ["to100kmh", "0 to 100 km/h", 100 / 3.6],
  ["to50mph", "0 to 50 mph", fromMph(50)],
  ["to60mph", "0 to 60 mph", fromMph(60)],
] as const;

const QUARTER_MILE = 402.336;

/** Full throttle from rest. */
export const acceleration = defineTest({
  name: "acceleration",
  title: "Acceleration and top speed",
  norm: "full throttle from rest",
  summary: "times to 50 and 100 km/h, 50 and 60 mph, over a quarter of a mile; top speed",
  options: {
    time: { unit: "s", default: 120, doc: "longest time; the top speed is the one reached by then" },
    throttle: { unit: "", default: 1, doc: "how far the pedal is pressed, 0 to 1" },
  },
  drives: () => 1,
  run: (session, { time, throttle }) => {
    const last = { t: 0, speed: 0 };
    const drive = session.drive(
      "accelerating",
      time,
      { steering: straight, pedals: press({ throttle: Math.min(1, throttle) }) },
      {
        sampleEvery: 0.02,
        until: ({ speed }, t) => {
          // Nothing gained in 5 s: this is the top speed.
          if (t - last.t < 5) return false;
          const isOver = speed - last.speed < 0.02;
          Object.assign(last, { t, speed });
          return isOver;
        },
      },
    );
    const { t, column } = drive;
    const speed = column("speed");
    const x = column("x");
    const top = speed.reduce((most, v) => Math.max(most, v), 0);
    const quarter = crossingTime(t, x, x[0] + QUARTER_MILE);
    return {
      numbers: [
        ...marks.map(([name, title, mark]) => plain(name, title, crossingTime(t, speed, mark), "s")),
        plain("quarterMile", "quarter of a mile", quarter, "s"),
        plain("topSpeed", "top speed", kmh(top), "km/h"),
      ],
      tables: [],
      plots: [overTime(drive, "speed", "speed [m/s]"), overTime(drive, "ax", "longitudinal acceleration [m/s^2]")],
      notes: [
        t[t.length - 1] < time - 1
          ? "It ended where 5 s gained less than 0.02 m/s."
          : "The vehicle still gained speed at the end: give it more time for its top speed.",
      ],
      channels: channelsOf(drive),
    };
  },
});
