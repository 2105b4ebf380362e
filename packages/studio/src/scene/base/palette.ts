import { Color } from "three";

export interface SceneColours {
  readonly background: string;
  readonly grid: string;
  readonly gridStrong: string;
  readonly terrain: string;
  readonly shadow: number;
  readonly accent: string;
  readonly hover: string;
  readonly axis: string;
  readonly loop: string;
  readonly load: string;
  readonly anchor: string;
  readonly force: string;
  readonly torque: string;
  readonly contact: string;
  readonly tyre: string;
  readonly inertia: string;
  readonly sky: string;
  readonly earth: string;
  readonly skyLight: number;
  readonly keyLight: number;
}

export const sceneColours: Readonly<Record<"light" | "dark", SceneColours>> = Object.freeze({
  light: {
    background: "#f4f6f8",
    grid: "#b9c2cc",
    gridStrong: "#8f9ba8",
    terrain: "#d9dcd6",
    shadow: 0.2,
    accent: "#0a84a0",
    hover: "#5cc0d6",
    axis: "#39475a",
    loop: "#b45309",
    load: "#5b6b7d",
    anchor: "#56606b",
    force: "#c2410c",
    torque: "#7c3aed",
    contact: "#0f766e",
    tyre: "#3c4249",
    inertia: "#3b82c4",
    sky: "#ffffff",
    earth: "#c3c8d0",
    skyLight: 1.9,
    keyLight: 2.1,
  },
  dark: {
    background: "#14181d",
    grid: "#3a434e",
    gridStrong: "#556170",
    terrain: "#34352f",
    shadow: 0.45,
    accent: "#58bdd4",
    hover: "#a5e2ef",
    axis: "#d5dde6",
    loop: "#f0a44b",
    load: "#9fb0c3",
    anchor: "#8b97a5",
    force: "#fb8c4e",
    torque: "#b794f6",
    contact: "#3fc9b5",
    tyre: "#23272d",
    inertia: "#6cb0ea",
    sky: "#dfe7f2",
    earth: "#3d4652",
    skyLight: 1.35,
    keyLight: 1.9,
  },
});

/** Calm colours for bodies that bring none; neighbours in the list differ in hue and lightness. */
const bodyColours = ["#7d97b8", "#d3a26c", "#7fa58f", "#b98591", "#9d92bd", "#c9b97a", "#73a3ab", "#a98c74"];

/** Common part of the names of similar bodies, without numbers and sides. */
const stemOf = (name: string): string =>
  name
    .replace(/\d+/g, "")
    .replace(/(_?(left|right|front|rear|back)|[FRH][LR]|[LR])$/g, "")
    .replace(/^(left|right|front|rear|back|[FRHL][LRFH]?)_/gi, "");

/** Similar bodies share a colour, every other one a little lighter, so that links of a chain can be distinguished. */
export function bodyPalette(names: readonly string[]): readonly Color[] {
  const stems = new Map<string, { readonly colour: string; count: number }>();
  return names.map((name) => {
    const stem = stemOf(name);
    const known = stems.get(stem) ?? { colour: bodyColours[stems.size % bodyColours.length], count: 0 };
    stems.set(stem, known);
    const colour = new Color(known.colour);
    if (known.count % 2 === 1) colour.offsetHSL(0, 0, 0.07);
    known.count++;
    return colour;
  });
}

const traceColours = ["#e07b39", "#2f9e8f", "#8f63c9", "#c9485b", "#3f7fd1", "#9a8b1f"];

export const traceColour = (index: number): string => traceColours[index % traceColours.length];
