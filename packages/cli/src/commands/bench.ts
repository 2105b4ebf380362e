import { usage } from "../failure/errors.js";
import type { BenchStudy } from "../bench/study.js";
import type { CommandAction, OptionValues } from "../program/command-spec.js";

/** Comparisons with what was published or is claimed, by the names that they have in place of a model; each is loaded when it is asked for. */
const studies: Readonly<Record<string, (options: OptionValues) => Promise<BenchStudy>>> = {
  thesis: async () => (await import("../bench/thesis.js")).thesis,
  "closed-chain": async () => (await import("../bench/closed-chain.js")).closedChain,
  flexible: async (options) => {
    const { flexibleOptions } = await import("./bench-flexible.js");
    return (await import("../bench/flexible.js")).flexibleBodies(flexibleOptions(options));
  },
  study: async () => (await import("../bench/study-bench.js")).landingStudy,
};

/** Options of studies alone; --json and --quiet are everybody's. */
const ofStudies = ["quick", "out", "force", "progress"];
/** Options of single studies. */
const ofStudy: Readonly<Record<string, readonly string[]>> = { flexible: ["cases", "tEnd"] };
const ofAll = ["json", "quiet", "debug"];

/** `kinetree bench`: a study where one is named, otherwise models. */
export const bench: CommandAction = async (sources, options) => {
  const named = sources.filter((source) => Object.hasOwn(studies, source));
  if (named.length === 0) {
    refuse(options, (name) => ofStudies.includes(name), `is for the studies ${Object.keys(studies).join(", ")}`);
    for (const [study, own] of Object.entries(ofStudy))
      refuse(options, (name) => own.includes(name), `is for the study ${study}`);
    return await (await import("./bench-models.js")).benchModels(sources, options);
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
  return await (await import("./bench-study.js")).benchStudy(await studies[name](options), options);
};

/** A progress bar is there unless it is refused, so that only `false` was given. */
function refuse(options: OptionValues, isRefused: (name: string) => boolean, why: string): void {
  const given = Object.entries(options).filter(([name, value]) => (name === "progress" ? value === false : value));
  const found = given.find(([name]) => isRefused(name));
  if (!found) return;
  const flag =
    found[0] === "progress" ? "--no-progress" : `--${found[0].replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
  throw usage("option-without-effect", flag, found[1], `${flag} ${why}. Leave it out.`);
}
