/** What varies between vehicles of one kind. */
export interface VehicleOptions {
  /** Name of the tyres' law. */
  readonly tyre: string;
  /** Coefficient of friction of the road; that of the tyres' data if left out. */
  readonly friction?: number;
  /** Payload [kg], at the mass centre of the chassis. */
  readonly load: number;
}

/** Of options that are left out. */
export const vehicleDefaults: VehicleOptions = Object.freeze({ tyre: "tmeasy", load: 0 });
