import { useToken } from "../api/ask-server.js";
import { RequestError } from "kinetree";
import type { ModelSource } from "../experiment/types.js";
import { compareMotions } from "./compare-motions.js";
import { describeModel } from "./describe-model.js";
import { LiveRun, type Surroundings } from "./live-run.js";
import { modeMotion } from "./mode-motion.js";
import { findModes, settleFrom, type KeptModes } from "./model-modes.js";
import { loadModel, type LoadedModel } from "./open-model.js";
import { Poser } from "./poser.js";
import type { EngineCalls } from "./protocol.js";
import { startOf, stateOf } from "./start-state.js";
import type { StudyHost } from "./study/study-host.js";

export type EngineHost = {
  [K in keyof EngineCalls]: (
    ...args: Parameters<EngineCalls[K]>
  ) => ReturnType<EngineCalls[K]> | Promise<ReturnType<EngineCalls[K]>>;
};

interface Open {
  readonly source: ModelSource;
  readonly loaded: LoadedModel;
  readonly poser: Poser;
  readonly parameters: Readonly<Record<string, number>>;
}

export function createEngineHost(around: Surroundings): EngineHost {
  let open: Open | null = null;
  let live: LiveRun | null = null;
  let runs = 0;
  let kept: KeptModes | null = null;
  let studies: Promise<StudyHost> | null = null;

  const model = (): Open => {
    if (open) return open;
    throw new RequestError({
      code: "no-model",
      subject: "engine",
      message: "no model is open in the engine. Open one first.",
    });
  };
  const run = (): LiveRun => {
    if (live) return live;
    throw new RequestError({ code: "no-run", subject: "engine", message: "there is no run. Start one first." });
  };
  const done = (work: () => void): null => {
    work();
    return null;
  };
  // Loaded when they are first needed: a page that only looks at a model does without them.
  const studyHost = (): Promise<StudyHost> =>
    (studies ??= import("./study/study-host.js").then(({ createStudyHost }) => createStudyHost()));

  return {
    useToken: (token) => done(() => useToken(token)),
    open: (source, parameters, start) => {
      const loaded = loadModel(source);
      const poser = new Poser(loaded.model);
      const described = describeModel(source, poser, parameters, start ?? loaded.start, loaded.warnings);
      live?.close();
      live = null;
      kept = null;
      open = { source, loaded, poser, parameters };
      return described;
    },
    setParameters: (parameters) => {
      const { source, loaded, poser } = model();
      const described = describeModel(source, poser, parameters, loaded.start, loaded.warnings);
      kept = null;
      open = { source, loaded, poser, parameters };
      return described;
    },
    pose: (from, moves) => model().poser.move(from, moves, model().parameters),
    modes: (from, held) => {
      kept = findModes(model().poser, from, held, model().parameters);
      return kept.found;
    },
    modeMotion: (mode, size) => {
      if (kept === null)
        throw new RequestError({
          code: "no-modes",
          subject: "engine",
          value: mode,
          message: "the modes of the model in its current state are not known. Compute them first.",
        });
      return modeMotion(model().poser, kept, mode, size, model().parameters);
    },
    settle: (from) => settleFrom(model().poser, from, model().parameters),
    begin: (setup, start, parameters, channels, append, drags = []) => {
      const { poser } = model();
      if (append && live) return live.begin(setup, start, parameters);
      const fresh = new LiveRun(poser, around, ++runs, channels);
      // Poses from sliders are projected onto the loops; states that satisfy them stay unchanged.
      const given = stateOf(poser.model, poser.topology, start);
      const isClosed = poser.closure(given, parameters) < 1e-9;
      const from = isClosed ? start : startOf(poser.model, poser.topology, poser.close(given, parameters).state);
      const columns = fresh.begin(setup, from, parameters, drags);
      live?.close();
      live = fresh;
      return columns;
    },
    play: (speed) => done(() => run().play(speed)),
    pause: () => done(() => live?.pause()),
    advance: () => done(() => run().advance()),
    runTo: (t) => done(() => run().play(Infinity, t)),
    hold: (hold) => done(() => run().hold(hold)),
    drags: () => live?.drags() ?? [],
    record: (channels) => run().record(channels),
    startAt: (t) => run().startAt(t),
    compare: (setup, start, parameters, tEnd, names) => {
      const { poser } = model();
      const state = stateOf(poser.model, poser.topology, start);
      return compareMotions(poser, setup, state, parameters, tEnd, names, around);
    },
    encode: async (...args) => {
      const { encodeResult } = await import("./encode-result.js");
      return encodeResult(...args);
    },
    readResult: async (...args) => {
      const { readResultFile } = await import("./read-result.js");
      return readResultFile(...args);
    },
    prepareStudy: async (info) => (await studyHost()).prepare(info),
    replay: async (row, sampleEvery) => (await studyHost()).replay(row, sampleEvery),
  };
}
