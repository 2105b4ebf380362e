import { integrators, loopClosings, type DriftControl, type FormulationName } from "kinetree";
import { setupDefaults, type ModelSource, type RunSetup, type Start } from "../experiment/types.js";
import { displayDefaults, type DisplayOptions, type PlotSpec, type Trace } from "../run/store.js";
import { fromBase64Url } from "./base64.js";
import {
  aNumber,
  anObject,
  aPoint,
  aSwitch,
  aText,
  listOf,
  oneOf,
  orNull,
  otherwise,
  recordOf,
  refuse,
  type Reader,
} from "./read-parts.js";
import type { SharedView } from "./types.js";

/* A link comes from anywhere: nothing in it is believed before it was looked at. */

type Names<T extends string> = Readonly<Record<T, true>>;
const namesOf = <T extends string>(names: Names<T>): readonly T[] => Object.keys(names) as T[];

// As a record, so that the compiler tells when one is missing; the library's own list would bring all formulations along.
const formulationNames: Names<FormulationName | "auto"> = {
  auto: true,
  articulated: true,
  "mass-matrix": true,
  "tree-augmented": true,
  embedded: true,
  partitioned: true,
  augmented: true,
  constrained: true,
};
const driftNames: Names<DriftControl> = { projection: true, baumgarte: true, none: true };

const aPositive: Reader<number> = (value, path) => {
  const x = aNumber(value, path);
  return x > 0 ? x : refuse(value, path, "a number above zero");
};

export const aSetup: Reader<RunSetup> = (value, path) => {
  const given = anObject(value, path);
  const part = <K extends keyof RunSetup>(name: K, read: Reader<RunSetup[K]>): RunSetup[K] =>
    otherwise(read, setupDefaults[name])(given[name], `${path}.${name}`);
  return {
    formulation: part("formulation", oneOf(namesOf(formulationNames))),
    integrator: part("integrator", oneOf(integrators.map(({ name }) => name))),
    tolerance: part("tolerance", aPositive),
    step: part("step", orNull(aPositive)),
    closure: part("closure", oneOf(["auto", ...loopClosings] as const)),
    drift: part("drift", oneOf(namesOf(driftNames))),
    sampleEvery: part("sampleEvery", aPositive),
  };
};

export const aStart: Reader<Start> = (value, path) => {
  const { t, q, v, z } = anObject(value, path);
  const byJoint = recordOf(listOf(aNumber));
  return {
    t: aNumber(t, `${path}.t`),
    q: byJoint(q, `${path}.q`),
    v: byJoint(v, `${path}.v`),
    z: listOf(aNumber)(z, `${path}.z`),
  };
};

export const aView: Reader<SharedView> = (value, path) => {
  const { position, target, up, projection } = anObject(value, path);
  return {
    position: aPoint(position, `${path}.position`),
    target: aPoint(target, `${path}.target`),
    up: aPoint(up, `${path}.up`),
    projection: oneOf(["perspective", "orthographic"] as const)(projection, `${path}.projection`),
  };
};

export const aPlot: Reader<PlotSpec> = (value, path) => {
  const { id, channels } = anObject(value, path);
  const aChannel: Reader<PlotSpec["channels"][number]> = (channel, at) => {
    const { name, axis } = anObject(channel, at);
    return { name: aText(name, `${at}.name`), axis: aNumber(axis, `${at}.axis`) };
  };
  return { id: aNumber(id, `${path}.id`), channels: listOf(aChannel)(channels, `${path}.channels`) };
};

export const aTrace: Reader<Trace> = (value, path) => {
  const { body, point } = anObject(value, path);
  return { body: aText(body, `${path}.body`), point: aPoint(point, `${path}.point`) };
};

/** Display options; missing ones have their defaults, unknown ones are ignored. */
export const aDisplay: Reader<DisplayOptions> = (value, path) => {
  const given = anObject(value, path);
  const readers: Record<string, Reader<unknown>> = { boolean: aSwitch, number: aNumber, string: aText };
  const entries = Object.entries(displayDefaults).map(([name, usual]): [string, unknown] => [
    name,
    Object.hasOwn(given, name) ? readers[typeof usual](given[name], `${path}.${name}`) : usual,
  ]);
  // Every name of the defaults is there, each with the type that it has there.
  return Object.fromEntries(entries) as unknown as DisplayOptions;
};

export const aFile: Reader<ModelSource> = (value, path) => {
  const { name, text, files, served, base } = anObject(value, path);
  const contents = orNull(recordOf(someBytes))(files, `${path}.files`);
  const baseChoice = orNull(oneOf(["fixed", "free"] as const))(base, `${path}.base`);
  return {
    kind: "file",
    name: aText(name, `${path}.name`),
    text: aText(text, `${path}.text`),
    served: orNull(aText)(served, `${path}.served`),
    ...(contents === null ? {} : { files: contents }),
    ...(baseChoice === null ? {} : { base: baseChoice }),
  };
};

const someBytes: Reader<Uint8Array<ArrayBuffer>> = (value, path) =>
  fromBase64Url(aText(value, path)) ?? refuse(value, path, "bytes as base64url");
