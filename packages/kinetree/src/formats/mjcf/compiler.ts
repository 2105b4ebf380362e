import { quoted } from "../format-error.js";
import { numberAttribute, numbersAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { flag, keyword } from "./attributes.js";
import type { MjcfReport } from "./mjcf-report.js";
import { checkContent } from "./unused.js";

export interface CompilerSettings {
  /** An angle of the file in radians. */
  readonly radians: (angle: number) => number;
  /** Three letters of xyz and XYZ. */
  readonly eulerseq: string;
  readonly autolimits: boolean;
  readonly inertiafromgeom: "true" | "false" | "auto";
  /** First and last group of the geoms that give mass. */
  readonly inertiagrouprange: readonly [number, number];
  /** Least mass [kg] and least principal moment [kg m²] of a body. */
  readonly boundmass: number;
  readonly boundinertia: number;
  readonly balanceinertia: boolean;
  /** Mass that all bodies are scaled to [kg]; null: as they are. */
  readonly settotalmass: number | null;
  readonly meshdir: string;
  readonly strippath: boolean;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const fromDegrees = (angle: number): number => (angle * Math.PI) / 180;
const asWritten = (angle: number): number => angle;

/** All `compiler` elements, later ones over earlier ones. */
export function readCompiler(report: MjcfReport, elements: readonly XmlElement[]): CompilerSettings {
  const settings: Writable<CompilerSettings> = {
    radians: fromDegrees,
    eulerseq: "xyz",
    autolimits: true,
    inertiafromgeom: "auto",
    inertiagrouprange: [0, 5],
    boundmass: 0,
    boundinertia: 0,
    balanceinertia: false,
    settotalmass: null,
    meshdir: "",
    strippath: false,
  };
  for (const element of elements) {
    checkContent(report, element, "compiler");
    if (element.attributes.has("angle"))
      settings.radians =
        keyword(report, element, "angle", ["degree", "radian"], "degree") === "degree" ? fromDegrees : asWritten;
    settings.eulerseq = eulerseqOf(report, element, settings.eulerseq);
    settings.autolimits = flag(report, element, "autolimits", settings.autolimits);
    const fromGeom = ["true", "false", "auto"] as const;
    settings.inertiafromgeom = keyword(report, element, "inertiafromgeom", fromGeom, settings.inertiafromgeom);
    const groups = numbersAttribute(report, element, "inertiagrouprange", 2);
    if (groups) settings.inertiagrouprange = [groups[0], groups[1]];
    settings.boundmass = numberAttribute(report, element, "boundmass", settings.boundmass) ?? 0;
    settings.boundinertia = numberAttribute(report, element, "boundinertia", settings.boundinertia) ?? 0;
    settings.balanceinertia = flag(report, element, "balanceinertia", settings.balanceinertia);
    const total = numberAttribute(report, element, "settotalmass", settings.settotalmass ?? -1);
    settings.settotalmass = total !== null && total > 0 ? total : null;
    const { attributes } = element;
    settings.meshdir = attributes.get("meshdir")?.value ?? attributes.get("assetdir")?.value ?? settings.meshdir;
    settings.strippath = flag(report, element, "strippath", settings.strippath);
    refuseGlobalCoordinates(report, element);
    warnAligned(report, element);
  }
  return settings;
}

function eulerseqOf(report: MjcfReport, element: XmlElement, fallback: string): string {
  const value = element.attributes.get("eulerseq")?.value;
  if (value === undefined || /^[xyzXYZ]{3}$/.test(value)) return value ?? fallback;
  const message = `"eulerseq" of <compiler> is ${quoted(value)}, must be three letters of xyz (about moving axes) and XYZ (about fixed axes). Write one such as "xyz".`;
  report.errorAt(element, "eulerseq", "unknown-keyword", message, value);
  return fallback;
}

function refuseGlobalCoordinates(report: MjcfReport, element: XmlElement): void {
  if (keyword(report, element, "coordinate", ["local", "global"], "local") === "local") return;
  const message = `"coordinate" of <compiler> is "global", which is not read (MuJoCo dropped it too). Load and save the file with MuJoCo 2.3.3 to get local coordinates.`;
  report.errorAt(element, "coordinate", "global-coordinates", message, "global");
}

function warnAligned(report: MjcfReport, element: XmlElement): void {
  if (!flag(report, element, "alignfree", false)) return;
  const message = `"alignfree" of <compiler> is not used: a free body keeps its frame, where MuJoCo moves it to the mass centre.`;
  report.warnAt(element, "alignfree", "unsupported-attribute", message, "true");
}
