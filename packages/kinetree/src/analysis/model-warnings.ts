import type { DataPath } from "../errors/kinetree-error.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import { massesOf, type Masses } from "../model/bodies/masses.js";
import { definitionOf } from "../model/joints.js";
import { requireModel } from "../model/require-model.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { aboutBending } from "./bending-warnings.js";
import { aboutModes } from "./flexible-warnings.js";
import { chooseFormulation } from "../formulation/formulations.js";

/** Something unusual in a model that is allowed, but often a mistake. */
export interface ModelWarning {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** The part of the model, such as `["joints", 0, "coordinates", 0]`; left out where it is the whole. */
  readonly modelPath?: DataPath;
  readonly value?: unknown;
}

/** Beyond this ratio of masses, digits are lost, and one of them is often in the wrong unit. */
const LARGEST_RATIO = 1e7;
/** Radii of gyration outside this range [m] suggest a wrong unit: 10 km and 1 µm. */
const LONGEST_RADIUS = 1e4;
const SHORTEST_RADIUS = 1e-6;

/** Unusual properties of a model that deserve a second look. */
export function modelWarnings(model: Model): ModelWarning[] {
  requireModel(model);
  return [
    ...aboutMasses(model, massesOf(model)),
    ...aboutInertias(model),
    ...aboutRanges(model),
    ...aboutFormulations(model),
    ...aboutModes(model),
    ...aboutBending(model),
  ];
}

function aboutMasses(model: Model, { lightest, heaviest }: Masses): ModelWarning[] {
  if (lightest === null || heaviest === null)
    return model.bodies.length === 0
      ? []
      : [{ code: "no-mass", path: "bodies", message: "no body has a mass. Give at least the moving ones a mass." }];
  const ratio = heaviest.mass / lightest.mass;
  if (ratio <= LARGEST_RATIO) return [];
  const message =
    `body "${heaviest.body}" weighs ${heaviest.mass} kg and body "${lightest.body}" ${lightest.mass} kg, a ratio of ` +
    `${ratio.toPrecision(3)}. Check the units of both.`;
  const modelPath = ["bodies", model.bodies.findIndex(({ name }) => name === heaviest.body), "mass"];
  return [{ code: "mass-ratio", path: "bodies", modelPath, value: ratio, message }];
}

function aboutInertias(model: Model): ModelWarning[] {
  const values = parameterDefaults(model);
  return model.bodies.flatMap(({ name, mass, inertia }, i): ModelWarning[] => {
    const kilograms = evaluateReal(mass, values);
    const largest = Math.max(...inertia.slice(0, 3).map((x) => evaluateReal(x, values)));
    if (!(kilograms > 0) || !(largest > 0)) return [];
    const radius = Math.sqrt(largest / kilograms);
    if (radius >= SHORTEST_RADIUS && radius <= LONGEST_RADIUS) return [];
    const message =
      `body "${name}": an inertia of ${largest} kg m² at ${kilograms} kg is that of a body ${radius.toPrecision(3)} m in ` +
      `radius. Check the unit of the inertia.`;
    const modelPath = ["bodies", i, "inertia"];
    return [{ code: "odd-inertia", path: `bodies.${name}.inertia`, modelPath, value: radius, message }];
  });
}

/** Runs start at zero by default. */
function aboutRanges(model: Model): ModelWarning[] {
  const values = parameterDefaults(model);
  return model.joints.flatMap((each, joint) => {
    const { name, coordinates } = each;
    if (definitionOf(each).quaternion !== null) return [];
    return coordinates.flatMap(({ lower, upper }, i): ModelWarning[] => {
      const [low, high] = [lower, upper].map((x) => (x === null ? null : evaluateReal(x, values)));
      if ((low === null || low <= 0) && (high === null || high >= 0)) return [];
      const which = coordinates.length === 1 ? "" : `, coordinate ${i}`;
      const message = `joint "${name}"${which}: zero is outside its range, ${low ?? "-∞"} to ${high ?? "∞"}. Start runs with --state.`;
      const modelPath = ["joints", joint, "coordinates", i];
      return [{ code: "zero-out-of-range", path: `joints.${name}`, modelPath, value: [low, high], message }];
    });
  });
}

function aboutFormulations(model: Model): ModelWarning[] {
  const topology = buildTopology(model);
  const refusal = chooseFormulation(model, topology).formulation.refuses(model, topology);
  return refusal === null
    ? []
    : [{ code: "formulation-refuses", path: "", message: `it cannot be simulated: ${refusal}` }];
}
