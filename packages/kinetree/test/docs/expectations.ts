/*
 * What a program in the documents says that it prints. One printed line is stated
 *   behind the statement:      console.log(period); // 2.139
 *   or on a line of its own:   // prints 0.42 Hz
 * in the order of printing. Text has to be the same; a number has to agree in the digits that are stated, or lie below
 * a bound ("below 1e-9").
 */

/** The lines that a program says it prints, in order. */
export function statedLines(code: string): string[] {
  return code.split("\n").flatMap((line) => {
    const match = /^\s*\/\/ prints (.*)$/.exec(line) ?? /^\s*console\.log\(.*\); \/\/ (.*)$/.exec(line);
    return match ? [match[1].trim()] : [];
  });
}

// A digit within a word, such as joint2, is part of its text.
const NUMBER = /(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])/gi;

/** Whether a printed line is what was stated. */
export function agrees(printed: string, stated: string): boolean {
  const bound = /^(.*)below ([\d.e-]+)(.*)$/.exec(stated);
  const printedNumbers = printed.match(NUMBER) ?? [];
  const statedNumbers = stated.match(NUMBER) ?? [];
  if (printedNumbers.length !== statedNumbers.length) return false;
  if (shapeOf(printed) !== shapeOf(bound ? stated.replace("below ", "") : stated)) return false;
  return statedNumbers.every((text, i) => {
    const value = Number(printedNumbers[i]);
    if (bound?.[2] === text) return Math.abs(value) < Number(text);
    // Half a unit of the last stated digit, and a little for the decimals that binary numbers do not have.
    return Math.abs(value - Number(text)) <= 0.5000001 * lastUnit(text);
  });
}

const shapeOf = (line: string): string => line.replace(NUMBER, "#").replace(/\s+/g, " ").trim();

/** Value of one unit of the last digit: 0.01 for "2.13", 1e-10 for "1.2e-9". */
function lastUnit(text: string): number {
  const [mantissa, exponent = "0"] = text.toLowerCase().split("e");
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  return 10 ** (Number(exponent) - decimals);
}
