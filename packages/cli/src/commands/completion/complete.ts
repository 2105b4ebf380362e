import { print } from "../../output/streams.js";
import type { CommandAction, CommandSpec, Completes, OptionSpec } from "../../command-spec.js";
import { commands } from "../../program/commands.js";

/** What may stand in a place, and whether file names may too. */
export interface Offer {
  readonly words: readonly (readonly [word: string, description: string])[];
  readonly files: boolean;
}

/** Tells the scripts that file names may stand in this place. */
const FILES = ":files";

/** `kinetree __complete WORD...`: one offer a line, "word<tab>description"; the last WORD is the one being typed. */
export const complete: CommandAction = async (words) => {
  const { words: offered, files } = await offer(words);
  const typed = words.at(-1) ?? "";
  const lines = offered.filter(([word]) => word.startsWith(typed)).map(([word, text]) => `${word}\t${text}`);
  if (files) lines.push(FILES);
  if (lines.length > 0) print(lines.join("\n"));
  return 0;
};

const nothing: Offer = { words: [], files: false };
const help: OptionSpec = { flags: "-h, --help", description: "show help" };
const version: OptionSpec = { flags: "-V, --version", description: "print the version" };

export async function offer(words: readonly string[], among = commands, options = [help, version]): Promise<Offer> {
  const typed = words.at(-1) ?? "";
  const visible = among.filter(({ hidden }) => hidden !== true);
  const named = visible.map(({ name, summary }): [string, string] => [name, summary]);
  if (words.length <= 1 || words[0] === "help")
    return {
      words: typed.startsWith("-") ? longNames(options) : [...named, ["help", "show help"]],
      files: false,
    };
  const spec = visible.find(({ name }) => name === words[0]);
  if (!spec) return nothing;
  if (spec.subcommands) return offer(words.slice(1), spec.subcommands, [help]);
  const before = words.slice(1, -1);
  const option = takesValue(spec, before.at(-1) ?? "");
  if (option) return valuesOf(option.completes ?? "nothing", option.choices, spec, before);
  if (typed.startsWith("-")) return { words: longNames([...spec.options, help]), files: false };
  const places = positions(spec, before).length;
  const place = spec.arguments[places] ?? (spec.arguments.at(-1)?.several === true ? spec.arguments.at(-1) : undefined);
  return place === undefined ? nothing : valuesOf(place.completes, place.choices, spec, before);
}

const longNames = (options: readonly OptionSpec[]): [string, string][] =>
  options.map(({ flags, description }) => [/--[\w-]+/.exec(flags)?.[0] ?? flags, description]);

const takesValue = (spec: CommandSpec, word: string): OptionSpec | undefined =>
  spec.options.find(({ flags }) => flags.includes("<") && flags.split(/[ ,]+/).includes(word));

/** The words that are arguments, not options or their values. */
const positions = (spec: CommandSpec, words: readonly string[]): string[] =>
  words.filter((word, i) => (!word.startsWith("-") || word === "-") && !takesValue(spec, words[i - 1] ?? ""));

async function valuesOf(
  what: Completes,
  choices: readonly string[] | undefined,
  spec: CommandSpec,
  before: readonly string[],
): Promise<Offer> {
  if (choices) return { words: choices.map((choice) => [choice, ""]), files: false };
  if (what === "file") return { words: [], files: true };
  if (what === "command" || what === "nothing") return nothing;
  if (what === "study") return { words: (await import("./studies.js")).studyNames(), files: true };
  // Loaded only here: most completions are about commands and options.
  const { channelsOfResult, modelNames, parametersOf, sizesOf } = await import("./values.js");
  const [first = ""] = positions(spec, before);
  switch (what) {
    case "model":
      return { words: modelNames(), files: true };
    case "parameter":
      return { words: await parametersOf(first), files: false };
    case "size":
      return { words: sizesOf(first), files: false };
    case "channel":
      return { words: await channelsOfResult(first), files: false };
  }
}
