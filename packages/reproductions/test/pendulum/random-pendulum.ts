import { stream } from "kinetree/random";
import {
  nBodyPendulum,
  type EulerParameters,
  type Pendulum,
  type PendulumBody,
  type Triple,
} from "../../src/pendulum/equations/pendulum.js";

/** A pendulum of unlike bodies in a random posture, turning at random: no vector is along an axis. */
export function randomPendulum(n: number, seed: number): Pendulum {
  const { next } = stream(seed);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const vector = (size: number): Triple => [between(-size, size), between(-size, size), between(-size, size)];
  const bodies = Array.from({ length: n }, (): PendulumBody => {
    const [a, b, c] = [between(0.05, 0.3), between(0.05, 0.3), between(0.05, 0.3)];
    const raw = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const size = Math.sqrt(raw.reduce((sum, part) => sum + part * part, 0));
    return {
      span: vector(1),
      centre: vector(0.6),
      mass: between(0.5, 2),
      inertia: [b + c, a + c, a + b],
      orientation: raw.map((part) => part / size) as unknown as EulerParameters,
      angularVelocity: vector(2),
      box: [0.1, 0.1, 1],
    };
  });
  return nBodyPendulum({ bodies, gravity: [0.3, -0.2, -9.7], pivot: [0.1, 0.2, 0.3] });
}

/** A point near the pendulum's start as Newton's iteration meets it: a little off every constraint, with random rates. */
export function nearbyPoint(
  pendulum: Pendulum,
  seed: number,
  off: number,
): { readonly y: Float64Array; readonly yDot: Float64Array } {
  const { next } = stream(seed);
  const y = pendulum.state.map((value) => value + off * (2 * next() - 1));
  const yDot = new Float64Array(y.length).map(() => 4 * next() - 2);
  return { y, yDot };
}
