import { nearestName } from "../errors/nearest-name.js";
import { plainUnits, prefixable, prefixes, unitless, unitTimesPower, type Unit } from "./unit-table.js";
import { shown, unitError, type UnitError } from "./unit-error.js";

/** Longer texts are not units. */
const LONGEST_UNIT = 200;
const LARGEST_EXPONENT = 12;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

type Token = { readonly kind: "name" | "power" | "sign"; readonly text: string };

/**
 * A unit such as `kN/m`, `N*m*s/rad`, `N.m`, `kg m^2`, `m/s2`, `1/s` or `N/(m*s)`. Factors are joined by `*`, `·`, `.` or a
 * space. A slash applies to one factor: `N/m s` is ambiguous and refused.
 */
export function parseUnit(text: string): Unit {
  if (text.length > LONGEST_UNIT)
    throw unitError("unit-syntax", text, `${shown(text)} is too long for a unit. Write one such as "N*m/rad".`);
  const tokens = tokensOf(text);
  let next = 0;
  const peek = (): string | undefined => tokens[next]?.text;
  const fail = (problem: string): never => {
    throw syntaxError(text, problem);
  };

  const factor = (depth: number): Unit => {
    const token = tokens[next++];
    if (token === undefined) return fail("it ends where a unit is missing");
    if (token.text === "(") {
      if (depth > 8) return fail("its parentheses nest too deeply");
      const inner = product(depth + 1);
      if (peek() !== ")") return fail("a parenthesis is not closed");
      next++;
      return raised(inner);
    }
    if (token.text === "1") return unitless;
    if (token.kind !== "name") return fail(`${shown(token.text)} stands where a unit is missing`);
    return raised(namedUnit(token.text));
  };
  const raised = (base: Unit): Unit => {
    const token = tokens[next];
    if (token?.kind !== "power") return base;
    next++;
    const power = Number(token.text);
    if (!(Math.abs(power) <= LARGEST_EXPONENT)) return fail(`the exponent ${token.text} is out of reach`);
    return unitTimesPower(unitless, base, power);
  };
  const product = (depth: number): Unit => {
    let result = factor(depth);
    let divided = false;
    for (;;) {
      const sign = peek();
      if (sign === "/") {
        next++;
        result = unitTimesPower(result, factor(depth), -1);
        divided = true;
      } else if (sign === "*" || (sign !== undefined && sign !== ")")) {
        if (divided) return fail("a product after a slash is ambiguous: use parentheses");
        if (sign === "*") next++;
        result = unitTimesPower(result, factor(depth), 1);
      } else return result;
    }
  };

  const result = product(0);
  return next < tokens.length ? fail("a parenthesis closes that was not opened") : result;
}

const syntaxError = (text: string, problem: string): UnitError =>
  unitError("unit-syntax", text, `unit ${shown(text)}: ${problem}. Write it like "N*m/rad", "kg*m^2" or "1/s".`);

/** A unit by its symbol, with or without a prefix. A symbol of its own comes first: `min` is no milli-inch. */
function namedUnit(symbol: string): Unit {
  const known = plainUnits.get(symbol) ?? prefixable.get(symbol);
  if (known !== undefined) return known;
  for (const [prefix, tens] of prefixes) {
    const base = symbol.startsWith(prefix) ? prefixable.get(symbol.slice(prefix.length)) : undefined;
    if (base !== undefined) return Object.freeze({ ...base, tens: base.tens + tens });
  }
  throw unitError("unknown-unit", symbol, `unit ${shown(symbol)} is unknown. ${suggestion(symbol)}`);
}

const spelledOut: Readonly<Record<string, readonly string[]>> = {
  m: ["meter", "metre", "meters", "metres"],
  mm: ["millimeter", "millimetre"],
  s: ["second", "seconds"],
  min: ["minute"],
  h: ["hour"],
  kg: ["kilogram", "kilograms", "kilo"],
  t: ["ton", "tonne"],
  N: ["newton", "newtons"],
  rad: ["radian", "radians"],
  in: ["inch", "inches"],
  ft: ["foot", "feet"],
  lb: ["pound", "pounds"],
};

function suggestion(symbol: string): string {
  const all = [
    ...plainUnits.keys(),
    ...[...prefixable.keys()].flatMap((base) => ["", "k", "M", "c", "m"].map((prefix) => `${prefix}${base}`)),
  ];
  const nearest =
    Object.keys(spelledOut).find((unit) => spelledOut[unit].includes(symbol.toLowerCase())) ??
    all.find((name) => name.toLowerCase() === symbol.toLowerCase()) ??
    nearestName(symbol, all);
  return nearest === null ? `Use units such as "m", "mm", "kg", "deg", "N*m" or "kN/m".` : `Did you mean "${nearest}"?`;
}

/** Names, exponents and signs. An exponent follows its unit as `^2`, `2` or `²`; a dot or a space is a product. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\s*(?:(\p{L}[\p{L}]*0?|%|°)|(?:\^|\*\*)\s*\(?\s*([-+−]?\d+)\s*\)?|([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(\d+)|([*·⋅×.])|([/()]))\s*/uy;
  let end = 0;
  while (end < text.length) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) throw syntaxError(text, `${shown(text.slice(end))} is not understood`);
    const [, name, power, superscript, digits, times, sign] = match;
    end = pattern.lastIndex;
    if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (power !== undefined) tokens.push({ kind: "power", text: power.replace("−", "-") });
    else if (superscript !== undefined) tokens.push({ kind: "power", text: plainDigits(superscript) });
    else if (digits !== undefined) tokens.push(digitsToken(digits, tokens.at(-1)));
    else tokens.push({ kind: "sign", text: times === undefined ? sign : "*" });
  }
  return tokens;
}

/** `s2` is a power of s; a `1` elsewhere is the one of `1/s`. */
const digitsToken = (digits: string, before: Token | undefined): Token =>
  before?.kind === "name" ? { kind: "power", text: digits } : { kind: "sign", text: digits };

const plainDigits = (text: string): string =>
  [...text].map((sign) => (sign === "⁻" ? "-" : String(superscripts.indexOf(sign)))).join("");
