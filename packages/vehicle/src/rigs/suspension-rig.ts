import { createSuspensionRig, hmmwvData, type CornerPose } from "kinetree/vehicle";
import { degrees, radians } from "../report/conversions.js";
import { readOptions, type OptionFields } from "../report/options.js";
import { plain, type OptionValues, type TestPlot, type TestReport } from "../report/report.js";
import type { TestContext } from "../tests/standard-test.js";
import type { Rig } from "./rig.js";

const fields = {
  sweep: {
    choices: ["travel", "steer"],
    default: "travel",
    doc: "what is moved: all wheels up and down, or the steering",
  },
  axle: { choices: ["front", "rear"], default: "front", doc: "whose wheels are reported" },
  range: { unit: "deg", default: 12, doc: "of the lower arms, both ways, with sweep travel" },
  poses: { unit: "", default: 25, least: 3, doc: "number of poses" },
} as const satisfies OptionFields;

/** What is plotted of a wheel. */
const curves: readonly (readonly [name: string, label: string, of: (pose: CornerPose) => number])[] = [
  ["toe", "toe-in [deg]", ({ toeIn }) => degrees(toeIn)],
  ["camber", "camber [deg]", ({ camber }) => degrees(camber)],
  ["dx", "wheel centre forward [mm]", ({ wheel }) => 1000 * wheel[0]],
  ["dy", "wheel centre to the left [mm]", ({ wheel }) => 1000 * wheel[1]],
  ["spring", "spring length [m]", ({ springLength }) => springLength],
  ["damper", "damper length [m]", ({ damperLength }) => damperLength],
];

/** Kinematic curves of the HMMWV's suspensions, the chassis held. */
export const suspensionRig: Rig = Object.freeze({
  name: "suspension",
  title: "Suspension rig",
  summary: "the HMMWV's chassis held: toe, camber, track and spring lengths over travel, or over steering",
  options: fields,
  run: (given: Partial<OptionValues> = {}, { onProgress }: TestContext = {}): TestReport => {
    const options = readOptions('rig "suspension"', fields, given);
    onProgress?.(0, "assembling");
    const pose = createSuspensionRig(hmmwvData);
    const isTravel = options.sweep === "travel";
    const letter = options.axle === "front" ? "F" : "R";
    const count = Math.round(options.poses);
    const rows = Array.from({ length: count }, (_, i) => {
      onProgress?.(i / count, "moving");
      const part = (2 * i) / (count - 1) - 1;
      const corners = isTravel ? pose({ travel: radians(options.range * part) }) : pose({ steer: part });
      const of = (side: string): CornerPose => corners.find(({ corner }) => corner === letter + side) as CornerPose;
      return { part, left: of("L"), right: of("R") };
    });
    const x = rows.map(({ part, left }) => (isTravel ? 1000 * left.wheel[2] : part));
    const xLabel = isTravel ? "wheel centre up [mm]" : "steering, 1 is full lock to the left";
    const steer: TestPlot = {
      name: "steer",
      title: "steer angle",
      xLabel,
      yLabel: "steer angle to the left [deg]",
      curves: (["left", "right"] as const).map((side) => ({
        name: side,
        x,
        y: rows.map((row) => degrees(row[side].steer)),
      })),
    };
    const head = [
      isTravel ? "up [mm]" : "steering",
      ...curves.map(([, label]) => label),
      "right wheel to the left [deg]",
    ];
    return {
      test: "suspension",
      title: `Suspension rig, sweep of ${options.sweep}, ${options.axle} axle`,
      norm: "kinematics, chassis held",
      subject: "hmmwv",
      options: { ...options },
      numbers: isTravel ? atMiddle(rows.map(({ left }) => left)) : atLock(rows),
      tables: [
        {
          name: "kinematics",
          title: "Left wheel",
          columns: head,
          rows: rows.map(({ left, right }, i) => [x[i], ...curves.map(([, , of]) => of(left)), degrees(right.steer)]),
        },
      ],
      plots: [
        ...curves.map(([name, yLabel, of]): TestPlot => ({
          name,
          title: yLabel.replace(/ \[.*/, ""),
          xLabel,
          yLabel,
          curves: [{ name, x, y: rows.map(({ left }) => of(left)) }],
        })),
        steer,
      ],
      notes: ["From the drawn pose, in the chassis. Toe-in: front edges towards each other; camber: tops outwards."],
      channels: null,
      isPassed: null,
    };
  },
});

/** Slopes about the drawn pose, by the neighbours of the middle one. */
function atMiddle(poses: readonly CornerPose[]): TestReport["numbers"] {
  const middle = (poses.length - 1) / 2;
  const [low, high] = [poses[Math.floor(middle) - 1], poses[Math.ceil(middle) + 1]];
  const rise = high.wheel[2] - low.wheel[2];
  const slope = (of: (pose: CornerPose) => number): number => (of(high) - of(low)) / rise;
  return [
    plain("bumpSteer", "toe-in over travel", degrees(slope(({ toeIn }) => toeIn)) / 10, "deg/dm"),
    plain("bumpCamber", "camber over travel", degrees(slope(({ camber }) => camber)) / 10, "deg/dm"),
    plain("motionRatio", "spring compression over travel", -slope(({ springLength }) => springLength), ""),
    plain("damperRatio", "damper compression over travel", -slope(({ damperLength }) => damperLength), ""),
  ];
}

const atLock = (rows: readonly { readonly left: CornerPose; readonly right: CornerPose }[]): TestReport["numbers"] => {
  const { left, right } = rows[rows.length - 1];
  return [
    plain("inner", "inner wheel at full lock", degrees(left.steer), "deg"),
    plain("outer", "outer wheel at full lock", degrees(right.steer), "deg"),
  ];
};
