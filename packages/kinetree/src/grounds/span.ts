/** From, to [m]. */
export type Span = readonly [number, number];

/** A place of the plane of a ground: x, y [m]. */
export type GroundPoint = readonly [number, number];
