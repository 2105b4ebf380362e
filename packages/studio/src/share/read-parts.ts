import { ShareError } from "./types.js";

/** Checks and converts a value of a link; `path` names it in messages. */
export type Reader<T> = (value: unknown, path: string) => T;

export function refuse(value: unknown, path: string, expected: string): never {
  const shown = JSON.stringify(value) ?? "missing";
  const short = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
  const message = `in the link, "${path}" is ${short}, must be ${expected}. Ask for the link again, or open the model itself.`;
  throw new ShareError("link-content", path, message);
}

export const aNumber: Reader<number> = (value, path) =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse(value, path, "a finite number");

export const aText: Reader<string> = (value, path) =>
  typeof value === "string" ? value : refuse(value, path, "a string");

export const aSwitch: Reader<boolean> = (value, path) =>
  typeof value === "boolean" ? value : refuse(value, path, "true or false");

export const oneOf =
  <T extends string>(choices: readonly T[]): Reader<T> =>
  (value, path) =>
    choices.find((choice) => choice === value) ?? refuse(value, path, `one of ${choices.join(", ")}`);

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === undefined || value === null ? null : read(value, path);

export const otherwise =
  <T>(read: Reader<T>, missing: T): Reader<T> =>
  (value, path) =>
    value === undefined ? missing : read(value, path);

export const listOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value, path) =>
    Array.isArray(value) ? value.map((item: unknown, i) => read(item, `${path}[${i}]`)) : refuse(value, path, "a list");

export const recordOf =
  <T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, path) =>
    Object.fromEntries(Object.entries(anObject(value, path)).map(([key, part]) => [key, read(part, `${path}.${key}`)]));

export const aPoint: Reader<readonly [number, number, number]> = (value, path) => {
  const numbers = listOf(aNumber)(value, path);
  return numbers.length === 3 ? [numbers[0], numbers[1], numbers[2]] : refuse(value, path, "three numbers");
};

/** An object, its members not looked at. */
export const anObject: Reader<Readonly<Record<string, unknown>>> = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : refuse(value, path, "an object");
