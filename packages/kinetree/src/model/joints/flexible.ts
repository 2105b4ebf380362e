import type { Beam, Flexible } from "../flexible.js";
import type { JointCoordinate, JointDefinition } from "./joint-definition.js";
import { scalarNumbers } from "./joint-numbers.js";

export const flexible: JointDefinition<"flexible"> = {
  kind: "flexible",
  doc: "From a flexible body to a station of it, a massless body that moves with the place `at`. The first such joint of a body has the modal amplitudes as its coordinates.",
  fields: {
    modes: {
      type: "modes",
      label: "modes",
      doc: "how many coordinates: all modes of the body in its first such joint, 0 in the others",
    },
  },
  options: { in: "nowhere" },
  sizes: ({ modes }) => ({ nq: modes, nv: modes }),
  numbers: ({ modes }, body) => {
    const units = amplitudeUnits(body, modes);
    return scalarNumbers(units.map((unit, i) => ({ label: `mode ${i + 1}`, kind: "translation", unit })));
  },
  quaternion: null,
  axes: () => null,
  check: () => {},
  // They take damping only, which is checked together with the flexible body.
  takes: "everything",
  closes: "nothing",
  glyph: "weld",
};

/** Amplitudes of a beam are its largest displacement, or turn; those of other modal bodies mean what their shapes mean. */
function amplitudeUnits(body: Flexible | undefined, count: number): readonly JointCoordinate["unit"][] {
  if (body?.kind !== "beam") return Array.from({ length: count }, () => "");
  const turns = torsionModes(body);
  return Array.from({ length: count }, (_, i) => (i < count - turns ? "m" : "rad"));
}

/** How many of a beam's modes, its last ones, turn its sections about its axis. */
const torsionModes = ({ modes, corrections }: Beam): number =>
  modes.torsion + corrections.filter(({ load }) => load === "torque-x").length;
