// Files that nobody would write on purpose, made from good ones: the same for the same seed and number, on every machine.

/** @typedef {{ integer: (below: number) => number }} Draws */

/** What breaks readers: values, tokens and runs of them. */
const oddities = [
  "",
  " ",
  "\0",
  "\uFEFF",
  "\uD800",
  "\u202E",
  "NaN",
  "Infinity",
  "-Infinity",
  "1e999",
  "-1e999",
  "1e-999",
  "-0",
  "0",
  "1",
  "1e308",
  "9007199254740993",
  "0x10",
  "1,5",
  "1 2",
  "1 2 3 4 5 6 7 8 9 10 11 12 13",
  "null",
  "true",
  '""',
  "[]",
  "{}",
  "[[]]",
  "__proto__",
  "constructor",
  "ground",
  "world",
  "root",
  "= 1/0",
  "= a + b",
  "= ((((",
  "12 kN/m",
  "65 deg",
  "3 parsec",
  "<",
  ">",
  "&",
  "&amp;",
  "&lol;",
  "&#0;",
  "&#x110000;",
  "]]>",
  "<![CDATA[",
  "<!--",
  "-->",
  "<?xml",
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  "<a>",
  "</a>",
  "<a/>",
  '<include file="again.xml"/>',
  '<default class="x">',
  '<mimic joint="a"/>',
  "xmlns:a='b'",
  "\\",
  "\\u0000",
  "//",
  "/*",
  ",",
  ":",
  "'",
  '"',
  "😀",
];

/** Bits of text that are worth moving around: numbers, words, quoted values, elements, lines. */
const pieces = [
  /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi,
  /[A-Za-z_][\w-]*/g,
  /"[^"\n]{0,200}"/g,
  /<[^<>]{1,400}>/g,
  /[^\n]*\n/g,
  /\{[^{}]{0,400}\}/g,
  /\[[^[\]]{0,400}\]/g,
];

/**
 * @param {readonly string[]} corpus
 * @param {Draws} draws
 * @returns {string}
 */
export function mutatedFile(corpus, draws) {
  let text = corpus[draws.integer(corpus.length)];
  const times = 1 + draws.integer(4);
  // Most files stay well-formed, or all that lies behind the parsers would be left alone.
  const isGentle = draws.integer(3) > 0;
  for (let i = 0; i < times; i++) text = isGentle ? changed(text, draws) : mutated(text, corpus, draws);
  return text;
}

/** Numbers, quoted values, elements and lines: what can be changed without breaking the syntax. */
const numbers = /-?\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b/gi;
const quoted = /"[^"\n]{0,200}"/g;
const elements = /<[^<>]{1,400}\/>/g;
const lines = /[^\n]*[,>]\n/g;
const oddNumbers = oddities.filter((odd) => /^-?[\d.]+(?:e-?\d+)?$/.test(odd));
const oddWords = oddities.filter((odd) => !/[<>&"\\\0\uD800]/.test(odd));

/**
 * @param {string} text
 * @param {Draws} draws
 */
function changed(text, draws) {
  const number = oddNumbers[draws.integer(oddNumbers.length)];
  const word = oddWords[draws.integer(oddWords.length)];
  switch (draws.integer(8)) {
    case 0:
      return withMatch(text, numbers, draws, () => number);
    case 1:
      return withMatch(text, numbers, draws, (piece) => `-${piece}`.replace("--", ""));
    case 2:
      return withMatch(text, quoted, draws, () => `"${word}"`);
    case 3:
      return withMatch(text, quoted, draws, () => anyMatch(text, quoted, draws));
    case 4:
      return withMatch(text, elements, draws, () => "");
    case 5:
      return withMatch(text, elements, draws, () => anyMatch(text, elements, draws).repeat(2));
    case 6:
      return withMatch(text, lines, draws, () => "");
    default:
      return withMatch(text, lines, draws, () => anyMatch(text, lines, draws));
  }
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {Draws} draws
 */
function anyMatch(text, pattern, draws) {
  const found = text.match(pattern) ?? [""];
  return found[draws.integer(found.length)];
}

/**
 * @param {string} text
 * @param {readonly string[]} corpus
 * @param {Draws} draws
 */
function mutated(text, corpus, draws) {
  const at = draws.integer(text.length + 1);
  const length = draws.integer(60);
  const odd = oddities[draws.integer(oddities.length)];
  switch (draws.integer(14)) {
    case 0: // cut off
      return text.slice(0, at);
    case 1: // beginning lost
      return text.slice(at);
    case 2: // a hole
      return text.slice(0, at) + text.slice(at + length);
    case 3: // something inserted
      return text.slice(0, at) + odd + text.slice(at);
    case 4: // a character changed
      return text.slice(0, at) + String.fromCharCode(draws.integer(0x300)) + text.slice(at + 1);
    case 5: // a stretch repeated
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + draws.integer(200)) + text.slice(at + length);
    case 6: // a stretch of another file
      return text.slice(0, at) + slice(corpus[draws.integer(corpus.length)], draws) + text.slice(at);
    case 7: // nesting
      return text.slice(0, at) + nested(draws) + text.slice(at);
    case 8: // a piece replaced by an oddity
    case 9:
      return withPiece(text, draws, () => odd);
    case 10: // a piece left out
      return withPiece(text, draws, () => "");
    case 11: // a piece doubled
      return withPiece(text, draws, (piece) => piece + piece);
    default: // a piece replaced by another of its kind
      return withPieceOfItsKind(text, draws);
  }
}

/**
 * @param {string} text
 * @param {Draws} draws
 */
function slice(text, draws) {
  const at = draws.integer(text.length + 1);
  return text.slice(at, at + draws.integer(500));
}

/** @param {Draws} draws */
function nested(draws) {
  const depth = 10 ** (1 + draws.integer(5));
  return ["[", '{"a":', "<a>", "<body>", "(", '<link name="a">', "-"][draws.integer(7)].repeat(depth);
}

/**
 * @param {string} text
 * @param {Draws} draws
 * @param {(piece: string) => string} change
 */
const withPiece = (text, draws, change) => withMatch(text, pieces[draws.integer(pieces.length)], draws, change);

/**
 * Changes one of the places that a pattern finds, if it finds any.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {Draws} draws
 * @param {(piece: string) => string} change
 */
function withMatch(text, pattern, draws, change) {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { 0: piece, index } = found[draws.integer(found.length)];
  return text.slice(0, index) + change(piece) + text.slice(index + piece.length);
}

/**
 * @param {string} text
 * @param {Draws} draws
 */
function withPieceOfItsKind(text, draws) {
  const pattern = pieces[draws.integer(pieces.length)];
  return withMatch(text, pattern, draws, () => anyMatch(text, pattern, draws));
}
