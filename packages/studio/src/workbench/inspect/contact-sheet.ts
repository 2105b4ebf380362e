import type { Contact, FrictionLaw, Model, NormalLaw, Real, Terrain } from "kinetree";
import { attachment } from "./links.js";
import { links, live, number, pose, text, type Property, type PropertySheet } from "./property-sheet.js";

const units: Readonly<Record<string, string>> = {
  stiffness: "N/m",
  damping: "N s/m",
  dissipation: "s/m",
  elastic: "N/m",
  viscoelastic: "N/m",
  coefficient: "N s/m",
  transitionSpeed: "m/s",
  stribeckSpeed: "m/s",
  sigma0: "1/m",
  sigma1: "s/m",
  sigma2: "s/m",
};

export function contactSheet(contact: Contact, given: Contact | undefined): PropertySheet {
  const column = (part: string): string => `contact.${contact.name}.${part}`;
  return {
    title: contact.name,
    subtitle: Number(contact.radius) === 0 ? "contact point" : "contact sphere",
    sections: [
      {
        title: "Current values",
        properties: [
          live("normal force", "N", column("normal")),
          live("force", "N", column("fx"), column("fy"), column("fz")),
          live("depth", "m", column("depth")),
          live("touching", "", column("touching")),
        ],
      },
      {
        title: "Touches",
        properties: [
          links("terrain", { kind: "terrain", name: contact.terrain }),
          ...attachment("body", contact.at, given?.at),
          number("radius", "m", contact.radius, given?.radius),
          ...(contact.scale === undefined ? [] : [number("scale", "", contact.scale, given?.scale)]),
        ],
      },
      { title: "Normal force", properties: lawProperties(contact.normal, given?.normal) },
      { title: "Friction", properties: lawProperties(contact.friction, given?.friction) },
    ],
  };
}

/** The law's name, then its numbers by their own names. */
function lawProperties(law: NormalLaw | FrictionLaw, given: NormalLaw | FrictionLaw | undefined): readonly Property[] {
  const model: Readonly<Record<string, unknown>> = { ...given };
  const own = Object.entries(law) as readonly (readonly [string, Real | string | undefined])[];
  return [
    text("law", law.kind.replaceAll("-", " ")),
    ...own
      .filter(([name, value]) => name !== "kind" && value !== undefined)
      .map(([name, value]) => number(spaced(name), units[name] ?? "", Number(value), model[name] as Real | undefined)),
  ];
}

/** "stribeckSpeed" as "stribeck speed". */
export const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const terrainSheet = (
  terrain: Terrain,
  given: Terrain | undefined,
  { contacts, tyres }: Pick<Model, "contacts" | "tyres">,
): PropertySheet => ({
  title: terrain.name,
  subtitle: `terrain, ${terrain.kind.replaceAll("-", " ")}`,
  sections: [
    { title: "Surface", properties: [...pose("place", terrain.pose, given?.pose), ...surface(terrain, given)] },
    {
      title: "Touched by",
      properties: [
        ...contacts
          .filter((each) => each.terrain === terrain.name)
          .map(({ name, at }) => links(at.body, { kind: "contact", name })),
        ...tyres
          .filter((each) => each.terrain === terrain.name)
          .map(({ name, at }) => links(at.body, { kind: "tyre", name })),
      ],
    },
  ],
});

function surface(terrain: Terrain, given: Terrain | undefined): readonly Property[] {
  if (terrain.kind === "plane") return [];
  if (terrain.kind === "mesh")
    return [text("triangles", String(terrain.triangles.length)), text("vertices", String(terrain.vertices.length))];
  if (terrain.kind === "ground") {
    return [
      text("heights", terrain.default ? `generated: ${terrain.default.kind}` : "given by each run"),
      text("between heights", terrain.interpolation ?? "bicubic"),
    ];
  }
  const { nx, ny, dx, dy, x0, y0, heights } = terrain;
  return [
    text("grid", `${nx} by ${ny} heights`),
    text("spacing", `${dx} m by ${dy} m`),
    text("from", `${x0} m, ${y0} m`),
    text("heights", `${lowest(heights)} m to ${-lowest(heights.map((height) => -height))} m`),
    text("between heights", terrain.interpolation ?? "bicubic"),
    ...(terrain.scale === undefined
      ? []
      : [number("scale", "", terrain.scale, given?.kind === "height-map" ? given.scale : undefined)]),
  ];
}

/** Without spreading: a map may have more heights than a call has room for. */
const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Infinity);
