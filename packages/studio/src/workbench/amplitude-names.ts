import type { Flexible } from "kinetree";

export interface AmplitudeName {
  readonly label: string;
  readonly unit: "m" | "rad" | "";
}

/** The amplitudes of a flexible body in their order: those of a beam by the way that they bend it. */
export function amplitudeNames(flexible: Flexible): readonly AmplitudeName[] {
  if (flexible.kind === "modal") return flexible.mass.map((_, i) => ({ label: `mode ${i + 1}`, unit: "" }));
  const { modes, corrections } = flexible;
  // Static shapes come with the modes of their plane.
  const added = (loads: readonly string[]): number => corrections.filter(({ load }) => loads.includes(load)).length;
  const group = (count: number, label: string, unit: AmplitudeName["unit"]): readonly AmplitudeName[] =>
    Array.from({ length: count }, (_, i) => ({ label: `${label} ${i + 1}`, unit }));
  return [
    ...group(modes.y + added(["force-y", "torque-z"]), "bending y", "m"),
    ...group(modes.z + added(["force-z", "torque-y"]), "bending z", "m"),
    ...group(modes.axial + added(["force-x"]), "stretching", "m"),
    ...group(modes.torsion + added(["torque-x"]), "twisting", "rad"),
  ];
}
