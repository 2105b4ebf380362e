import {
  inPercent,
  MOST_DOTS,
  thinned,
  type Block,
  type Cell,
  type Estimate,
  type ReportFigure,
} from "@kinetree/study/report";
import type { EuropaGround } from "kinetree/systems";
import type { Landings, LanderStudy } from "./landings.js";
import { separation } from "./separation.js";

/** A number of a landing that may tell whether it rolls over. */
interface Quantity {
  readonly name: string;
  readonly label: string;
  readonly of: (each: Landings) => Float64Array;
}

const degrees = (values: Float64Array): Float64Array => values.map((x) => (x * 180) / Math.PI);
const column = (name: string, label: string): Quantity => ({ name, label, of: ({ of }) => of.numbers(name) });

const roll: Quantity = { name: "roll", label: "roll φ [deg]", of: ({ of }) => degrees(of.numbers("phi")) };
const pitch: Quantity = { name: "pitch", label: "pitch θ [deg]", of: ({ of }) => degrees(of.numbers("theta")) };
const tilt: Quantity = {
  name: "tilt on touch-down",
  label: "tilt [deg]",
  of: ({ of }) => {
    const [phi, theta] = [of.numbers("phi"), of.numbers("theta")];
    return phi.map((x, i) => (Math.acos(Math.cos(x) * Math.cos(theta[i])) * 180) / Math.PI);
  },
};
const alongX = column("vx", "horizontal velocity x [m/s]");
const alongY = column("vy", "horizontal velocity y [m/s]");
const down = column("vz", "vertical speed, down [m/s]");
const across: Quantity = { ...column("horizontalSpeed", "horizontal speed [m/s]"), name: "horizontal speed" };
const projected = column("projection", "velocity on the body's z axis [m/s]");

/** What each figure of the source shows, for stiff legs on ice and on sand, and what the source sees in it. */
const pictures: readonly {
  readonly x: Quantity;
  readonly y: Quantity;
  readonly by: string;
  readonly numbers: Readonly<Partial<Record<EuropaGround, string>>>;
  readonly sees: Readonly<Partial<Record<EuropaGround, string>>>;
}[] = [
  {
    x: roll,
    y: pitch,
    by: "orientation on touch-down",
    numbers: { ice: "6.14", sand: "6.19" },
    sees: { ice: "no obvious bias", sand: "no clear separation" },
  },
  {
    x: alongX,
    y: alongY,
    by: "horizontal velocity on touch-down",
    numbers: { ice: "6.15", sand: "6.20" },
    sees: { ice: "no obvious bias", sand: "no obvious separation" },
  },
  {
    x: across,
    y: down,
    by: "horizontal and vertical velocity on touch-down",
    numbers: { ice: "6.16", sand: "6.21" },
    sees: {
      ice: "clear separation, above about 3.5 m/s vertically",
      sand: "separation by a combination of both velocities",
    },
  },
  {
    x: projected,
    y: across,
    by: "the projection of the velocity on the body's z axis",
    numbers: { ice: "6.18", sand: "6.22" },
    sees: { ice: "a fairly clear separation", sand: "separation" },
  },
];

/** Landings that rolled over, or those that did not. */
const group = (each: Landings, quantity: Quantity, rolled: boolean): Float64Array => {
  const flags = each.of.numbers("rolledOver");
  return quantity.of(each).filter((_, i) => flags[i] === (rolled ? 1 : 0));
};

function figureOf(each: Landings, picture: (typeof pictures)[number]): readonly ReportFigure[] {
  const number = picture.numbers[each.ground];
  if (number === undefined) return [];
  const points = (rolled: boolean): { x: Float64Array; y: Float64Array } => ({
    x: thinned(group(each, picture.x, rolled)),
    y: thinned(group(each, picture.y, rolled)),
  });
  const { happened, trials } = each.rollover;
  const thin = trials > MOST_DOTS ? ` No more than ${MOST_DOTS} of each kind are drawn.` : "";
  return [
    {
      name: `figure-${number}-rollover-${each.ground}`,
      caption:
        `Figure ${number} of the source: stiff legs on ${each.ground}, by ${picture.by}. Here ${happened} of ${trials} rolled over, in the source ` +
        `${Math.round(400 * each.published.rollover)} of 400. The source sees ${picture.sees[each.ground] ?? "nothing"}.${thin}`,
      chart: {
        x: { label: picture.x.label },
        y: { label: picture.y.label },
        marks: [
          { kind: "dots", name: "upright", color: 0, ...points(false) },
          { kind: "dots", name: "rolled over", color: 1, shape: "cross", radius: 3.5, ...points(true) },
        ],
      },
    },
  ];
}

/** Scatter plots of figures 6.14 to 6.22, and how well each number separates. */
export function scatterBlocks({ landings, data }: LanderStudy): readonly Block[] {
  const needed = ["phi", "theta", "vx", "vy", "vz", "horizontalSpeed", "projection"];
  const missing = needed.filter((name) => !data.manifest.columns.some((each) => each.name === name));
  if (missing.length > 0)
    return [
      { kind: "text", text: `This study has no columns ${missing.join(", ")}, by which these figures are drawn.` },
    ];
  const stiff = (["ice", "sand"] as const).flatMap((ground) =>
    landings.filter((each) => each.legs === "stiff" && each.ground === ground),
  );
  const quantities = [tilt, across, down, projected];
  return [
    {
      kind: "text",
      text:
        "Figures 6.13 and 6.17 are a picture of one landing and a sketch. Of figures 6.18 and 6.22 the text names one axis; the other one is the " +
        "horizontal speed here. The projection is negative where the lander comes down upright.",
    },
    { kind: "figures", figures: stiff.flatMap((each) => pictures.flatMap((picture) => figureOf(each, picture))) },
    {
      kind: "table",
      table: {
        name: "rollover-separation",
        title: "How well one number alone tells who rolls over",
        columns: [
          { name: "number" },
          ...stiff.map(({ ground }) => ({ name: `stiff on ${ground}`, unit: "%", style: "tenths" as const })),
        ],
        rows: quantities.map((quantity): readonly Cell[] => [
          quantity.name,
          ...stiff.map((each): Estimate =>
            inPercent(separation(group(each, quantity, true), group(each, quantity, false))),
          ),
        ]),
        notes: [
          "The chance that a landing that rolled over has the larger number than one that did not: 50 % says nothing, 0 and 100 % say everything.",
        ],
      },
    },
  ];
}
