/* The Magic Formula 2002 as it is printed, in plain numbers: F(s) at once, no secants, nothing divided out. */

type Values = Readonly<Record<string, number>>;

const { atan, cos, sin, tan, exp, sqrt, abs, sign, min } = Math;

const m = (C: number, B: number, E: number, x: number): number => C * atan(B * x - E * (B * x - atan(B * x)));
const side = (x: number): number => (x < 0 ? -1 : 1);

/** F_x, F_y, M_z of a tyre with the coefficients p, of nominal load `nominal` (scaled) and radius R. */
export function magicOracle(
  p: Values,
  nominal: number,
  R: number,
  [kappa, alpha]: readonly [number, number],
  F: number,
  g: number,
): readonly [number, number, number] {
  const d = (F - nominal) / nominal;
  const Hx = p.PHX1 + p.PHX2 * d;
  const mux = (p.PDX1 + p.PDX2 * d) * (1 - p.PDX3 * g * g);
  const Kx = F * (p.PKX1 + p.PKX2 * d) * exp(p.PKX3 * d);
  const kx = kappa + Hx;
  const Ex = min(1, (p.PEX1 + p.PEX2 * d + p.PEX3 * d * d) * (1 - p.PEX4 * side(kx)));
  const Fx0 = mux * F * sin(m(p.PCX1, Kx / (p.PCX1 * mux * F), Ex, kx)) + F * (p.PVX1 + p.PVX2 * d);

  const Hy = p.PHY1 + p.PHY2 * d + p.PHY3 * g;
  const Vy = F * (p.PVY1 + p.PVY2 * d + (p.PVY3 + p.PVY4 * d) * g);
  const muy = (p.PDY1 + p.PDY2 * d) * (1 - p.PDY3 * g * g);
  const Ky = p.PKY1 * nominal * sin(2 * atan(F / (p.PKY2 * nominal))) * (1 - p.PKY3 * abs(g));
  const By = Ky / (p.PCY1 * muy * F);
  const ay = alpha + Hy;
  const Ey = min(1, (p.PEY1 + p.PEY2 * d) * (1 - (p.PEY3 + p.PEY4 * g) * side(ay)));
  const Fy0 = muy * F * sin(m(p.PCY1, By, Ey, ay)) + Vy;

  const Bxa = p.RBX1 * cos(atan(p.RBX2 * kappa));
  const Exa = p.REX1 + p.REX2 * d;
  const Fx = (Fx0 * cos(m(p.RCX1, Bxa, Exa, alpha + p.RHX1))) / cos(m(p.RCX1, Bxa, Exa, p.RHX1));
  const Byk = p.RBY1 * cos(atan(p.RBY2 * (alpha - p.RBY3)));
  const Eyk = p.REY1 + p.REY2 * d;
  const Hyk = p.RHY1 + p.RHY2 * d;
  const Vyk =
    muy * F * (p.RVY1 + p.RVY2 * d + p.RVY3 * g) * cos(atan(p.RVY4 * alpha)) * sin(p.RVY5 * atan(p.RVY6 * kappa));
  const Fy = (Fy0 * cos(m(p.RCY1, Byk, Eyk, kappa + Hyk))) / cos(m(p.RCY1, Byk, Eyk, Hyk)) + Vyk;

  const both = (S: number): number => {
    const at = alpha + S;
    return atan(sqrt(tan(at) ** 2 + ((Kx * kappa) / Ky) ** 2)) * sign(at);
  };
  const at = both(p.QHZ1 + p.QHZ2 * d + (p.QHZ3 + p.QHZ4 * d) * g);
  const ar = both(Hy + Vy / Ky);
  const Bt = (p.QBZ1 + p.QBZ2 * d + p.QBZ3 * d * d) * (1 + p.QBZ4 * g + p.QBZ5 * abs(g));
  const Dt = (F * (p.QDZ1 + p.QDZ2 * d) * (1 + p.QDZ3 * g + p.QDZ4 * g * g) * R) / nominal;
  const Et =
    (p.QEZ1 + p.QEZ2 * d + p.QEZ3 * d * d) * (1 + (p.QEZ4 + p.QEZ5 * g) * (2 / Math.PI) * atan(Bt * p.QCZ1 * at));
  const trail = Dt * cos(m(p.QCZ1, Bt, min(1, Et), at)) * cos(alpha);
  const Br = p.QBZ9 + p.QBZ10 * By * p.PCY1;
  const Dr = F * (p.QDZ6 + p.QDZ7 * d + (p.QDZ8 + p.QDZ9 * d) * g) * R;
  const lever = (p.SSZ1 + (p.SSZ2 * Fy) / nominal + (p.SSZ3 + p.SSZ4 * d) * g) * R;
  return [Fx, Fy, -trail * (Fy - Vyk) + Dr * cos(atan(Br * ar)) * cos(alpha) + lever * Fx];
}
