/* A command as data: the parser, the help, the completion and the tests all read the same description. */

/** What a shell may offer in a place of the command line. */
export type Completes = "model" | "study" | "file" | "parameter" | "size" | "channel" | "command" | "nothing";

export interface ArgumentSpec {
  /** In capitals, as the help shows it. */
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** Takes all that follow. */
  readonly several?: boolean;
  readonly completes: Completes;
  readonly choices?: readonly string[];
}

export interface OptionSpec {
  /** As commander writes them: "-q, --quiet" or "--out <FILE>". */
  readonly flags: string;
  readonly description: string;
  /** May be given several times; the command gets a list. */
  readonly repeatable?: boolean;
  /** Heading of the help under which it stands. */
  readonly group?: string;
  /** What a shell offers for its value. The library refuses what it does not know, with the nearest name. */
  readonly choices?: readonly string[];
  readonly completes?: Completes;
}

/** Values by the camel-cased names of the options, as commander gives them. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandSpec {
  readonly name: string;
  readonly group: "Simulate" | "Studies" | "Studio" | "Vehicles" | "Analyse" | "Models" | "Tools";
  /** One line of the list of commands. */
  readonly summary: string;
  /** What it does, what it prints, where. */
  readonly description: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** Command line and what it does. */
  readonly examples: readonly (readonly [string, string])[];
  /** Not in the help: for scripts of ours. */
  readonly hidden?: boolean;
  /** Commands of its own, such as "run" in "study run"; it then does nothing by itself. */
  readonly subcommands?: readonly CommandSpec[];
  /** Loads the work, which the help need not wait for; it gives the exit code. */
  readonly load: () => Promise<CommandAction>;
}

export type CommandAction = (args: readonly string[], options: OptionValues) => Promise<number> | number;
