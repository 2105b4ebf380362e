// A plugin of TypeDoc. Entry points get the name under which a program imports them, instead of that of their file; what
// they export is sorted by the folder it comes from, which is the stage of the library that it belongs to.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Comment, CommentTag, Converter, ReflectionKind } from "typedoc";

const packages = fileURLToPath(new URL("../packages", import.meta.url));
/** Folders of packages whose name is not that of their folder. */
const scoped = new Set(["results", "vehicle", "study", "reproductions"]);

/** Headings by the folder of the source, in the order of the data's path. */
const stages = Object.freeze({
  model: "Describing a mechanism",
  expression: "Units and expressions",
  units: "Units and expressions",
  formats: "Files",
  topology: "The tree",
  systems: "Built-in systems",
  formulation: "States and equations",
  state: "States and equations",
  evaluate: "States and equations",
  analysis: "States and equations",
  simulate: "Runs",
  integrate: "Runs",
  "integrate/implicit": "Implicit methods",
  graph: "Arithmetic of measures",
  linalg: "Matrices",
  random: "Random numbers",
  errors: "Errors",
});

/** What the entry points are for, by their import names. */
const purposes = Object.freeze({
  kinetree: "Mechanisms, their equations, and runs. Works in Node and in browsers.",
  "kinetree/systems": "Named mechanisms: examples, cases of the literature, models of studies.",
  "kinetree/vehicle": "Vehicles as plain data, their assembly, and rigs for their suspensions.",
  "kinetree/analysis": "Derivatives, linearisation, equilibria, modes, stiffness, and warnings about a model.",
  "kinetree/formulations":
    "Which formulation suits a model, how they compare, and options and costs of the augmented one.",
  "kinetree/implicit": "Implicit integrators for equations of one's own.",
  "kinetree/graph": "Arithmetic on parameters and on traced numbers; graphs, their derivatives and costs.",
  "kinetree/random": "Random numbers by counter.",
  "kinetree/tools": "Building blocks for applications: names, hashes, channels, views for drawing.",
  "kinetree/node": "Worker threads of Node for batches.",
  "kinetree/web": "Web workers for batches.",
  "kinetree/formats": "Models from and to files: JSON, URDF, MJCF; units and expressions.",
  "@kinetree/results": "Results as CSV, Parquet and MCAP.",
  "@kinetree/results/node": "The same on files of Node.",
  "@kinetree/results/plot": "Plots as SVG, PNG and in the terminal.",
  "@kinetree/vehicle": "Vehicles on tyres, drivers, standard tests, rigs, comparison with measurements.",
  "@kinetree/study": "Studies of many samples: distributions, samplers, outputs, statistics.",
  "@kinetree/study/node": "Studies on disk: files, folders of results, resuming, replaying, queries.",
  "@kinetree/study/report": "Reports of studies: one page of tables and pictures.",
  "@kinetree/reproductions": "Published comparisons as data, and the n-body pendulum in its own equations.",
  "@kinetree/reproductions/node": "Published comparisons that run again and are measured.",
  "@kinetree/reproductions/report": "Reports of studies, with those of the lander held against their source.",
});

/** @param {import("typedoc").Application} app */
export function load(app) {
  /** @type {Map<import("typedoc").DeclarationReflection, string>} */
  const stageOf = new Map();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
    if (file === undefined) return;
    const [folder, , ...rest] = relative(packages, file).split(/[/\\]/);
    if (reflection.kindOf(ReflectionKind.Module)) {
      const name = scoped.has(folder) ? `@kinetree/${folder}` : folder;
      const entry = rest.join("/").replace(/\.ts$/, "");
      reflection.name = entry === "index" ? name : `${name}/${entry}`;
      const purpose = purposes[/** @type {keyof typeof purposes} */ (reflection.name)];
      if (purpose !== undefined) reflection.comment = new Comment([{ kind: "text", text: purpose }]);
    } else if (reflection.parent?.kindOf(ReflectionKind.Module) && folder === "kinetree") {
      const known = /** @type {Readonly<Record<string, string>>} */ (stages);
      // A folder within a stage may have a heading of its own.
      stageOf.set(reflection, known[rest.slice(0, 2).join("/")] ?? known[rest[0]] ?? "Other");
    }
  });
  // Not before: the comment of a function belongs to its signature, which comes later, and an empty one would hide it.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, () => {
    for (const [reflection, stage] of stageOf) {
      const commented = reflection.signatures?.[0] ?? reflection;
      commented.comment ??= new Comment();
      commented.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: stage }]));
    }
  });
  // TypeDoc sorts by category at -200. After that the tag has done its work, and would pass for documentation.
  const AFTER_SORTING = -300;
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    () => {
      for (const reflection of stageOf.keys())
        (reflection.signatures?.[0] ?? reflection).comment?.removeTags("@category");
      stageOf.clear();
    },
    AFTER_SORTING,
  );
}
