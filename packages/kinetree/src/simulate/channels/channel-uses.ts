import { RequestError } from "../../errors/kinetree-error.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { matchChannels, type CataloguedChannel, type ChannelSource } from "./channel-catalogue.js";
import { namesIn, parseDefinition, type Definition } from "./channel-expression.js";

/** Requests of the form "name = expression". */
export const definitionsIn = (requests: readonly string[]): Definition[] =>
  requests.filter((request) => request.includes("=")).map(parseDefinition);

/** What a name in an expression stands for. */
export interface Use {
  readonly name: string;
  readonly source: ChannelSource | null;
  /** Index of the definition that it names; -1 if it names something else. */
  readonly definition: number;
  readonly isParameter: boolean;
}

/** What the names in each definition stand for; the time needs no looking up. */
export function usesOf(
  model: Model,
  topology: Topology,
  definitions: readonly Definition[],
): readonly (readonly Use[])[] {
  const parameters = new Set(model.parameters.map(({ name }) => name));
  return definitions.map((definition, index) =>
    namesIn(definition)
      .filter((name) => name !== "t" && name !== "time")
      .map((name) => {
        const earlier = definitions.findIndex((other) => other.name === name);
        if (earlier >= 0 && earlier < index) return { name, source: null, definition: earlier, isParameter: false };
        if (parameters.has(name)) return { name, source: null, definition: -1, isParameter: true };
        return { name, source: numberNamed(model, topology, definition, name), definition: -1, isParameter: false };
      }),
  );
}

function numberNamed(model: Model, topology: Topology, definition: Definition, name: string): ChannelSource {
  const refuse = (why: string): RequestError =>
    new RequestError({
      code: "channel-expression",
      subject: `channel "${definition.name}"`,
      value: name,
      message: `channel "${definition.name}" uses "${name}", ${why}`,
    });
  let found: readonly CataloguedChannel[];
  try {
    found = matchChannels(model, topology, name);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw refuse(`which is no channel, parameter or earlier definition. ${error.message}`);
  }
  if (found.length !== 1 || found[0].name !== name) {
    throw refuse(`which is more than one number. Name one, such as "${found[0].name}".`);
  }
  const [{ source }] = found;
  if (source.of === "energy" && source.what !== "total") {
    throw refuse(`which is counted from the start of a run and cannot be part of an expression. Record it by itself.`);
  }
  return source;
}

/** Whether an expression uses a channel of a kind, itself or through the definitions that it names. */
export function reaches(
  uses: readonly (readonly Use[])[],
  index: number,
  is: (source: ChannelSource) => boolean,
): boolean {
  return uses[index].some(({ source, definition }) =>
    definition >= 0 ? reaches(uses, definition, is) : source !== null && is(source),
  );
}

/** Everything that the chosen definitions look at, themselves or through others. */
export function sourcesUsed(uses: readonly (readonly Use[])[], isChosen: (index: number) => boolean): ChannelSource[] {
  const sources: ChannelSource[] = [];
  const visit = (index: number): void => {
    for (const { source, definition } of uses[index]) {
      if (definition >= 0) visit(definition);
      else if (source) sources.push(source);
    }
  };
  uses.forEach((_, index) => {
    if (isChosen(index)) visit(index);
  });
  return sources;
}
