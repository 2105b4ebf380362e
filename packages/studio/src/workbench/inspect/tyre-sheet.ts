import type { Real, Tyre, TyreLaw } from "kinetree";
import { spaced } from "./contact-sheet.js";
import { curveText, isCurve } from "./joint-sheet.js";
import { attachment, bodyLink } from "./links.js";
import { links, live, number, numbers, text, type Property, type PropertySheet } from "./property-sheet.js";

/** Units of the laws' numbers, where they have one. */
const units: Readonly<Record<string, string>> = {
  stiffness: "N",
  longitudinalStiffness: "N",
  corneringStiffness: "N/rad",
  verticalStiffness: "N/m",
  radius: "m",
  width: "m",
  halfContact: "m",
  longitudinalRelaxation: "m",
  lateralRelaxation: "m",
  load: "N",
  nominalLoad: "N",
  largestLoad: "N",
  largestCamber: "rad",
  longitudinalSlope: "N",
  longitudinalPeak: "N",
  longitudinalSliding: "N",
  lateralSlope: "N",
  lateralPeak: "N",
  lateralSliding: "N",
};

/** Properties of a tyre: what it does now, where it sits, its sizes and its law. */
export function tyreSheet(tyre: Tyre, given: Tyre | undefined): PropertySheet {
  const column = (part: string): string => `tyre.${tyre.name}.${part}`;
  const optional = (label: string, unit: string, of: (each: Tyre) => Real | undefined): readonly Property[] => {
    const value = of(tyre);
    return value === undefined ? [] : [number(label, unit, value, given && of(given))];
  };
  const pair = (label: string, unit: string, of: (each: Tyre) => readonly Real[] | undefined): readonly Property[] => {
    const values = of(tyre);
    return values === undefined ? [] : [numbers(label, unit, values, given && of(given))];
  };
  return {
    title: tyre.name,
    subtitle: `tyre, ${tyre.law.kind}`,
    sections: [
      {
        title: "Current values",
        properties: [
          live("force along, across, load", "N", column("fx"), column("fy"), column("fz")),
          live("moments about x, y, z", "N m", column("mx"), column("my"), column("mz")),
          live("longitudinal slip", "", column("kappa")),
          live("slip angle", "rad", column("alpha")),
          live("camber", "rad", column("camber")),
          live("depth", "m", column("depth")),
          live("use of the grip", "", column("use")),
          live("heat", "W", column("loss")),
        ],
      },
      {
        title: "Place",
        properties: [
          ...attachment("wheel", tyre.at, given?.at),
          ...(tyre.carrier === undefined ? [] : [bodyLink("carrier", tyre.carrier)]),
          links("terrain", { kind: "terrain", name: tyre.terrain }),
          text("side", tyre.side ?? "left"),
        ],
      },
      {
        title: "Tyre",
        properties: [
          number("radius", "m", tyre.radius, given?.radius),
          number("width", "m", tyre.width, given?.width),
          ...optional("rim", "m", ({ rim }) => rim),
          isCurve(tyre.stiffness)
            ? text("load over depth", curveText(tyre.stiffness))
            : number(
                "stiffness",
                "N/m",
                tyre.stiffness,
                given && !isCurve(given.stiffness) ? given.stiffness : undefined,
              ),
          ...optional("damping", "N s/m", ({ damping }) => damping),
          ...pair("carcass along, across", "N/m", ({ carcassStiffness }) => carcassStiffness),
          ...pair("its damping", "N s/m", ({ carcassDamping }) => carcassDamping),
          ...optional("friction of the ground", "", ({ friction }) => friction),
          ...optional("friction of the data", "", ({ referenceFriction }) => referenceFriction),
          text("contact", tyre.contact ?? "point"),
        ],
      },
      { title: "Law", properties: lawProperties(tyre.law, given?.law) },
    ],
  };
}

/** The numbers of a law by their own names; of long lists, how many there are. */
function lawProperties(law: TyreLaw, given: TyreLaw | undefined): readonly Property[] {
  const model = { ...given } as Readonly<Record<string, unknown>>;
  return Object.entries(law).flatMap(([name, value]: readonly [string, unknown]): readonly Property[] => {
    if (value === undefined) return [];
    const label = spaced(name);
    if (typeof value === "string") return [text(name === "kind" ? "law" : label, value)];
    if (name === "coefficients") return [text(label, `${Object.keys(value as object).length} numbers`)];
    const [own, theirs] = [value, model[name]].map((each) => (Array.isArray(each) ? each : [each]));
    return [numbers(label, units[name] ?? "", own as readonly Real[], theirs as readonly (Real | undefined)[])];
  });
}
