import { benchStudies, type BenchStudy } from "@kinetree/reproductions/node";
import { usage } from "../../failure/errors.js";
import type { CommandAction, OptionValues } from "../../command-spec.js";

/** Comparisons with what was published or is claimed, by the names that they have in place of a model. */
const studies: Readonly<Record<string, (options: OptionValues) => Promise<BenchStudy>>> = {
  ...benchStudies,
  flexible: async (options) => await benchStudies.flexible((await import("./flexible.js")).flexibleOptions(options)),
  pendulum: async (options) => await benchStudies.pendulum((await import("./pendulum.js")).pendulumOptions(options)),
};

/** Options of studies alone; --json and --quiet are everybody's. */
const ofStudies = ["quick", "out", "force", "progress"];
/** Options of single studies. */
const ofStudy: Readonly<Record<string, readonly string[]>> = {
  flexible: ["cases", "tEnd"],
  pendulum: ["sizes", "large", "report", "tEnd"],
};
/** What models are told about those. */
const whatFor: Readonly<Record<string, string>> = {
  cases: "is for the study flexible",
  tEnd: "is for the study flexible, and for pendulum with --report",
  sizes: "is for the study pendulum",
  large: "is for the study pendulum",
  report: "is for the study pendulum",
};
const ofAll = ["json", "quiet", "debug"];
/** Studies that share their name with a model: with other models, or with options of models, the model is meant. */
const alsoModels = ["pendulum"];

/** `kinetree bench`: a study where one is named, otherwise models. */
export const bench: CommandAction = async (sources, options) => {
  const isModel = areModelsMeant(sources, options);
  const named = sources.filter((source) => Object.hasOwn(studies, source) && !(isModel && alsoModels.includes(source)));
  if (named.length === 0) {
    refuse(options, (name) => ofStudies.includes(name), `is for the studies ${Object.keys(studies).join(", ")}`);
    for (const [name, why] of Object.entries(whatFor)) refuse(options, (each) => each === name, why);
    return await (await import("./models.js")).benchModels(sources, options);
  }
  const [name] = named;
  if (sources.length > 1)
    throw usage(
      "study-among-models",
      "bench",
      sources.join(" "),
      `"${name}" is a study and runs alone. Call kinetree bench ${name}, and the others in calls of their own.`,
    );
  const taken = [...ofStudies, ...ofAll, ...(ofStudy[name] ?? [])];
  refuse(options, (each) => !taken.includes(each), `has no effect on the study "${name}"`);
  return await (await import("./study.js")).benchStudy(await studies[name](options), options);
};

/** Whether a name that a study and a model have stands for the model. */
function areModelsMeant(sources: readonly string[], options: OptionValues): boolean {
  const ofAnyStudy = [...ofStudies, ...ofAll, ...Object.values(ofStudy).flat()];
  return sources.length > 1 || givenOf(options).some(([name]) => !ofAnyStudy.includes(name));
}

/** A progress bar is there unless it is refused, so that only `false` was given. */
const givenOf = (options: OptionValues): readonly (readonly [string, OptionValues[string]])[] =>
  Object.entries(options).filter(([name, value]) => (name === "progress" ? value === false : value));

function refuse(options: OptionValues, isRefused: (name: string) => boolean, why: string): void {
  const found = givenOf(options).find(([name]) => isRefused(name));
  if (!found) return;
  const flag =
    found[0] === "progress" ? "--no-progress" : `--${found[0].replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
  throw usage("option-without-effect", flag, found[1], `${flag} ${why}. Leave it out.`);
}
