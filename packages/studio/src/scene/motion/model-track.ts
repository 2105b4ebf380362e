import type { Model } from "kinetree";
import { poseColumns, posedBodies, rowBefore } from "../../engine/row-columns.js";
import type { OpenedModel, Posed, ResultFile } from "../../engine/protocol.js";
import type { MotionRows, Track } from "./track.js";

export const openTrack = ({ numbers, flexible }: OpenedModel, posed: Posed, history: MotionRows | null): Track => ({
  numbers,
  flexible,
  motion: history !== null && history.length > 0 ? history : posed,
  colour: null,
  opacity: 1,
  label: numbers.name,
});

/** Rows of a result file, with the columns of the bodies of a model. Bodies that it lacks stay at the origin. */
class ResultRows implements MotionRows {
  readonly columns: MotionRows["columns"];
  readonly length: number;
  readonly t: Float64Array;
  readonly #values: Float64Array;
  readonly #width: number;

  constructor({ names, t, values }: ResultFile, bodies: Model["bodies"]) {
    this.columns = { names, ...poseColumns(names, bodies) };
    this.length = t.length;
    this.t = t;
    this.#values = values;
    this.#width = names.length;
  }

  row(index: number): Float64Array {
    return this.#values.subarray(index * this.#width, (index + 1) * this.#width);
  }

  rowAt(time: number): number {
    return rowBefore(this.t, time);
  }
}

/** A mechanism that is known by the names of its bodies alone. */
function bareModel(bodies: readonly string[]): Model {
  return {
    name: "result",
    gravity: [0, 0, 0],
    parameters: [],
    bodies: bodies.map((name) => ({
      name,
      mass: 1,
      com: [0, 0, 0],
      inertia: [1, 1, 1, 0, 0, 0],
      massless: false,
      frames: [],
      shapes: [],
    })),
    joints: [],
    loads: [],
    actuators: [],
    controllers: [],
    constraints: [],
    terrains: [],
    tyres: [],
    shafts: [],
    shaftElements: [],
    contacts: [],
  };
}

/** The motion in a result file: of the model that is open if the bodies are the same, otherwise of bodies without shapes; null if it has none. */
export function resultTrack(result: ResultFile, opened: OpenedModel | null): Track | null {
  const bodies = posedBodies(result.names);
  if (bodies.length === 0 || result.t.length === 0) return null;
  const isOfModel = opened !== null && opened.numbers.bodies.every(({ name }) => bodies.includes(name));
  const numbers = isOfModel ? opened.numbers : bareModel(bodies);
  const motion = new ResultRows(result, numbers.bodies);
  const flexible = isOfModel ? opened.flexible : null;
  return { numbers, flexible, motion, colour: null, opacity: 1, label: result.name };
}
