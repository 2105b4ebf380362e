import { elementStates } from "../elements/states/element-states.js";
import { requireFinite } from "../linalg/shape.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import { rotateVec3 } from "../model/rotation.js";
import type { Model, QuatR } from "../model/types.js";
import type { State } from "../state/state.js";
import { buildTopology } from "../topology/build-topology.js";
import { effectiveRadius, rootOf, spinOf } from "./layout.js";

/** How a vehicle rolls at the start of a run. */
export interface RollingStart {
  /** Over the ground, in the direction in which the chassis points [m/s]. */
  readonly speed: number;
  /** Engaged gear; 0, neutral, if left out. Give the parameter "startGear" too. */
  readonly gear?: number;
}

/**
 * A vehicle at rest, such as `equilibrium` finds it, set into motion: chassis, wheels, half shafts, and with a gear the shafts in front of
 * them. Loaded tyres are taken to roll at 0.99 of their radius, so a run begins with a small slip.
 */
export function rollingStart<P extends State>(model: Model, rest: P, { speed, gear = 0 }: RollingStart): P {
  requireFinite("speed", [speed]);
  const { tree } = buildTopology(model);
  const [v, z] = [rest.v.slice(), rest.z?.slice()];
  const root = rootOf(model, tree);
  const [w, i, j, k] = rest.q.subarray(root.qStart + 3, root.qStart + 7);
  // The x axis of the chassis in the plane of the ground.
  const [x, y] = [1 - 2 * (j * j + k * k), 2 * (i * j + w * k)];
  const level = speed / Math.sqrt(x * x + y * y);
  const toChassis: QuatR = [w, -i, -j, -k];
  const linear = rotateVec3(toChassis, [level * x, level * y, 0]);
  const parameters = parameterDefaults(model);
  linear.forEach((each, n) => (v[root.vStart + 3 + n] = evaluateReal(each, parameters)));
  const rates = model.tyres.map((tyre) => speed / effectiveRadius(tyre));
  model.tyres.forEach(({ name }, n) => (v[spinOf(model, tree, name).vStart] = rates[n]));
  if (z === undefined) return { ...rest, v };
  const set = (state: string, value: number): void => {
    const place = elementStates(model).find(({ names }) => names.includes(state));
    if (place) z[place.start + place.names.indexOf(state)] = value;
  };
  model.tyres.forEach(({ name }, n) => set(`sideGear${name}, speed`, rates[n]));
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  for (const element of model.shaftElements) {
    if (element.kind !== "gearbox" || gear === 0) continue;
    const ratio = gear < 0 ? element.reverse : element.ratios[gear - 1];
    const input = mean * behindBox(model, parameters) * evaluateReal(ratio ?? 0, parameters);
    set(`${element.name}, lever`, gear);
    set("turbine, speed", input);
    set("crank, speed", input);
  }
  return { ...rest, v, z };
}

/** Turns of the box's output for one of the wheels: gears and the differentials with a ratio. */
function behindBox({ shaftElements }: Model, parameters: ReadonlyMap<string, number>): number {
  const ratioOf = (name: string): number => {
    const element = shaftElements.find((each) => each.name === name);
    return element?.kind === "gear" || element?.kind === "differential" ? evaluateReal(element.ratio, parameters) : 1;
  };
  const final = shaftElements.find(({ kind, name }) => kind === "differential" && name !== "centre");
  return ratioOf("range") * ratioOf(final?.name ?? "");
}
