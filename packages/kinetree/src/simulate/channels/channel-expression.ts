import { RequestError } from "../../errors/kinetree-error.js";
import type { BinaryOperator, Expression, FunctionName } from "../../expression/expression.js";
import { parseExpression } from "../../expression/parse-expression.js";
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, div, max, min, mul, neg, sqrt, sub } from "../../graph/num.js";
import type { LookUp, TraceExpression } from "./channel-layout.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { matchChannels, type CataloguedChannel, type ChannelSource } from "./channel-catalogue.js";

/** A user-defined channel. */
interface Definition {
  readonly name: string;
  readonly expression: Expression;
}

/** Reads "name = expression". The name may be quoted. */
export function parseDefinition(request: string): Definition {
  const at = request.indexOf("=");
  const name = request
    .slice(0, at)
    .trim()
    .replace(/^(["`])(.*)\1$/s, "$2");
  if (name === "") {
    const message = `channel "${request}" has no name before "=". Write it as "reach = pos.arm.x + 0.1".`;
    throw new RequestError({ code: "channel-without-name", subject: `channel "${request}"`, value: request, message });
  }
  return { name, expression: parseExpression(request.slice(at + 1)) };
}

export function namesIn({ expression }: Pick<Definition, "expression">): readonly string[] {
  const names = new Set<string>();
  const visit = (part: Expression): void => {
    switch (part.kind) {
      case "number":
        return;
      case "name":
        names.add(part.name);
        return;
      case "negate":
        visit(part.argument);
        return;
      case "binary":
        visit(part.left);
        visit(part.right);
        return;
      case "call":
        part.arguments.forEach(visit);
    }
  };
  visit(expression);
  return [...names];
}

export function expressionTracer({ expression }: Definition, uses: readonly Use[]): TraceExpression {
  const byName = new Map(uses.map((use) => [use.name, use]));
  return (lookUp) => evaluateExpression(expression, (name) => numberOf(name, byName.get(name), lookUp));
}

/** Evaluates an expression, given the values of its names: graph scalars, or plain numbers with the same bits. */
export function evaluateExpression(expression: Expression, valueOf: (name: string) => Num): Num {
  const traced = (part: Expression): Num => {
    switch (part.kind) {
      case "number":
        return part.value;
      case "name":
        return valueOf(part.name);
      case "negate":
        return neg(traced(part.argument));
      case "binary":
        return binary(part.operator, traced(part.left), traced(part.right));
      case "call":
        return called(part.function, part.arguments.map(traced));
    }
  };
  return traced(expression);
}

function numberOf(name: string, use: Use | undefined, lookUp: LookUp): Num {
  if (!use) return lookUp.time(); // the only name that stands for itself
  if (use.definition >= 0) return lookUp.expression(use.definition);
  return use.source ? lookUp.channel(use.source) : lookUp.parameter(name);
}

function binary(operator: BinaryOperator, a: Num, b: Num): Num {
  switch (operator) {
    case "+":
      return add(a, b);
    case "-":
      return sub(a, b);
    case "*":
      return mul(a, b);
    case "/":
      return div(a, b);
    case "^":
      return power(a, b);
  }
}

/** Small integer powers are products, which also accept negative numbers. */
function power(a: Num, b: Num): Num {
  if (typeof b !== "number" || !Number.isInteger(b) || Math.abs(b) > 16) return pow(a, b);
  let product: Num = 1;
  for (let i = 0; i < Math.abs(b); i++) product = mul(product, a);
  return b < 0 ? div(1, product) : product;
}

const unary: Readonly<Partial<Record<FunctionName, (x: Num) => Num>>> = {
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  exp,
  log,
  abs,
};

function called(name: FunctionName, [a, b]: readonly Num[]): Num {
  switch (name) {
    case "atan2":
      return atan2(a, b);
    case "pow":
      return power(a, b);
    case "min":
      return min(a, b);
    case "max":
      return max(a, b);
    default:
      return (unary[name] as (x: Num) => Num)(a);
  }
}

export const definitionsIn = (requests: readonly string[]): Definition[] =>
  requests.filter((request) => request.includes("=")).map(parseDefinition);

/** The meaning of a name in an expression. */
export interface Use {
  readonly name: string;
  readonly source: ChannelSource | null;
  /** Index of the definition that it names; -1 if it names something else. */
  readonly definition: number;
  readonly isParameter: boolean;
}

/** The meaning of all names in each definition, except the time. */
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
    throw refuse(`which is not a channel, parameter or earlier definition. ${error.message}`);
  }
  if (found.length !== 1 || found[0].name !== name) {
    throw refuse(`which is more than one number. Name one, such as "${found[0].name}".`);
  }
  const [{ source }] = found;
  if (source.of === "energy" && source.what !== "total") {
    throw refuse(
      `which is accumulated from the start of a run and cannot be part of an expression. Record it separately.`,
    );
  }
  return source;
}

/** Whether an expression uses a channel of a kind, directly or through other definitions. */
export function reaches(
  uses: readonly (readonly Use[])[],
  index: number,
  is: (source: ChannelSource) => boolean,
): boolean {
  return uses[index].some(({ source, definition }) =>
    definition >= 0 ? reaches(uses, definition, is) : source !== null && is(source),
  );
}

/** All channels used by the chosen definitions, directly or through other definitions. */
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
