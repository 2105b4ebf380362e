/*
 * The plane pendulum in closed form. Swing from rest at angle a: period 2π √(l/g) / agm(1, cos(a/2)), with the
 * arithmetic-geometric mean of Gauss (C. G. Carvalhaes, P. Suppes, Am. J. Phys. 76 (2008) 1150).
 */

/** [m/s²], that of `pendulum()`, whose length is 1 m. */
export const GRAVITY = 9.81;

export function period(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let i = 0; i < 8; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)]; // doubles its digits every time
  return (2 * Math.PI) / Math.sqrt(GRAVITY) / a;
}

/** Per unit of mass, 0 hanging at rest. */
export const swingEnergy = (q: number, v: number): number => (v * v) / 2 + 2 * GRAVITY * Math.sin(q / 2) ** 2;

/** Of the double pendulum with rods of 1 m and bobs of 1 kg, 0 hanging at rest. */
export function doubleSwingEnergy([q1, q2]: ArrayLike<number> & Iterable<number>, [v1, v2]: Iterable<number>): number {
  const [turn, rate] = [q1 + q2, v1 + v2];
  const [x1, z1] = [v1 * Math.cos(q1), v1 * Math.sin(q1)];
  const [x2, z2] = [x1 + rate * Math.cos(turn), z1 + rate * Math.sin(turn)];
  const height = 2 * (1 - Math.cos(q1)) + (1 - Math.cos(turn));
  return (x1 * x1 + z1 * z1 + x2 * x2 + z2 * z2) / 2 + GRAVITY * height;
}
