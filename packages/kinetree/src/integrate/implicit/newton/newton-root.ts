/* Roots for rates and step lengths, asked for in every step: a few operations that round alike everywhere, far cheaper than a power by logarithms. */

/** x^(1/n), to rounding, for x ≥ 0 up to 10²⁰ or so and n from 1 to 6. */
export function nthRoot(x: number, n: number): number {
  if (n === 1 || x === 0) return x;
  const half = Math.sqrt(x);
  if (n === 2) return half;
  if (n === 4) return Math.sqrt(half);
  if (n === 6) return nthRoot(half, 3);
  // Newton's iteration for y^n = x from x^(5/16) and x^(3/16): near enough to 1/3 and 1/5.
  const eighth = Math.sqrt(Math.sqrt(half));
  const sixteenth = Math.sqrt(eighth);
  let y = n === 3 ? eighth * eighth * sixteenth : eighth * sixteenth;
  for (let i = 0; i < 10; i++) {
    const square = y * y;
    const power = n === 3 ? square : square * square;
    y += (x / power - y) / n;
  }
  return y;
}
