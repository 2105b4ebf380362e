import { minus, times } from "../../parts/point.js";
import type { DoubleWishboneData } from "../data/suspension.js";
import { addStrut } from "../strut.js";
import { addCorner } from "../wishbone-corner.js";
import { addDamper } from "./damper.js";
import { on } from "./ports.js";
import { withStops } from "./stops.js";
import type { SuspensionPart } from "./suspension-part.js";
import { addTieRod } from "./tie-rod.js";

/**
 * Two arms, their names "lowerArmFL" and "upperArmFL", and the upright between. Closed by "upperBallFL" and the tie rod; with
 * struts of bodies also by "strutFootFL".
 */
export const doubleWishbone: SuspensionPart<DoubleWishboneData> = {
  kind: "double-wishbone",
  fromChassis: ({ masses }, { struts }) => (struts === "bodies" ? 2 * masses.strutHalf : 0),
  add: (soFar, data, place, form) => {
    const { suffix, side, chassis, origin } = place;
    const corner = addCorner(soFar, {
      suffix,
      chassis: chassis.body,
      origin,
      side,
      hardpoints: data.points,
      masses: data.masses,
      wheelParts: place.wheel,
      spring: data.stops === null ? data.spring : withStops(data.spring, data.stops),
      bushings: data.bushings,
      lowerBall: form.lowerBall,
      wheel: "one",
    });
    const { points, lowerArmFrame, uprightFrame } = corner;
    const link = { body: `lowerArm${suffix}`, origin: lowerArmFrame };
    const carrier = { body: `upright${suffix}`, origin: uprightFrame };
    const withStrut =
      form.struts === "bodies"
        ? addStrut(corner, { suffix, chassis: chassis.body, mass: data.masses.strutHalf })
        : corner.built;
    const damped = addDamper(withStrut, `damper${suffix}`, data.damper, {
      a: on(chassis, points.shockChassis),
      b: on(link, points.shockArm),
    });
    const built = addTieRod(damped, {
      suffix,
      inner: place.tieRods,
      outer: carrier,
      from: points.tieRodInner,
      to: points.tieRodOuter,
      change: place.tieRodChange,
      mass: data.masses.tieRod,
      form,
    });
    const axis = times(side === "left" ? 1 : -1, minus(points.lcaFront, points.lcaBack));
    return {
      built,
      ports: {
        wheel: {
          suffix,
          side,
          wheel: { body: `wheel${suffix}`, origin: points.wheel },
          carrier,
          spin: `spin${suffix}`,
          radius: place.wheel.tyre.radius,
          width: place.wheel.tyre.width,
        },
        link,
        travel: data.bushings === null ? { joint: `lowerArm${suffix}`, at: lowerArmFrame, axis } : null,
        tieRodInner: points.tieRodInner,
      },
    };
  },
};
