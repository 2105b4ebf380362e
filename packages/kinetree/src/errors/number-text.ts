/** So many digits, without trailing zeros: "0.125", "1e-9". */
export const roundedText = (x: number, digits = 3): string => String(Number(x.toPrecision(digits)));

/** Three digits, or two and an exponent where zeros would hide them: "0.125", "1.2e-9". */
export const briefText = (x: number): string =>
  x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5)
    ? x.toExponential(1).replace(".0e", "e").replace("e+", "e")
    : roundedText(x);
