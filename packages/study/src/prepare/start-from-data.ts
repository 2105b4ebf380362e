import { matchChannels, type Model, type StateByJoint, type Topology } from "kinetree";
import { suggestName } from "kinetree/tools";
import { parseExpression } from "kinetree/formats";
import type { QuantityLike } from "../description/distribution.js";
import type { Issues, Path } from "../description/issues.js";
import type { ScenarioDescription, Values } from "../description/scenario.js";
import { evaluateNumber } from "../outputs/arithmetic.js";
import { namesInExpression } from "../outputs/condition.js";
import { inSi } from "./quantity.js";

/** What a start may name. */
interface StartNames {
  readonly model: Model;
  readonly topology: Topology;
  /** Parameters of the model and inputs of the scenario. */
  readonly known: readonly string[];
}

type ValueOf = (values: Values) => number;

/** Where samples start, as a file says it: coordinates and speeds by joint. Undefined if it says nothing. */
export function startFromData(
  given: ScenarioDescription["start"],
  names: StartNames,
  path: Path,
  issues: Issues,
): ((values: Values) => StateByJoint) | undefined {
  if (given === undefined) return undefined;
  const joints = names.model.joints.map(({ name }) => name);
  const part = (which: "q" | "v"): (readonly [string, ValueOf | readonly ValueOf[]])[] =>
    Object.entries(given[which] ?? {}).map(([joint, numbers]) => {
      const at = [...path, which, joint];
      if (!joints.includes(joint))
        issues.report(at, "unknown-joint", `joint "${joint}" is unknown. ${suggestName(joint, joints)}`, joint);
      const units = unitsOf(names, joint, which);
      if (!isList(numbers)) return [joint, startNumber(numbers, units[0] ?? "", names.known, at, issues)];
      return [joint, numbers.map((each, i) => startNumber(each, units[i] ?? "", names.known, [...at, i], issues))];
    });
  const [q, v] = [part("q"), part("v")];
  const evaluated = (entries: typeof q, values: Values): Record<string, number | number[]> =>
    Object.fromEntries(
      entries.map(([joint, of]) => [joint, typeof of === "function" ? of(values) : of.map((each) => each(values))]),
    );
  return (values) => ({ q: evaluated(q, values), v: evaluated(v, values) });
}

const isList = (each: QuantityLike | readonly QuantityLike[]): each is readonly QuantityLike[] => Array.isArray(each);

/** What each number of a joint measures; "" for quaternions. None of a joint that closes a loop, which has no numbers. */
function unitsOf({ model, topology }: StartNames, joint: string, which: "q" | "v"): readonly string[] {
  const place = topology.tree.find((each) => model.joints[each.joint].name === joint);
  if (place === undefined || place.nv === 0) return [];
  const [first, size] = which === "q" ? [place.qStart, place.nq] : [place.vStart, place.nv];
  return matchChannels(model, topology, which)
    .slice(first, first + size)
    .map(({ unit }) => unit);
}

/** A number, a quantity such as "30 deg", or "= expression" of parameters and inputs. */
function startNumber(given: QuantityLike, unit: string, known: readonly string[], path: Path, issues: Issues): ValueOf {
  const formula = typeof given === "string" ? /^\s*=(.*)$/s.exec(given)?.[1] : undefined;
  if (formula === undefined) {
    const value = issues.attempt(path, () => inSi(given, unit)) ?? NaN;
    return () => value;
  }
  const expression = issues.attempt(path, () => parseExpression(formula));
  if (!expression) return () => NaN;
  for (const name of namesInExpression(expression)) {
    if (known.includes(name)) continue;
    issues.report(
      path,
      "unknown-parameter",
      `"${name}" is neither a parameter of the model nor an input of the scenario. ${suggestName(name, known)}`,
      name,
    );
  }
  return (values) => evaluateNumber(expression, (name) => values[name]);
}
