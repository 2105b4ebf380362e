import { shaftElementFacts, type Shaft, type ShaftElement } from "kinetree";
import { attachment } from "./links.js";
import { propertiesOfFields } from "./load-sheet.js";
import { live, number, vector, type PropertySheet } from "./property-sheet.js";

/** Properties of a shaft: how it turns, and what carries it. */
export const shaftSheet = (shaft: Shaft, given: Shaft | undefined): PropertySheet => ({
  title: shaft.name,
  subtitle: "shaft",
  sections: [
    {
      title: "Current values",
      properties: [
        live("speed", "rad/s", `shaft.${shaft.name}.speed`),
        live("angle", "rad", `shaft.${shaft.name}.angle`),
      ],
    },
    {
      title: "Rotor",
      properties: [
        number("inertia", "kg m²", shaft.inertia, given?.inertia),
        ...(shaft.damping === undefined ? [] : [number("damping", "N m s/rad", shaft.damping, given?.damping)]),
      ],
    },
    {
      title: "Carried by",
      properties: shaft.mount
        ? [
            ...attachment("body", shaft.mount.at, given?.mount?.at),
            vector("axis", "", shaft.mount.axis, given?.mount?.axis),
          ]
        : [],
    },
  ],
});

/** Properties of an element between shafts: its ends, and its law. */
export function driveSheet(element: ShaftElement, given: ShaftElement | undefined): PropertySheet {
  const fields = shaftElementFacts(element);
  const same = given?.kind === element.kind ? shaftElementFacts(given) : [];
  const isRigid = element.kind === "gear" || element.kind === "differential";
  return {
    title: element.name,
    subtitle: element.kind,
    sections: [
      {
        title: "Current values",
        properties: isRigid ? [] : [live("torque", "N m", `drive.${element.name}.torque`)],
      },
      { title: "Acts", properties: propertiesOfFields(fields, same, true) },
      { title: "Law", properties: propertiesOfFields(fields, same, false) },
    ],
  };
}
