import { shaft, type NamedElement, type ShaftElementDefinition } from "./element-definition.js";
import type { Curve } from "../types.js";

/**
 * A hydrodynamic torque converter: with r = ω_turbine/ω_pump, the pump takes (ω_pump/K(r))² and the turbine gives R(r) times that.
 * Beyond r = 1 the turbine drives: K(2 − r), both signs turned, R = 1; r is held between 0 and 2.
 */
export interface TorqueConverter extends NamedElement {
  readonly kind: "converter";
  readonly pump: string;
  readonly turbine: string;
  /** K over r [rad/s per √(N m)]. */
  readonly capacity: Curve;
  /** R over r. */
  readonly torqueRatio: Curve;
}

export const converter: ShaftElementDefinition<TorqueConverter> = {
  kind: "converter",
  doc: "Torque converter: r = speed of turbine/speed of pump, torque of pump = (speed of pump/capacity(r))², torque of turbine = torqueRatio(r) times that.",
  fields: {
    pump: shaft("shaft of the engine's side"),
    turbine: shaft("shaft of the gearbox's side"),
    capacity: { type: "curve", over: "ratio", measure: "ratio", doc: "rad/s per √(N m) over the ratio of speeds" },
    torqueRatio: { type: "curve", over: "ratio", measure: "ratio", doc: "over the ratio of speeds" },
  },
  nature: "housed",
  uncommanded: null,
};
