import type { FrameColumns, ResultHeader } from "../result-header.js";

/** A number in a message: a column of the row (0 is time), or a part of the time stamp. */
export type Slot = number | "sec" | "nsec";

/** A topic and the JSON text of its messages, with slots between pieces of fixed text (one piece more than slots). */
export interface Topic {
  readonly topic: string;
  readonly schemaName: string;
  readonly schema: object;
  readonly pieces: readonly string[];
  readonly slots: readonly Slot[];
  /** Where in a message each column is, for readers. */
  readonly columns: readonly TopicColumn[];
}

export interface TopicColumn {
  readonly name: string;
  readonly path: readonly string[];
}

/** A value of a message: a column, or named values. */
type Node = number | Map<string, Node>;

/**
 * Topics by the first part of the names, so that a channel's path in Foxglove is its name: "pos.arm.x" is
 * "/pos.arm.x". Names without parts are "/name.value", numbered ones are lists ("/q.base[0]"). Time itself is
 * "/time.value", as log times have whole nanoseconds; poses are "/tf".
 */
export function topicsOf({ names, frames = [] }: ResultHeader): Topic[] {
  const groups = new Map<string, { name: string; column: number; path: string[] }[]>();
  names.forEach((name, i) => {
    const [first, ...rest] = name.split(".");
    const group = groups.get(first) ?? [];
    group.push({ name, column: i + 1, path: rest.length > 0 ? rest : ["value"] });
    groups.set(first, group);
  });
  const time = scalarTopic("/time", [{ name: "time", column: 0, path: ["value"] }]);
  const taken = new Set(["/time", "/tf"]);
  const scalars = [...groups].map(([first, columns]) => {
    let topic = `/${first}`;
    while (taken.has(topic)) topic += "_";
    taken.add(topic);
    return scalarTopic(topic, columns);
  });
  const numbered = new Map(names.map((name, i) => [name, i + 1]));
  const columnOf = (name: string): number => numbered.get(name) ?? 0;
  return [time, ...scalars, ...(frames.length > 0 ? [transformTopic(frames, columnOf)] : [])];
}

function scalarTopic(
  topic: string,
  columns: readonly { readonly name: string; readonly column: number; readonly path: readonly string[] }[],
): Topic {
  // Two names of which one begins with the other cannot be nested: then the whole name is the key.
  const nested = nest(columns);
  const root = nested ?? new Map<string, Node>(columns.map(({ name, column }) => [name, column]));
  const paths = columns.map(({ name, path }) => ({ name, path: nested ? path : [name] }));
  return {
    topic,
    schemaName: `kinetree${topic.replaceAll("/", ".")}`,
    schema: schemaOf(root),
    ...textOf(root),
    columns: paths,
  };
}

function nest(
  columns: readonly { readonly column: number; readonly path: readonly string[] }[],
): Map<string, Node> | null {
  const root = new Map<string, Node>();
  for (const { column, path } of columns) {
    let node = root;
    for (const part of path.slice(0, -1)) {
      const next = node.get(part) ?? new Map<string, Node>();
      if (typeof next === "number") return null;
      node.set(part, next);
      node = next;
    }
    const last = path[path.length - 1];
    if (node.has(last)) return null;
    node.set(last, column);
  }
  return root;
}

/** Parts "0", "1", … in order are a list. */
const isList = (node: Map<string, Node>): boolean => [...node.keys()].every((key, i) => key === String(i));

function schemaOf(node: Node): object {
  if (typeof node === "number") return { type: "number" };
  const parts = [...node].map(([key, value]): [string, object] => [key, schemaOf(value)]);
  if (isList(node)) return { type: "array", items: parts[0][1] };
  return { type: "object", properties: Object.fromEntries(parts) };
}

function textOf(root: Node): { pieces: string[]; slots: Slot[] } {
  const pieces = [""];
  const slots: Slot[] = [];
  const add = (text: string): void => {
    pieces[pieces.length - 1] += text;
  };
  const visit = (node: Node): void => {
    if (typeof node === "number") {
      slots.push(node);
      pieces.push("");
      return;
    }
    const list = isList(node);
    add(list ? "[" : "{");
    [...node].forEach(([key, value], i) => {
      add(`${i > 0 ? "," : ""}${list ? "" : `${JSON.stringify(key)}:`}`);
      visit(value);
    });
    add(list ? "]" : "}");
  };
  visit(root);
  return { pieces, slots };
}

function transformTopic(frames: readonly FrameColumns[], columnOf: (name: string) => number): Topic {
  const pieces = ['{"transforms":['];
  const slots: Slot[] = [];
  const slot = (before: string, which: Slot): void => {
    pieces[pieces.length - 1] += before;
    slots.push(which);
    pieces.push("");
  };
  frames.forEach(({ body, position, quaternion: [w, x, y, z] }, i) => {
    slot(`${i > 0 ? "," : ""}{"timestamp":{"sec":`, "sec");
    slot(',"nsec":', "nsec");
    slot(
      `},"parent_frame_id":"world","child_frame_id":${JSON.stringify(body)},"translation":{"x":`,
      columnOf(position[0]),
    );
    slot(',"y":', columnOf(position[1]));
    slot(',"z":', columnOf(position[2]));
    slot('},"rotation":{"x":', columnOf(x));
    slot(',"y":', columnOf(y));
    slot(',"z":', columnOf(z));
    slot(',"w":', columnOf(w));
    pieces[pieces.length - 1] += "}}";
  });
  pieces[pieces.length - 1] += "]}";
  return {
    topic: "/tf",
    schemaName: "foxglove.FrameTransforms",
    schema: frameTransformsSchema,
    pieces,
    slots,
    columns: [],
  };
}

/** JSON Schema of "foxglove.FrameTransforms"; the test compares it with the one of @foxglove/schemas. */
const numbers = (names: readonly string[]): object => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "number" }])),
  required: names,
});

export const frameTransformsSchema = Object.freeze({
  title: "foxglove.FrameTransforms",
  type: "object",
  properties: {
    transforms: {
      type: "array",
      items: {
        title: "foxglove.FrameTransform",
        type: "object",
        properties: {
          timestamp: {
            type: "object",
            title: "time",
            properties: {
              sec: { type: "integer", minimum: 0 },
              nsec: { type: "integer", minimum: 0, maximum: 999_999_999 },
            },
          },
          parent_frame_id: { type: "string" },
          child_frame_id: { type: "string" },
          translation: { title: "foxglove.Vector3", ...numbers(["x", "y", "z"]) },
          rotation: { title: "foxglove.Quaternion", ...numbers(["x", "y", "z", "w"]) },
        },
        required: ["timestamp", "parent_frame_id", "child_frame_id", "translation", "rotation"],
      },
    },
  },
  required: ["transforms"],
});
