import { buildModel, param, withGrounds, type GroundDescription } from "kinetree";
import { sqrt } from "kinetree/graph";
import type { TestVehicle, Values } from "./test-vehicle.js";

/* The same vehicle in other surroundings. */

/** On ground of other friction, which may differ between left and right. */
export const onFriction = (
  vehicle: TestVehicle,
  friction: { readonly left: number; readonly right: number },
): TestVehicle => {
  const sideOf = (tyre: string): "left" | "right" =>
    vehicle.wheels.find((wheel) => wheel.tyre === tyre)?.side ?? "left";
  const tyres = vehicle.model.tyres.map((tyre) => ({ ...tyre, friction: friction[sideOf(tyre.name)] }));
  return { ...vehicle, model: buildModel({ ...vehicle.model, tyres }) };
};

/** On the ground of a description in place of flat ground; `contact` is how tyres meet it. */
export function onGround(
  vehicle: TestVehicle,
  description: GroundDescription,
  contact: "point" | "four-point" = "four-point",
): TestVehicle {
  const { model } = vehicle;
  const terrains = model.terrains.map(({ name, pose }) => ({ kind: "ground" as const, name, pose }));
  const tyres = model.tyres.map((tyre) => ({ ...tyre, contact }));
  return { ...vehicle, model: withGrounds(buildModel({ ...model, terrains, tyres }), { road: description }) };
}

/** A slope comes in so many parts while the vehicle settles. */
const PARTS = 6;

/**
 * On a slope: the ground stays level and gravity leans. `grade` is rise over length seen from above; uphill lies ahead, or to the left of
 * the vehicle. One that stands there settles on it; one that drives comes from level ground, since tyres hold more while they roll.
 */
export function onSlope(
  vehicle: TestVehicle,
  grade: number,
  uphill: "ahead" | "left",
  start: "standing" | "driving",
): TestVehicle {
  const [, , z] = vehicle.model.gravity as readonly [number, number, number];
  const [along, down] = [param("gravityAlong"), param("gravityDown")];
  const own = { unit: "m/s^2", description: "gravity on a slope", min: null, max: null };
  const parameters = [
    ...vehicle.model.parameters,
    { ...own, name: "gravityAlong", value: 0 },
    { ...own, name: "gravityDown", value: z },
  ];
  const gravity = uphill === "ahead" ? ([along, 0, down] as const) : ([0, along, down] as const);
  const part = (i: number): Values => {
    const rise = (grade * i) / PARTS;
    const length = sqrt(1 + rise * rise);
    return { gravityAlong: (rise * z) / length, gravityDown: z / length };
  };
  const settling = Array.from({ length: start === "standing" ? PARTS + 1 : 1 }, (_, i) => part(i));
  return {
    ...vehicle,
    model: buildModel({ ...vehicle.model, parameters, gravity }),
    parameters: { settling, driving: part(PARTS) },
  };
}
