import { jointFacts, type Flexible, type Model, type Topology } from "kinetree";
import { flexibleView } from "kinetree/tools";
import type { Flexibles, FlexibleInfo, FlexibleShape } from "./protocol.js";

/** Points along a beam, by how many flexible bodies there are: smooth for a few, still drawn in time for a thousand. */
const pointsFor = (count: number): number => (count <= 60 ? 33 : count <= 300 ? 17 : 9);

export function flexiblesOf(numbers: Model, { tree }: Topology): Flexibles | null {
  const count = numbers.bodies.filter(({ flexible }) => flexible !== undefined).length;
  if (count === 0) return null;
  const known = new Map<string, Pick<FlexibleInfo, "shape" | "frequencies">>();
  const describe = (flexible: Flexible): Pick<FlexibleInfo, "shape" | "frequencies"> => {
    const key = JSON.stringify(flexible);
    const found = known.get(key) ?? shapeOf(flexible, pointsFor(count));
    known.set(key, found);
    return found;
  };
  const bodies = numbers.bodies.flatMap(({ name, flexible }, body): FlexibleInfo[] => {
    const owner = numbers.joints.findIndex(({ kind, parent }) => kind === "flexible" && parent === name);
    const place = tree.find(({ joint }) => joint === owner);
    if (flexible === undefined || place === undefined) return [];
    const joint = numbers.joints[owner];
    const columns = jointFacts(joint).coordinates.map(({ column }) => column);
    return [{ body, joint: joint.name, qStart: place.qStart, columns, ...describe(flexible) }];
  });
  const carrier = new Int32Array(numbers.bodies.length).fill(-1);
  for (const { body, parent } of tree) carrier[body] = parent < 0 ? -1 : tree[parent].body;
  return { bodies, order: Int32Array.from(tree, ({ body }) => body), carrier };
}

/** Angular frequency [rad/s] of 1 Hz. */
const HERTZ = 2 * Math.PI;

function shapeOf(flexible: Flexible, points: number): Pick<FlexibleInfo, "shape" | "frequencies"> {
  const view = flexibleView(flexible, new Map(), points);
  const frequencies = view.frequencies.map((omega) => omega / HERTZ);
  const { modes } = view;
  if (view.kind === "modal") {
    const shape: FlexibleShape = {
      modes,
      positions: Float64Array.from(view.nodes.flatMap(({ position }) => position)),
      shapes: Float64Array.from(view.nodes.flatMap((node) => node.shapes.flat())),
      slopes: Float64Array.from(view.nodes.flatMap((node) => node.slopes.flat())),
      resultants: null,
      section: null,
    };
    return { shape, frequencies };
  }
  const { kind, area, momentY, momentZ, fibreY, fibreZ } = view.section;
  const shape: FlexibleShape = {
    modes,
    positions: Float64Array.from(view.points.flatMap(({ position }) => position)),
    shapes: Float64Array.from(view.points.flatMap((point) => point.shapes)),
    slopes: Float64Array.from(view.points.flatMap((point) => point.slopes)),
    resultants: Float64Array.from(view.points.flatMap(({ n, my, mz }) => n.flatMap((each, j) => [each, my[j], mz[j]]))),
    section: { isRound: kind === "circle" || kind === "tube", area, momentY, momentZ, fibreY, fibreZ },
  };
  return { shape, frequencies };
}
