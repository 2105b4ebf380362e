import { holdSpeed } from "../drive/pedals.js";
import { straight } from "../drive/steering.js";
import { bisect } from "../metrics/bisect.js";
import { peakBetween } from "../metrics/signals.js";
import { filtered, type Section } from "../metrics/weighting.js";
import type { Drive } from "../drive/drive.js";
import { G, kmh } from "../report/conversions.js";
import { plain } from "../report/report.js";
import type { GroundDescription } from "kinetree";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import { onGround } from "../vehicles/changes.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest, type Session } from "./standard-test.js";

const INTERVAL = 0.002;
/** The obstacle stands here; behind it the drive goes on for so long [m, s]. */
const PLACE = 12;
const AFTER = 1.5;

/** Shocks are judged below this frequency [Hz]. */
const CUT = 30;
const lowPass: readonly Section[] = (() => {
  const w = 2 * Math.PI * CUT;
  return [{ b: [w * w, 0, 0], a: [w * w, Math.SQRT2 * w, 1] }];
})();

/** Highest speed over a half-round. */
export const halfRound = defineTest({
  name: "half-round",
  title: "Half-round obstacle",
  norm: "shock limit of 2.5 g at the driver's seat",
  summary: "highest speed over a half-round at which the driver's seat stays below 2.5 g",
  options: {
    height: { unit: "m", default: 0.1, doc: "radius of the half-round" },
    limit: { unit: "", default: 2.5, doc: "largest vertical acceleration of the seat, in g" },
    lowest: { unit: "m/s", default: 2, doc: "where the search begins" },
    highest: { unit: "m/s", default: 20, doc: "where the search ends" },
    resolution: { unit: "m/s", default: 0.25, doc: "of the search" },
  },
  drives: ({ lowest, highest, resolution }) => {
    let drives = 2;
    for (let span = highest - lowest; span > resolution; span /= 2) drives++;
    return drives;
  },
  run: (session, { height, limit, lowest, highest, resolution }) => {
    const course = session.with(onGround(session.vehicle, rolledOver(session.vehicle, height), "point"));
    const drives = new Map<number, Crossing>();
    const search = bisect(lowest, highest, resolution, (speed) => {
      const found = cross(course, speed);
      drives.set(speed, found);
      return found.peak <= limit * G;
    });
    const shown = drives.get(search.passed ?? lowest) as Crossing;
    return {
      numbers: [
        plain(
          "crossingSpeed",
          "highest speed below the limit",
          search.passed === null ? null : kmh(search.passed),
          "km/h",
        ),
        plain("peak", "vertical acceleration of the seat there", shown.peak / G, "g"),
      ],
      tables: [
        {
          name: "search",
          title: "Search for the speed",
          columns: ["speed [km/h]", "peak [g]"],
          rows: search.tried.map(({ at }) => [kmh(at), (drives.get(at)?.peak ?? NaN) / G]),
        },
      ],
      plots: [
        overTime(shown.drive, "seatZ", "vertical acceleration of the seat [m/s^2]"),
        overTime(shown.drive, "fl.fz", "load of the front left wheel [N]"),
      ],
      notes: [
        `Accelerations are filtered at ${CUT} Hz. The tread rolls over the obstacle as a rigid disc does; the tyre's own springs give way. Rims are not checked.`,
      ],
      channels: channelsOf(shown.drive),
    };
  },
});

/**
 * The half-round as a rigid disc feels it that rolls over it. The centre of the disc moves on a circle about the middle of the half-round, and
 * so does its foot about a place one radius of the disc lower: the cap of a larger cylinder. A disc that met the half-round at its foot alone
 * would hit a wall.
 */
function rolledOver({ model }: TestVehicle, height: number): GroundDescription {
  const radius = model.tyres[0].radius as number;
  return { kind: "half-round", radius: radius + height, height, position: PLACE };
}

interface Crossing {
  readonly drive: Drive;
  /** [m/s²] */
  readonly peak: number;
}

function cross({ drive: start, vehicle }: Session, speed: number): Crossing {
  const duration = (PLACE + vehicle.sizes.wheelbase) / speed + AFTER;
  const drive = start(
    `crossing at ${kmh(speed).toFixed(1)} km/h`,
    duration,
    { steering: straight, pedals: holdSpeed(() => speed) },
    { speed, sampleEvery: INTERVAL },
  );
  const felt = filtered(lowPass, drive.column("seatZ"), INTERVAL);
  return { drive, peak: Math.abs(peakBetween(drive.t, felt)) };
}
