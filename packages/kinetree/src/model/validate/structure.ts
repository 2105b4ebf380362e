import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { issue, isRecord, show } from "../check.js";
import { flexibleStructure, modesStructure } from "./flexible-structure.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * What the types promise about the shape of a description: lists are lists, parts are there. Data from files and from
 * JavaScript has not been through the compiler, and every other check relies on this one.
 */
export function structureIssues(model: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const wrong = (subject: string, what: string, value: unknown, rest: string): void => {
    found.push(issue("wrong-shape", subject, what, value, rest));
  };
  /** The items of a list that are objects; reports the list or the items that are not what they should be. */
  const itemsOf = (subject: string, owner: Fields, key: string): readonly Fields[] => {
    const value = owner[key];
    if (!Array.isArray(value)) {
      wrong(subject, key, value, "must be a list. Give [] for none.");
      return [];
    }
    return value.filter((item: unknown, i): item is Fields => {
      if (!isRecord(item)) wrong(subject, `${key}[${i}]`, item, "must be an object. Describe it, or remove it.");
      return isRecord(item);
    });
  };
  const text = (subject: string, owner: Fields, key: string): void => {
    if (typeof owner[key] !== "string") wrong(subject, key, owner[key], "must be a text. Give a name.");
  };
  const part = (subject: string, owner: Fields, key: string, fix: string): Fields | null => {
    const value = owner[key];
    if (isRecord(value)) return value;
    wrong(subject, key, value, `must be an object. Give ${fix}.`);
    return null;
  };
  const pose = (subject: string, owner: Fields, key: string): void => {
    part(subject, owner, key, "{ position, rotation }");
  };
  const attachment = (subject: string, owner: Fields, key: string): void => {
    const value = part(subject, owner, key, "{ body, pose }");
    if (value === null) return;
    text(`${key} of ${subject}`, value, "body");
    pose(`${key} of ${subject}`, value, "pose");
  };
  const table = (subject: string, owner: Fields, keys: readonly string[]): void => {
    for (const key of keys)
      if (!Array.isArray(owner[key])) wrong(subject, key, owner[key], "must be a list. Give the numbers of the table.");
  };
  const curve = (subject: string, owner: Fields, key: string): void => {
    const value = owner[key];
    if (isRecord(value) && "x" in value) table(`${key} of ${subject}`, value, ["x", "y"]);
  };
  const signal = (subject: string, value: Fields): void => {
    if (value.kind === "piecewise" || value.kind === "table") table(subject, value, ["times", "values"]);
  };
  const signals = (subject: string, owner: Fields, key: string): void => {
    const items = itemsOf(subject, owner, key);
    items.forEach((item, i) => signal(`${key}[${i}] of ${subject}`, item));
    const length = Array.isArray(owner[key]) ? owner[key].length : 3;
    if (length !== 3) wrong(subject, `number of signals of ${key}`, length, "must be 3. Give one along each axis.");
  };

  const body = (subject: string, value: Fields): void => {
    for (const frame of itemsOf(subject, value, "frames"))
      pose(`frame ${show(frame.name)} of ${subject}`, frame, "pose");
    for (const shape of itemsOf(subject, value, "shapes")) {
      const whose = `shape ${show(shape.name)} of ${subject}`;
      pose(whose, shape, "pose");
      if (shape.color !== null && !Array.isArray(shape.color))
        wrong(whose, "color", shape.color, "must be four numbers from 0 to 1, or null. Give null for any colour.");
    }
    if (value.flexible !== undefined) found.push(...flexibleStructure(subject, value.flexible));
  };
  const joint = (subject: string, value: Fields): void => {
    text(subject, value, "parent");
    text(subject, value, "child");
    pose(subject, value, "X_parent_joint");
    pose(subject, value, "X_child_joint");
    for (const coordinate of itemsOf(subject, value, "coordinates")) curve(subject, coordinate, "stiffness");
    if (value.kind === "general") itemsOf(subject, value, "axes");
    if (value.kind === "flexible") found.push(...modesStructure(subject, value.modes));
  };
  const load = (subject: string, value: Fields): void => {
    switch (value.kind) {
      case "point-spring":
      case "torsion-spring":
      case "bushing":
        attachment(subject, value, "a");
        attachment(subject, value, "b");
        curve(subject, value, "stiffness");
        curve(subject, value, "damping");
        return;
      case "wrench":
        attachment(subject, value, "at");
        signals(subject, value, "torque");
        signals(subject, value, "force");
        return;
      case "joint-force": {
        text(subject, value, "joint");
        const force = part(subject, value, "signal", `one such as { kind: "constant", value: 1 }`);
        if (force !== null) signal(`signal of ${subject}`, force);
      }
    }
  };
  const actuator = (subject: string, value: Fields): void => {
    if (value.kind === "joint" || value.kind === "impedance") text(subject, value, "joint");
    for (const key of value.kind === "impedance" ? ["stiffness", "damping"] : []) {
      const pair = value[key];
      if (!Array.isArray(pair) || pair.length !== 2)
        wrong(subject, key, pair, "must be a list of two numbers. Give its values for the commands 0 and 1.");
    }
    if (value.kind === "body") attachment(subject, value, "at");
  };
  const controller = (subject: string, value: Fields): void => {
    if (!Array.isArray(value.actuators))
      wrong(subject, "actuators", value.actuators, "must be a list. Name the actuators that it commands.");
    if (value.law === undefined) return;
    const law = part(subject, value, "law", "{ memory: [], commands: [] }");
    if (law === null) return;
    for (const key of ["memory", "commands"])
      if (!Array.isArray(law[key])) wrong(`law of ${subject}`, key, law[key], "must be a list. Give [] for none.");
  };
  const constraint = (subject: string, value: Fields): void => {
    const coordinate = (key: string, fix = "{ joint, coordinate }"): void => {
      const ref = part(subject, value, key, fix);
      if (ref !== null) text(`${key} of ${subject}`, ref, "joint");
    };
    const coefficients = (owner: Fields, key: string): void => {
      if (!Array.isArray(owner[key]))
        wrong(subject, key, owner[key], "must be a list. Give its coefficients, the constant one first.");
    };
    switch (value.kind) {
      case "coupler":
        coordinate("driven");
        if (value.driving !== null) coordinate("driving", "{ joint, coordinate }, or null to hold the driven one");
        coefficients(value, "polynomial");
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
        const motion = part(subject, value, "motion", `one such as { kind: "polynomial", coefficients: [0, 1] }`);
        if (motion?.kind === "polynomial") coefficients(motion, "coefficients");
        return;
      }
      case "distance":
      case "point-on-line":
      case "point-on-plane":
        attachment(subject, value, "a");
        attachment(subject, value, "b");
    }
  };

  const terrain = (subject: string, value: Fields): void => {
    pose(subject, value, "pose");
    if (value.kind === "height-map") table(subject, value, ["heights"]);
    if (value.kind === "mesh") table(subject, value, ["vertices", "triangles"]);
  };
  const contact = (subject: string, value: Fields): void => {
    attachment(subject, value, "at");
    text(subject, value, "terrain");
    part(subject, value, "normal", `a law such as { kind: "spring-damper", stiffness, damping }`);
    part(subject, value, "friction", `a law such as { kind: "none" }`);
  };

  if (!isRecord(model)) {
    wrong(
      "model",
      "description",
      model,
      "must be an object. Give a model's data, or what a builder's build() returns.",
    );
    return found;
  }
  const whole = `model ${show(model.name)}`;
  text(whole, model, "name");
  const each = (key: string, kind: string, check: (subject: string, value: Fields) => void): void =>
    itemsOf(whole, model, key).forEach((item) => check(`${kind} ${show(item.name)}`, item));
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
