import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { issue, isRecord, show } from "../check.js";
import { flexibleStructure, modesStructure } from "./flexible-structure.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * What the types promise about the shape of a description: lists are lists, parts are there. Data from files and from
 * JavaScript has not been through the compiler, and every other check relies on this one.
 */
export function structureIssues(model: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const wrong = (part: Part, value: unknown, rest: string): void => {
    found.push(issue("wrong-shape", part, value, rest));
  };
  /** The items of a list that are objects; reports the list or the items that are not what they should be. */
  const itemsOf = (of: Part, owner: Fields, key: string): readonly (readonly [index: number, item: Fields])[] => {
    const value = owner[key];
    const list = propertyOf(of, key);
    if (!Array.isArray(value)) {
      wrong(list, value, "must be a list. Give [] for none.");
      return [];
    }
    return [...value.entries()].filter((entry: [number, unknown]): entry is [number, Fields] => {
      const [i, item] = entry;
      if (!isRecord(item)) wrong(itemOf(list, i), item, "must be an object. Describe it, or remove it.");
      return isRecord(item);
    });
  };
  /** Messages about what is inside a part begin with the part. */
  const within = (of: Part, key: string): Part => thingAt([...of.path, key], `${key} of ${of.subject}`);
  const text = (of: Part, owner: Fields, key: string): void => {
    if (typeof owner[key] !== "string") wrong(propertyOf(of, key), owner[key], "must be a text. Give a name.");
  };
  const part = (of: Part, owner: Fields, key: string, fix: string): Fields | null => {
    const value = owner[key];
    if (isRecord(value)) return value;
    wrong(propertyOf(of, key), value, `must be an object. Give ${fix}.`);
    return null;
  };
  const pose = (of: Part, owner: Fields, key: string): void => {
    part(of, owner, key, "{ position, rotation }");
  };
  const attachment = (of: Part, owner: Fields, key: string): void => {
    const value = part(of, owner, key, "{ body, pose }");
    if (value === null) return;
    text(within(of, key), value, "body");
    pose(within(of, key), value, "pose");
  };
  const table = (of: Part, owner: Fields, keys: readonly string[]): void => {
    for (const key of keys)
      if (!Array.isArray(owner[key]))
        wrong(propertyOf(of, key), owner[key], "must be a list. Give the numbers of the table.");
  };
  const curve = (of: Part, owner: Fields, key: string): void => {
    const value = owner[key];
    if (isRecord(value) && "x" in value) table(within(of, key), value, ["x", "y"]);
  };
  const signal = (of: Part, value: Fields): void => {
    if (value.kind === "piecewise" || value.kind === "table") table(of, value, ["times", "values"]);
  };
  const signals = (of: Part, owner: Fields, key: string): void => {
    const list = propertyOf(of, key);
    for (const [i, item] of itemsOf(of, owner, key))
      signal(thingAt([...list.path, i], `${key}[${i}] of ${of.subject}`), item);
    const length = Array.isArray(owner[key]) ? owner[key].length : 3;
    if (length !== 3) wrong(named(list, `number of signals of ${key}`), length, "must be 3. Give one along each axis.");
  };

  const body = (of: Part, value: Fields): void => {
    for (const [i, frame] of itemsOf(of, value, "frames"))
      pose(thingAt([...of.path, "frames", i], `frame ${show(frame.name)} of ${of.subject}`), frame, "pose");
    for (const [i, shape] of itemsOf(of, value, "shapes")) {
      const whose = thingAt([...of.path, "shapes", i], `shape ${show(shape.name)} of ${of.subject}`);
      pose(whose, shape, "pose");
      if (shape.color !== null && !Array.isArray(shape.color)) {
        const rest = "must be four numbers from 0 to 1, or null. Give null for any colour.";
        wrong(propertyOf(whose, "color"), shape.color, rest);
      }
    }
    if (value.flexible !== undefined) found.push(...flexibleStructure(of, value.flexible));
  };
  const joint = (of: Part, value: Fields): void => {
    text(of, value, "parent");
    text(of, value, "child");
    pose(of, value, "X_parent_joint");
    pose(of, value, "X_child_joint");
    for (const [i, coordinate] of itemsOf(of, value, "coordinates"))
      curve(thingAt([...of.path, "coordinates", i], of.subject), coordinate, "stiffness");
    if (value.kind === "general") itemsOf(of, value, "axes");
    if (value.kind === "flexible") found.push(...modesStructure(of, value.modes));
  };
  const load = (of: Part, value: Fields): void => {
    switch (value.kind) {
      case "point-spring":
      case "torsion-spring":
      case "bushing":
        attachment(of, value, "a");
        attachment(of, value, "b");
        curve(of, value, "stiffness");
        curve(of, value, "damping");
        return;
      case "wrench":
        attachment(of, value, "at");
        signals(of, value, "torque");
        signals(of, value, "force");
        return;
      case "joint-force": {
        text(of, value, "joint");
        const force = part(of, value, "signal", `one such as { kind: "constant", value: 1 }`);
        if (force !== null) signal(within(of, "signal"), force);
      }
    }
  };
  const actuator = (of: Part, value: Fields): void => {
    if (value.kind === "joint" || value.kind === "impedance") text(of, value, "joint");
    for (const key of value.kind === "impedance" ? ["stiffness", "damping"] : []) {
      const pair = value[key];
      if (!Array.isArray(pair) || pair.length !== 2)
        wrong(propertyOf(of, key), pair, "must be a list of two numbers. Give its values for the commands 0 and 1.");
    }
    if (value.kind === "body") attachment(of, value, "at");
  };
  const controller = (of: Part, value: Fields): void => {
    if (!Array.isArray(value.actuators))
      wrong(propertyOf(of, "actuators"), value.actuators, "must be a list. Name the actuators that it commands.");
    if (value.law === undefined) return;
    const law = part(of, value, "law", "{ memory: [], commands: [] }");
    if (law === null) return;
    for (const key of ["memory", "commands"])
      if (!Array.isArray(law[key]))
        wrong(propertyOf(within(of, "law"), key), law[key], "must be a list. Give [] for none.");
  };
  const constraint = (of: Part, value: Fields): void => {
    const coordinate = (key: string, fix = "{ joint, coordinate }"): void => {
      const ref = part(of, value, key, fix);
      if (ref !== null) text(within(of, key), ref, "joint");
    };
    const coefficients = (list: Part, given: unknown): void => {
      if (!Array.isArray(given)) wrong(list, given, "must be a list. Give its coefficients, the constant one first.");
    };
    switch (value.kind) {
      case "coupler":
        coordinate("driven");
        if (value.driving !== null) coordinate("driving", "{ joint, coordinate }, or null to hold the driven one");
        coefficients(propertyOf(of, "polynomial"), value.polynomial);
        return;
      case "gear":
        coordinate("driven");
        coordinate("driving");
        return;
      case "rack-and-pinion":
        coordinate("rack");
        coordinate("pinion");
        return;
      case "motion": {
        coordinate("driven");
        const motion = part(of, value, "motion", `one such as { kind: "polynomial", coefficients: [0, 1] }`);
        if (motion?.kind !== "polynomial") return;
        const list = propertyOf(propertyOf(of, "motion"), "coefficients");
        coefficients(named(list, "coefficients"), motion.coefficients);
        return;
      }
      case "distance":
      case "point-on-line":
      case "point-on-plane":
        attachment(of, value, "a");
        attachment(of, value, "b");
    }
  };

  const terrain = (of: Part, value: Fields): void => {
    pose(of, value, "pose");
    if (value.kind === "height-map") table(of, value, ["heights"]);
    if (value.kind === "mesh") table(of, value, ["vertices", "triangles"]);
  };
  const contact = (of: Part, value: Fields): void => {
    attachment(of, value, "at");
    text(of, value, "terrain");
    part(of, value, "normal", `a law such as { kind: "spring-damper", stiffness, damping }`);
    part(of, value, "friction", `a law such as { kind: "none" }`);
  };

  if (!isRecord(model)) {
    const rest = "must be an object. Give a model's data, or what a builder's build() returns.";
    wrong(named(thingAt([], "model"), "description"), model, rest);
    return found;
  }
  const whole = thingAt([], `model ${show(model.name)}`);
  text(whole, model, "name");
  const each = (key: string, kind: string, check: (of: Part, value: Fields) => void): void => {
    for (const [i, item] of itemsOf(whole, model, key)) check(thingAt([key, i], `${kind} ${show(item.name)}`), item);
  };
  each("parameters", "parameter", () => {});
  each("bodies", "body", body);
  each("joints", "joint", joint);
  each("loads", "load", load);
  each("actuators", "actuator", actuator);
  each("controllers", "controller", controller);
  each("constraints", "constraint", constraint);
  each("terrains", "terrain", terrain);
  each("contacts", "contact", contact);
  return found;
}
