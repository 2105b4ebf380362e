import type { JsonValue } from "kinetree/formats";

/** One field of a study that is not what it was. */
export interface Change {
  /** Such as `parameters.mass.normal.std`. */
  readonly path: string;
  /** Undefined where the field was not there. */
  readonly before: JsonValue | undefined;
  /** Undefined where the field is gone. */
  readonly now: JsonValue | undefined;
}

/** Fields in which two descriptions differ, in the order of the first one. */
export function changesBetween(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  path = "",
): readonly Change[] {
  if (isList(before) && isList(now)) {
    const length = Math.max(before.length, now.length);
    return Array.from({ length }, (_, i) => changesBetween(before[i], now[i], `${path}[${i}]`)).flat();
  }
  if (isObject(before) && isObject(now)) {
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...names].flatMap((name) =>
      changesBetween(before[name], now[name], path === "" ? name : `${path}.${name}`),
    );
  }
  return Object.is(before, now) || (before === 0 && now === 0) ? [] : [{ path, before, now }];
}

/** For a reader: "samples: 400 -> 500". */
export const describeChange = ({ path, before, now }: Change): string => `${path}: ${shown(before)} -> ${shown(now)}`;

const shown = (value: JsonValue | undefined): string => {
  if (value === undefined) return "(nothing)";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !isList(value);
