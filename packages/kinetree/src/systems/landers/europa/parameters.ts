import type { Parameter } from "../../../model/types.js";
import type { EuropaLanderOptions } from "./options.js";
import { europaTables, nominalLeg, type LegNumbers } from "./tables.js";

const degree = Math.PI / 180;

type Described = readonly [value: number, unit: string, min: number | null, description: string, max?: number];

const legParameters = (leg: LegNumbers, prefix: string, when: string): Record<string, Described> =>
  Object.fromEntries(
    (["hipStiffness", "hipDamping", "kneeStiffness", "kneeDamping"] as const).map((name) => {
      const joint = name.startsWith("hip") ? "hips" : "knees";
      const unit = name.endsWith("Stiffness") ? "N*m/rad" : "N*m*s/rad";
      const own = prefix === "" ? name : `${prefix}${name[0].toUpperCase()}${name.slice(1)}`;
      return [own, [leg[name].value, unit, 0, `of the ${joint}${when}`]];
    }),
  );

/** Every number of the tables and every numeric choice: all may vary from landing to landing without compiling again. */
export function europaLanderParameters(options: EuropaLanderOptions): readonly Parameter[] {
  const { body, legs, grounds } = europaTables;
  const ground = grounds[options.ground];
  const [upperAngle, lowerAngle] = [options.upperAngleDeg * degree, options.lowerAngleDeg * degree];
  // The ranges of the two masses leave some for the main body, which nothing else looks after: its inertia is taken as it is.
  const described: Record<string, Described> = {
    mass: [body.mass.value, "kg", 200, "of the whole lander"],
    Ixx: [body.Ixx.value, "kg*m^2", 0, "about the main body's mass centre"],
    Iyy: [body.Iyy.value, "kg*m^2", 0, "about the main body's mass centre"],
    Izz: [body.Izz.value, "kg*m^2", 0, "about the main body's mass centre"],
    Ixy: [body.Ixy.value, "kg*m^2", null, "entry of the tensor"],
    Ixz: [body.Ixz.value, "kg*m^2", null, "entry of the tensor"],
    Iyz: [body.Iyz.value, "kg*m^2", null, "entry of the tensor"],
    upperAngle: [upperAngle, "rad", null, "nominal, of the upper links from straight down, outwards"],
    upperAngleDeviation: [0, "rad", null, "added to the nominal angle of the upper links"],
    upperLength: [body.upperLength.value, "m", 0.01, "of the upper links"],
    lowerAngle: [lowerAngle, "rad", null, "nominal, of the lower links from straight down, outwards"],
    lowerAngleDeviation: [0, "rad", null, "added to the nominal angle of the lower links"],
    lowerLength: [body.lowerLength.value, "m", 0.01, "of the lower links"],
    ...legParameters(nominalLeg(options.legs), "", ""),
    ...(options.legs === "impedance" ? legParameters(legs.conforming, "soft", " of a leg that has been softened") : {}),
    ke: [ground.ke, "N/m", 0, "of the ground: the spring that gives at once"],
    kv: [ground.kv, "N/m", 0, "of the ground: the spring beside the damper"],
    cv: [ground.cv, "N*s/m", 1e-3, "of the ground: the damper"],
    muS: [ground.muS, "", 0, "friction at rest"],
    muK: [ground.muK, "", 1e-6, "friction in motion"],
    sigma0: [ground.sigma0, "1/m", 1e-9, "of the bristles: stiffness per normal force"],
    sigma1: [ground.sigma1, "s/m", 0, "of the bristles: damping per normal force"],
    sigma2: [ground.sigma2, "s/m", 0, "viscous friction per normal force"],
    vs: [ground.vs, "m/s", 1e-6, "Stribeck's speed"],
    ...(options.stribeckExponent === "one" ? {} : { alpha: [ground.alpha, "", 0.1, "exponent of Stribeck's curve"] }),
    gravity: [1.315, "m/s^2", 0, "of Europa"],
    hipRadius: [options.hipRadius, "m", 0, "of the circle of hips"],
    hipHeight: [options.hipHeight, "m", null, "of the hips above the belly plane"],
    massCentreHeight: [options.massCentreHeight, "m", null, "of the main body's mass centre above the belly plane"],
    linkMass: [options.linkMass, "kg", 1e-3, "of each leg link", 15],
    bellyFactor: [options.bellyFactor, "", 0, "multiplies the contact forces of the belly"],
    bellyRadius: [options.bellyRadius, "m", 0, "of the circle of belly points"],
  };
  return Object.entries(described).map(([name, [value, unit, min, description, max = null]]) => ({
    name,
    value,
    unit,
    min,
    max,
    description,
  }));
}
