import { numberText, summaryOf, type Block, type Cell, type Estimate } from "@kinetree/study/report";
import { europaLanderVariants, europaTables } from "kinetree/systems";
import { meanOff, rolloverOff, stdOff } from "./acceptance.js";
import { exceeds, placeText, type Landings, type LanderStudy } from "./landings.js";
import { choiceText, type Effect } from "./sensitivity.js";

/** The three numbers that the source gives of a combination. */
type Quantity = "mean" | "std" | "rollover";

/** A difference from the source that sampling does not explain. */
interface Beyond {
  readonly quantity: Quantity;
  readonly of: Landings;
  readonly published: number;
  readonly ours: number;
  /** [%] or [points]. */
  readonly difference: Estimate;
}

const words: Readonly<Record<Quantity, string>> = {
  mean: "mean peak acceleration [m/s²]",
  std: "standard deviation of it [m/s²]",
  rollover: "rollover rate [%]",
};

/** Every difference that exceeds sampling error, largest first. */
export function differencesBeyond({ landings }: LanderStudy): readonly Beyond[] {
  const found = landings.flatMap((of): Beyond[] => {
    const { published, peak, rollover, mean, std, rate } = of;
    const all: readonly (Beyond & { readonly exceeds: boolean })[] = [
      {
        quantity: "mean",
        of,
        exceeds: exceeds(mean, 0),
        published: published.mean,
        ours: peak.mean.value,
        difference: {
          value: meanOff(of),
          low: (100 * mean.low) / published.mean,
          high: (100 * mean.high) / published.mean,
        },
      },
      {
        quantity: "std",
        of,
        exceeds: exceeds(std, 1),
        published: published.std,
        ours: peak.std,
        difference: { value: stdOff(of), low: 100 * (std.low - 1), high: 100 * (std.high - 1) },
      },
      {
        quantity: "rollover",
        of,
        exceeds: exceeds(rate, 0),
        published: 100 * published.rollover,
        ours: 100 * rollover.rate.value,
        difference: { value: rolloverOff(of), low: 100 * rate.low, high: 100 * rate.high },
      },
    ];
    return all.filter((each) => each.exceeds);
  });
  return found.sort((a, b) => Math.abs(b.difference.value) - Math.abs(a.difference.value));
}

/** Why, as far as the open choices can tell: for stiff legs and for legs that yield. */
const reasons: Readonly<Record<Quantity, Readonly<Record<"stiff" | "yielding", string>>>> = {
  mean: {
    stiff:
      "stiff legs hand the blow to the body through the angles and masses of the links, which are ours, because the figure with the geometry is lost.",
    yielding:
      "legs that yield let the belly hit the ground. How hard it does is up to the belly factor, which is a fit, and to the height of the mass centre, which is ours.",
  },
  std: {
    stiff: "follows the mean: what makes the blow harder stretches its whole distribution.",
    yielding:
      "how often the belly hits makes the tail of the distribution, and that is up to the height of the hips and the belly factor.",
  },
  rollover: {
    stiff:
      "where the feet stand and how high the mass centre is decide it, and both are ours. No reading that was tried has all rollover rates at once.",
    yielding:
      "how far the legs fold before they push back decides it: rest angles of the springs and joint stops, of which the source says nothing.",
  },
};

/** One line for each kind of difference that there is, with where it is. */
function reasonItems(beyond: readonly Beyond[]): readonly string[] {
  return (["mean", "std", "rollover"] as const).flatMap((quantity) =>
    (["stiff", "yielding"] as const).flatMap((kind) => {
      const here = beyond.filter(
        (each) => each.quantity === quantity && (each.of.legs === "stiff") === (kind === "stiff"),
      );
      if (here.length === 0) return [];
      const name = words[quantity].replace(/ \[.*$/, "").replace(" of it", " of the peak acceleration");
      const control = here.some(({ of }) => of.legs === "impedance")
        ? " Under impedance control the logic is ours too: its figure is lost."
        : "";
      return [`${name}, ${here.map(({ of }) => placeText(of)).join(", ")}: ${reasons[quantity][kind]}${control}`];
    }),
  );
}

/** Choices of the one-at-a-time study that would bring ours nearer to the source: of the right sign, and not far too large. */
function wouldClose({ quantity, of: { legs, ground }, difference }: Beyond, effects: readonly Effect[]): string {
  const ofLegs = effects.filter((each) => each.legs === legs);
  const exact = ofLegs.filter((each) => each.ground === ground);
  const moves = (exact.length > 0 ? exact : ofLegs).map((each) => {
    const known: Estimate = quantity === "rollover" ? each.rollover : each.percent;
    const value = quantity === "std" ? each.std : known.value;
    const isSure = quantity === "std" || known.low > 0 || known.high < 0;
    return { each, value, isSure };
  });
  const left = (value: number): number => Math.abs(difference.value + value);
  const unit = quantity === "rollover" ? "points" : "%";
  const closing = moves
    .filter(({ value, isSure }) => isSure && left(value) < Math.abs(difference.value))
    .sort((a, b) => left(a.value) - left(b.value))
    .slice(0, 2);
  return closing
    .map(({ each, value }) => {
      const where = each.ground === ground ? "" : `, on ${each.ground}`;
      return `${choiceText(each)} (${numberText(value, "signed")} ${unit}${where})`;
    })
    .join("; ");
}

/** Which differences exceed sampling error, and why we think so. */
export function differenceBlocks(study: LanderStudy, effects: readonly Effect[]): readonly Block[] {
  const beyond = differencesBeyond(study);
  const all = 3 * study.landings.length;
  const speed = summaryOf(study.landings[0].of.numbers("vz")).mean;
  const closes = effects.length > 0;
  return [
    {
      kind: "text",
      text:
        `${beyond.length} of ${all} differences from the published numbers exceed the sampling error of both sides; of independent ones, chance ` +
        `would let about ${Math.max(1, Math.round(0.05 * all))} do so. They are not independent: all cases have the same draws, and harder landings ` +
        `move all of them. The vertical speeds drawn have a mean of ${numberText(speed.value)} m/s ` +
        `(${numberText(speed.low)} to ${numberText(speed.high)}; the distribution has ${numberText(europaTables.impact.vz.value)}).`,
    },
    ...(beyond.length === 0
      ? []
      : [
          {
            kind: "table",
            table: {
              name: "differences",
              title: "Differences that exceed sampling error",
              columns: [
                { name: "what" },
                { name: "where" },
                { name: "published" },
                { name: "ours" },
                { name: "difference", unit: "% or points", style: "signed" as const },
                ...(closes ? [{ name: "choices that would bring it nearer, changed alone" }] : []),
              ],
              rows: beyond.map((each): readonly Cell[] => [
                words[each.quantity],
                placeText(each.of),
                each.published,
                each.ours,
                each.difference,
                ...(closes ? [wouldClose(each, effects)] : []),
              ]),
            },
          } as const,
          { kind: "heading", text: "Why we think so" } as const,
          { kind: "list", items: reasonItems(beyond) } as const,
        ]),
    { kind: "heading", text: "Fitted values and open questions" },
    { kind: "list", items: openChoices(study.variant) },
  ];
}

function openChoices(variant: string): readonly string[] {
  const { fitted } = europaLanderVariants;
  const own =
    variant === "fitted"
      ? `This study is the variant "fitted". Its belly factor of ${fitted.bellyFactor}, by which the contact forces of the belly are multiplied, is a fit to the published tables; nothing in the text supports it. The angles of the links (${fitted.upperAngleDeg} and ${fitted.lowerAngleDeg} degrees) were chosen among readings by the same tables.`
      : `This study is the variant "${variant}". The demands of the acceptance are made for the variant "fitted", and are shown here for comparison.`;
  return [
    own,
    "The figures with the geometry (6.4) and with the logic of impedance control (6.5) are lost. Hip radius and height, height of the mass centre, masses of the links, belly points, rest angles of the springs, joint stops and the control law are ours.",
    "The table gives inertias without saying of what; we take them as those of the main body.",
    "LuGre's friction is used with the published values. With its stiffness of 0.0015 the bristles never load, and friction is in effect proportional to speed: the grounds differ by that and by their stiffness.",
    "The source does not say how its contact forces, steps and peaks were sampled. Ours are looked at after every step of an integrator with error control.",
    "No reading that was tried gives all published rollover rates of stiff and of flexible legs at once.",
  ];
}
