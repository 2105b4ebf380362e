import {
  composePose,
  createEvaluator,
  evaluateReal,
  parameterDefaults,
  type Model,
  type SimulationResult,
} from "kinetree";
import type { ComparedChannel } from "../bench/difference.js";

/** The weld between the first arm and the test object; only models with arms have it. */
const GRIP = "arm1_hold";

/** Positions over time [m], and what they are positions of. */
export interface Track {
  readonly name: "top plate" | "joint between arm 1 and the test object";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/** Where the middle of the top plate is, and in models with arms the joint between the first of them and the test object. */
export function tracksOf({ model, t, stateAt }: SimulationResult): readonly Track[] {
  const evaluator = createEvaluator(model);
  const parameters = parameterDefaults(model);
  const grip = model.joints.find(({ name }) => name === GRIP);
  const newTrack = (name: Track["name"]): Track => ({
    name,
    x: new Float64Array(t.length),
    y: new Float64Array(t.length),
    z: new Float64Array(t.length),
  });
  const top = newTrack("top plate");
  const joint = newTrack("joint between arm 1 and the test object");
  const [atTop, atObject] = ["top", "object"].map((name) => indexOf(model, name));
  for (let row = 0; row < t.length; row++) {
    const bodies = evaluator.bodies(stateAt(row));
    put(top, row, bodies[atTop].position);
    if (!grip) continue;
    const [x, y, z] = bodies[atObject].position;
    const [w, i, j, k] = bodies[atObject].quaternion;
    const X_world_object = { position: [x, y, z], rotation: [w, i, j, k] } as const;
    const { position } = composePose(X_world_object, grip.X_child_joint);
    put(
      joint,
      row,
      position.map((real) => evaluateReal(real, parameters)),
    );
  }
  return grip ? [top, joint] : [top];
}

const indexOf = (model: Model, body: string): number => model.bodies.findIndex(({ name }) => name === body);

function put({ x, y, z }: Track, row: number, position: ArrayLike<number>): void {
  [x[row], y[row], z[row]] = [position[0], position[1], position[2]];
}

/** All that is compared of two runs of one model: coordinates, speeds, and where top plate and test object are. */
export function comparedChannels(ours: SimulationResult, theirs: SimulationResult): readonly ComparedChannel[] {
  const isOfState = (name: string): boolean => name.startsWith("q.") || name.startsWith("v.");
  const [ourTracks, theirTracks] = [ours, theirs].map(tracksOf);
  return [
    ...ours.names.filter(isOfState).map((name) => ({ name, ours: ours.column(name), theirs: theirs.column(name) })),
    ...ourTracks.flatMap((track, i) =>
      (["x", "y", "z"] as const).map((axis) => ({
        name: `${track.name}, ${axis}`,
        ours: track[axis],
        theirs: theirTracks[i][axis],
      })),
    ),
  ];
}
