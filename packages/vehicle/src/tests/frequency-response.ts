import { holdSpeed } from "../drive/pedals.js";
import { sin } from "kinetree/graph";
import { toneAt, toneRatio } from "../metrics/frequency-response.js";
import { valueAt } from "../metrics/signals.js";
import { degrees } from "../report/conversions.js";
import { plain, type TestPlot } from "../report/report.js";
import { channelsOf, defineTest, requireSpeed } from "./standard-test.js";

/** All tones are whole multiples of this, so that a record of its period separates them [Hz]. */
const BASE = 0.1;
/** Multiples: about evenly spaced on a logarithmic axis; odd ones, so that squares of tones fall between them. */
const MULTIPLES = [1, 3, 5, 7, 9, 11, 13, 17, 21, 25, 31] as const;
/** Phases that keep the sum of the tones small (Schroeder). */
const phaseOf = (i: number): number => (-Math.PI * i * (i + 1)) / MULTIPLES.length;

const INTERVAL = 0.01;

interface Point {
  readonly frequency: number;
  readonly yaw: { readonly gain: number; readonly phase: number };
  readonly ay: { readonly gain: number; readonly phase: number };
}

/** ISO 7401, frequency response to steering. */
export const frequencyResponse = defineTest({
  name: "iso7401-frequency",
  title: "Frequency response",
  norm: "ISO 7401, ISO/TR 8726",
  summary: "gain and phase of yaw rate and lateral acceleration over the frequency of the steering",
  options: {
    speed: { unit: "m/s", default: 80 / 3.6, doc: "speed that is held" },
    amplitude: { unit: "deg", default: 20, doc: "of the steering wheel, largest" },
    settle: { unit: "s", default: 4, doc: "time before the record" },
  },
  drives: () => 1,
  run: (session, { speed, amplitude, settle }) => {
    const { wheelAtLock } = session.vehicle.steering;
    const tones = (t: number): number =>
      MULTIPLES.reduce((sum, m, i) => sum + sin(2 * Math.PI * BASE * m * t + phaseOf(i)), 0);
    const period = 1 / BASE;
    const largest = Array.from({ length: 1000 }, (_, k) => Math.abs(tones((k * period) / 1000))).reduce((a, b) =>
      Math.max(a, b),
    );
    const scale = amplitude / degrees(wheelAtLock) / largest;
    const drive = session.drive(
      "steering by many tones",
      settle + period,
      {
        steering: (_seen, t) => scale * Math.min(1, t / 2) * tones(t),
        pedals: holdSpeed(() => speed),
      },
      { speed, sampleEvery: INTERVAL },
    );
    const { t, column } = drive;
    requireSpeed("iso7401-frequency", session.vehicle, speed, valueAt(t, column("speed"), settle));
    const first = Math.round(settle / INTERVAL);
    const window = (name: string): Float64Array => column(name).subarray(first, first + Math.round(period / INTERVAL));
    const [wheel, yawRate, ay] = ["wheelAngle", "yawRate", "ay"].map(window);
    const points = MULTIPLES.map((m): Point => {
      const frequency = BASE * m;
      const input = toneAt(wheel, INTERVAL, frequency);
      return {
        frequency,
        yaw: toneRatio(toneAt(yawRate, INTERVAL, frequency), input),
        ay: toneRatio(toneAt(ay, INTERVAL, frequency), input),
      };
    });
    const highest = points.reduce((best, each) => (each.yaw.gain > best.yaw.gain ? each : best));
    return {
      numbers: [
        plain("yawGain", `yaw rate gain at ${BASE} Hz`, points[0].yaw.gain, "1/s"),
        plain("yawPeakFrequency", "frequency of the largest yaw rate gain", highest.frequency, "Hz"),
        plain(
          "yawPeakRatio",
          "largest yaw rate gain over that at the lowest frequency",
          highest.yaw.gain / points[0].yaw.gain,
          "",
        ),
        plain("ayGain", `lateral acceleration gain at ${BASE} Hz`, points[0].ay.gain, "m/s^2/rad"),
        plain("yawBandwidth", "yaw rate gain falls by 3 dB at", bandwidth(points), "Hz"),
      ],
      tables: [
        {
          name: "response",
          title: "Response to the steering wheel",
          columns: [
            "frequency [Hz]",
            "yaw rate gain [1/s]",
            "phase [deg]",
            "lateral acceleration gain [m/s^2/rad]",
            "phase [deg]",
          ],
          rows: points.map(({ frequency, yaw, ay: lateral }) => [
            frequency,
            yaw.gain,
            degrees(yaw.phase),
            lateral.gain,
            degrees(lateral.phase),
          ]),
        },
      ],
      plots: [
        over(points, "yaw-gain", "yaw rate gain [1/s]", ({ yaw }) => yaw.gain),
        over(points, "yaw-phase", "yaw rate phase [deg]", ({ yaw }) => degrees(yaw.phase)),
        over(points, "ay-gain", "lateral acceleration gain [m/s^2/rad]", (point) => point.ay.gain),
        over(points, "ay-phase", "lateral acceleration phase [deg]", (point) => degrees(point.ay.phase)),
      ],
      notes: [
        "All tones are steered at once; a record of one period of the lowest separates them. Gains are over the angle of the steering wheel.",
      ],
      channels: channelsOf(drive),
    };
  },
});

/** Where the gain crosses 0.707 of that at the lowest frequency; null if it does not. */
function bandwidth(points: readonly Point[]): number | null {
  const bound = points[0].yaw.gain / Math.SQRT2;
  const i = points.findIndex(({ yaw }) => yaw.gain < bound);
  if (i <= 0) return null;
  const [a, b] = [points[i - 1], points[i]];
  const part = (a.yaw.gain - bound) / (a.yaw.gain - b.yaw.gain);
  return a.frequency + part * (b.frequency - a.frequency);
}

const over = (points: readonly Point[], name: string, yLabel: string, y: (point: Point) => number): TestPlot => ({
  name,
  title: yLabel.replace(/ \[.*/, ""),
  xLabel: "frequency [Hz]",
  yLabel,
  curves: [{ name, x: points.map(({ frequency }) => frequency), y: points.map(y) }],
});
