import { driveEntry, driveParts, shaftParts } from "../../formulation/loads/shaft-view.js";
import { natureOf } from "../../elements/shafts/plan-shaft-element.js";
import type { Model } from "../../model/types.js";
import type { CataloguedChannel } from "./channel-catalogue.js";

const shaftUnits = ["rad", "rad/s", "rad/s^2"];
const driveUnits = ["N m", "N m", "W", ""];

/** shaft.<name>.<part> */
export const shaftChannels = ({ shafts }: Model): CataloguedChannel[] =>
  shafts.flatMap(({ name }, index) =>
    shaftParts.map((part, k) => ({
      name: `shaft.${name}.${part}`,
      unit: shaftUnits[k],
      source: { of: "shaft", entry: shaftParts.length * index + k } as const,
    })),
  );

/** drive.<element>.<part>, of elements that have a torque of their own. */
export const driveChannels = (model: Model): CataloguedChannel[] =>
  model.shaftElements.flatMap((element, index) =>
    natureOf(element) === "rigid"
      ? []
      : driveParts.map((part, k) => ({
          name: `drive.${element.name}.${part}`,
          unit: driveUnits[k],
          source: { of: "shaft", entry: driveEntry(model, index) + k } as const,
        })),
  );
