import { exp } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, mul, square, sub } from "../../../graph/num.js";
import type { InGround } from "../steady-law.js";
import { linear, type Pac2002Point } from "./pac2002-point.js";

/** Ways over which forces along and across build up, σ_κ and σ_α [m]. */
export const relaxationLengths = (point: Pac2002Point): InGround => [alongWay(point), acrossWay(point)];

const alongWay = ({ c, load, nominal, dfz, radius }: Pac2002Point): Num =>
  mul(mul(mul(load, linear(c.PTX1, c.PTX2, dfz)), exp(mul(c.PTX3, dfz))), mul(c.LSGKP, div(radius, nominal)));

function acrossWay({ c, load, nominal, camber, radius }: Pac2002Point): Num {
  if (c.PTY2 === 0) return 0;
  const z = div(load, mul(c.PTY2, nominal));
  const sine = div(mul(2, z), add(1, square(z))); // sin(2 atan z)
  const upright = sub(1, mul(c.PKY3, abs(mul(c.LGAY, camber))));
  return mul(mul(mul(c.PTY1, sine), upright), mul(mul(radius, c.LFZO), c.LSGAL));
}
