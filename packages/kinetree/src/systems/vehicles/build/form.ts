/** How parts of a vehicle become bodies and constraints: the same vehicle at other costs. */
export interface VehicleForm {
  /** "free", or "fixed" to the ground. */
  readonly chassis: "free" | "fixed";
  /** "spherical": one joint. "pins": hinges about x, y, z and two small bodies, as absolute coordinates count them. */
  readonly lowerBall: "spherical" | "pins";
  /** Dampers as two bodies that slide in each other, or as forces alone. */
  readonly struts: "bodies" | "massless";
  /** Tie rods as distances without mass, or as bodies. */
  readonly tieRods: "distance" | "bodies";
  /** The idler arm of a Pitman steering likewise. */
  readonly idler: "distance" | "body";
  /**
   * How the parameter "steer" acts, from -1 (full lock to the right) to 1 (to the left). "angle": prescribes the steering, which
   * takes a degree of freedom. "spring": through the stiffness of the column. "torque": a servo turns the steering. "column": a
   * servo turns the column, a body that drives the steering through its shaft, which adds a degree of freedom.
   */
  readonly steeringInput: "angle" | "spring" | "torque" | "column";
}

/** The one that runs fastest. */
export const vehicleFormDefaults: VehicleForm = Object.freeze({
  chassis: "free",
  lowerBall: "spherical",
  struts: "massless",
  tieRods: "distance",
  idler: "distance",
  steeringInput: "spring",
});

export const vehicleFormChoices: { readonly [K in keyof VehicleForm]: readonly VehicleForm[K][] } = {
  chassis: ["free", "fixed"],
  lowerBall: ["spherical", "pins"],
  struts: ["bodies", "massless"],
  tieRods: ["distance", "bodies"],
  idler: ["distance", "body"],
  steeringInput: ["angle", "spring", "torque", "column"],
};
