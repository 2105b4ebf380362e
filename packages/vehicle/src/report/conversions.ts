/* Units that readers of test reports expect. */

export const degrees = (angle: number): number => (angle * 180) / Math.PI;
export const radians = (angle: number): number => (angle * Math.PI) / 180;
export const kmh = (speed: number): number => 3.6 * speed;
/** Of miles per hour [m/s]. */
export const fromMph = (speed: number): number => 0.44704 * speed;
/** Standard gravity [m/s²]. */
export const G = 9.80665;
