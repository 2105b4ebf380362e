import type { ErrorFacts } from "../../errors/kinetree-error.js";
import type { JsonNode } from "./codec/json-tree.js";

/**
 * Where in the file a mistake is that the check of the model found. The check knows names, not lines: its subject ("body
 * "arm"") leads to the object, the words of its message ("mass is …") to the field.
 */
export function issuePlaces(root: JsonNode): (facts: ErrorFacts) => JsonNode {
  const objects = objectsBySubject(root);
  return ({ subject, message }) => {
    const found = objects.get(subject) ?? ownerOf(subject, objects) ?? root;
    const what = message.startsWith(`${subject}: `) ? message.slice(subject.length + 2).split(/ is /)[0] : "";
    return fieldOf(namesake(found, what) ?? found, what);
  };
}

function objectsBySubject(root: JsonNode): ReadonlyMap<string, JsonNode> {
  const found = new Map<string, JsonNode>();
  const add = (subject: string, node: JsonNode): void => {
    if (!found.has(subject)) found.set(subject, node);
  };
  const each = (owner: JsonNode, key: string, visit: (node: JsonNode, name: string, index: number) => void): void =>
    listOf(owner, key).forEach((node, i) => visit(node, textOf(node, "name"), i));
  const named = (key: string, kind: string): void =>
    each(root, key, (node, name, i) => {
      add(`${kind} "${name}"`, node);
      add(`${kind} ${i}`, node);
      add(`${textOf(node, "kind")} "${name}"`, node);
    });

  each(root, "bodies", (body, bodyName, i) => {
    const subject = `body "${bodyName}"`;
    add(subject, body);
    add(`body ${i}`, body);
    const flexible = memberOf(body, "flexible");
    if (flexible !== undefined) {
      add(`flexible of ${subject}`, flexible);
      add(`section of ${subject}`, memberOf(flexible, "section") ?? flexible);
      each(flexible, "nodes", (node, name, j) => {
        add(`node of ${subject} "${name}"`, node);
        add(`node of ${subject} ${j}`, node);
      });
    }
    for (const [key, kind] of [["frames", "frame"] as const, ["shapes", "shape"] as const])
      each(body, key, (node, name, j) => {
        for (const label of [`"${name}"`, `${j}`]) {
          add(`${kind} of ${subject} ${label}`, node);
          add(`${kind} ${label} of ${subject}`, node);
        }
      });
  });
  each(root, "joints", (node, name) =>
    add(`joint "${name}" (${textOf(node, "parent")} → ${textOf(node, "child")})`, node),
  );
  named("parameters", "parameter");
  named("joints", "joint");
  named("loads", "load");
  named("actuators", "actuator");
  named("controllers", "controller");
  named("constraints", "constraint");
  named("terrains", "terrain");
  named("contacts", "contact");
  return found;
}

/** Of two with one name the one that a message counts: "name of number 3". */
function namesake(node: JsonNode, what: string): JsonNode | undefined {
  const number = /^name of number (\d+)$/.exec(what)?.[1];
  return number === undefined || node.parent === null ? undefined : itemAt(node.parent, Number(number));
}

/** Of "a of load …" the load. */
function ownerOf(subject: string, objects: ReadonlyMap<string, JsonNode>): JsonNode | undefined {
  for (let at = subject.indexOf(" of "); at >= 0; at = subject.indexOf(" of ", at + 1)) {
    const found = objects.get(subject.slice(at + 4));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What messages call fields, where they do not call them by name. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/centre of mass/, "com"],
  [/joint frame on the parent/, "at"],
  [/joint frame on the child/, "childAt"],
  [/lower limit|range of/, "lower"],
  [/upper limit/, "upper"],
  [/colour/, "color"],
  [/^number of coordinate properties/, "coordinates"],
  [/pair of axes/, "axis2"],
  [/both ends/, "b"],
  [/parent and child/, "child"],
];

/** Messages about flexible bodies name their fields by a path, such as flexible.nodes[2].shapes; as much of it as is there. */
function alongPath(node: JsonNode, what: string): JsonNode | undefined {
  const path = /\bflexible(?:\.\w+|\[\d+\])*/.exec(what)?.[0];
  let found: JsonNode | undefined;
  for (const [, name, place] of path?.matchAll(/(\w*[A-Za-z]\w*)|\[(\d+)\]/g) ?? []) {
    const owner: JsonNode = found ?? node;
    const next: JsonNode | undefined =
      name === undefined ? itemAt(owner, Number(place)) : owner.type === "object" ? owner.members.get(name) : undefined;
    if (next === undefined) break;
    found = next;
  }
  return found;
}

/** The field that the words before "is" speak of; the object itself if they name none. */
function fieldOf(node: JsonNode, what: string): JsonNode {
  if (node.type !== "object") return node;
  const told = alongPath(node, what);
  if (told !== undefined) return told;
  const named = [...what.matchAll(/([A-Za-z]\w*)(?:\[(\d+)\])?/g)].map(([, word, place]) => ({ word, place }));
  for (const [pattern, key] of phrases) if (pattern.test(what)) named.unshift({ word: key, place: "" });
  const among = (owner: JsonNode | undefined): JsonNode | undefined => {
    if (owner?.type !== "object") return undefined;
    for (const { word, place } of named) {
      const member = owner.members.get(word);
      if (member !== undefined) return (place ? itemAt(member, Number(place)) : undefined) ?? member;
    }
    return undefined;
  };
  const coordinates = node.members.get("coordinates");
  const number = Number(/of coordinate (\d+)/.exec(what)?.[1] ?? 0);
  const coordinate = coordinates?.type === "array" ? coordinates.items[number] : coordinates;
  const part = /\bof(?: its)? (motion|normal|friction)$/.exec(what)?.[1];
  const within = part === undefined ? undefined : node.members.get(part);
  return among(within) ?? among(node) ?? among(coordinate) ?? node;
}

const itemAt = (node: JsonNode, index: number): JsonNode | undefined =>
  node.type === "array" ? node.items[index] : undefined;

const memberOf = (node: JsonNode, key: string): JsonNode | undefined =>
  node.type === "object" ? node.members.get(key) : undefined;

function listOf(node: JsonNode, key: string): readonly JsonNode[] {
  const member = memberOf(node, key);
  return member?.type === "array" ? member.items : [];
}

function textOf(node: JsonNode, key: string): string {
  const member = memberOf(node, key);
  return member?.type === "string" ? member.value : "";
}
