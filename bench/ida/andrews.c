/*
 * Andrews' squeezing mechanism: W. Schiehlen (ed.), Multibody Systems Handbook (1990); E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II (1996), VII.7, whose letters are kept; F. Mazzia, C. Magherini, Test Set for IVP Solvers.
 * q = (beta, Theta, gamma, Phi, delta, Omega, epsilon).
 */
#include "mechanism.h"
#include <math.h>
#include <string.h>

static const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.0705, m6 = 0.00706, m7 = 0.05498;
static const double I1 = 2.194e-6, I2 = 4.41e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5, I6 = 5.667e-7,
                    I7 = 1.912e-5;
static const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
static const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, zf = 0.02, fa = 0.01421, rr = 0.007, ra = 0.00092,
                    ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04,
                    ua = 0.01228, ub = 0.00449, zt = 0.04;
static const double c0 = 4530, l0 = 0.07785, mom = 0.033;

enum { beta, Theta, gamma_, Phi, delta, Omega, epsilon };
#define AT(A, i, j) (A)[(i) * 7 + (j)]

/* Angles against the ground: beta, beta + Theta, gamma, delta, Phi + delta, epsilon, Omega + epsilon. */
static const double T[49] = {
    1, 0, 0, 0, 0, 0, 0, /* beta */
    1, 1, 0, 0, 0, 0, 0, /* beta + Theta */
    0, 0, 1, 0, 0, 0, 0, /* gamma */
    0, 0, 0, 0, 1, 0, 0, /* delta */
    0, 0, 0, 1, 1, 0, 0, /* Phi + delta */
    0, 0, 0, 0, 0, 0, 1, /* epsilon */
    0, 0, 0, 0, 0, 1, 1, /* Omega + epsilon */
};
static const Turning turning = {7, 6, 7, T, 0};

static void start(double *q, double *v) {
  static const double q0[7] = {-0.06171389001427645, 0, 0.4552798191630704, 0.2226683901658859, 0.48736497954384256,
                               -0.2226683901658859, 1.2305474445498212};
  memcpy(q, q0, sizeof q0);
  memset(v, 0, sizeof q0);
}

/* Closures, and their derivatives by the seven angles. */
static void closures(const double *q, double *g, double *first, double *second, double *sin_gamma, double *cos_gamma) {
  const double sb1 = sin(q[beta]), cb1 = cos(q[beta]);
  const double sbt = sin(q[beta] + q[Theta]), cbt = cos(q[beta] + q[Theta]);
  const double sg = sin(q[gamma_]), cg = cos(q[gamma_]);
  const double sde = sin(q[delta]), cde = cos(q[delta]);
  const double spd = sin(q[Phi] + q[delta]), cpd = cos(q[Phi] + q[delta]);
  const double sep = sin(q[epsilon]), cep = cos(q[epsilon]);
  const double soe = sin(q[Omega] + q[epsilon]), coe = cos(q[Omega] + q[epsilon]);
  const double x = rr * cb1 - d * cbt, y = rr * sb1 - d * sbt;
  if (g) {
    g[0] = x - ss * sg - xb;
    g[1] = y + ss * cg - yb;
    g[2] = x - e * spd - zt * cde - xa;
    g[3] = y + e * cpd - zt * sde - ya;
    g[4] = x - zf * coe - u * sep - xa;
    g[5] = y - zf * soe + u * cep - ya;
  }
  memset(first, 0, sizeof(double) * 42);
  memset(second, 0, sizeof(double) * 42);
  for (int i = 0; i < 6; i += 2) {
    first[i] = -rr * sb1, first[i + 1] = rr * cb1;
    second[i] = -rr * cb1, second[i + 1] = -rr * sb1;
    first[6 + i] = d * sbt, first[6 + i + 1] = -d * cbt;
    second[6 + i] = d * cbt, second[6 + i + 1] = d * sbt;
  }
  first[12] = -ss * cg, first[13] = -ss * sg;
  second[12] = ss * sg, second[13] = -ss * cg;
  first[20] = zt * sde, first[21] = -zt * cde;
  second[20] = zt * cde, second[21] = zt * sde;
  first[26] = -e * cpd, first[27] = -e * spd;
  second[26] = e * spd, second[27] = -e * cpd;
  first[34] = -u * cep, first[35] = -u * sep;
  second[34] = u * sep, second[35] = -u * cep;
  first[40] = zf * soe, first[41] = -zf * coe;
  second[40] = zf * coe, second[41] = zf * soe;
  *sin_gamma = sg;
  *cos_gamma = cg;
}

static void terms(const double *q, const double *v, Terms *out) {
  double first[42], second[42], sg, cg;
  closures(q, out->g, first, second, &sg, &cg);
  turning_terms(&turning, first, second, v, out->G, out->gamma);

  const double st = sin(q[Theta]), ct = cos(q[Theta]);
  const double sp = sin(q[Phi]), cp = cos(q[Phi]);
  const double so = sin(q[Omega]), co = cos(q[Omega]);
  double *M = out->M;
  memset(M, 0, sizeof(double) * 49);
  AT(M, 0, 0) = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * ct + da * da) + I1 + I2;
  AT(M, 1, 0) = AT(M, 0, 1) = m2 * (da * da - da * rr * ct) + I2;
  AT(M, 1, 1) = m2 * da * da + I2;
  AT(M, 2, 2) = m3 * (sa * sa + sb * sb) + I3;
  AT(M, 3, 3) = m4 * (e - ea) * (e - ea) + I4;
  AT(M, 4, 3) = AT(M, 3, 4) = m4 * ((e - ea) * (e - ea) + zt * (e - ea) * sp) + I4;
  AT(M, 4, 4) = m4 * (zt * zt + 2 * zt * (e - ea) * sp + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + I4 + I5;
  AT(M, 5, 5) = m6 * (zf - fa) * (zf - fa) + I6;
  AT(M, 6, 5) = AT(M, 5, 6) = m6 * ((zf - fa) * (zf - fa) - u * (zf - fa) * so) + I6;
  AT(M, 6, 6) = m6 * ((zf - fa) * (zf - fa) - 2 * u * (zf - fa) * so + u * u) + m7 * (ua * ua + ub * ub) + I6 + I7;

  const double xd = sd * cg + sc * sg + xb, yd = sd * sg - sc * cg + yb;
  const double length = sqrt((xd - xc) * (xd - xc) + (yd - yc) * (yd - yc));
  const double force = -c0 * (length - l0) / length, fx = force * (xd - xc), fy = force * (yd - yc);
  out->f[0] = mom - m2 * da * rr * v[Theta] * (v[Theta] + 2 * v[beta]) * st;
  out->f[1] = m2 * da * rr * v[beta] * v[beta] * st;
  out->f[2] = fx * (sc * cg - sd * sg) + fy * (sd * cg + sc * sg);
  out->f[3] = m4 * zt * (e - ea) * v[delta] * v[delta] * cp;
  out->f[4] = -m4 * zt * (e - ea) * v[Phi] * (v[Phi] + 2 * v[delta]) * cp;
  out->f[5] = -m6 * u * (zf - fa) * v[epsilon] * v[epsilon] * co;
  out->f[6] = m6 * u * (zf - fa) * v[Omega] * (v[Omega] + 2 * v[epsilon]) * co;
}

static void derivatives(const double *q, const double *v, const double *a, const double *lambda, const double *mu,
                        Derivatives *out) {
  double first[42], second[42], sg, cg;
  closures(q, 0, first, second, &sg, &cg);
  double *K = out->motion_q, *D = out->f_v;
  memset(K, 0, sizeof(double) * 49);
  memset(D, 0, sizeof(double) * 49);

  /* The inertia and the gyroscopic terms depend on Theta, Phi and Omega alone, and the spring on gamma. */
  const double st = sin(q[Theta]), ct = cos(q[Theta]);
  const double k1 = m2 * da * rr;
  AT(K, 0, Theta) = k1 * st * (2 * a[beta] + a[Theta]) + k1 * v[Theta] * (v[Theta] + 2 * v[beta]) * ct;
  AT(K, 1, Theta) = k1 * st * a[beta] - k1 * v[beta] * v[beta] * ct;
  AT(D, 0, beta) = -2 * k1 * v[Theta] * st;
  AT(D, 0, Theta) = -2 * k1 * (v[Theta] + v[beta]) * st;
  AT(D, 1, beta) = 2 * k1 * v[beta] * st;

  const double sp = sin(q[Phi]), cp = cos(q[Phi]);
  const double k2 = m4 * zt * (e - ea);
  AT(K, 3, Phi) = k2 * cp * a[delta] + k2 * v[delta] * v[delta] * sp;
  AT(K, 4, Phi) = k2 * cp * (a[Phi] + 2 * a[delta]) - k2 * v[Phi] * (v[Phi] + 2 * v[delta]) * sp;
  AT(D, 3, delta) = 2 * k2 * v[delta] * cp;
  AT(D, 4, Phi) = -2 * k2 * (v[Phi] + v[delta]) * cp;
  AT(D, 4, delta) = -2 * k2 * v[Phi] * cp;

  const double so = sin(q[Omega]), co = cos(q[Omega]);
  const double k3 = m6 * u * (zf - fa);
  AT(K, 5, Omega) = -k3 * co * a[epsilon] - k3 * v[epsilon] * v[epsilon] * so;
  AT(K, 6, Omega) = -k3 * co * (a[Omega] + 2 * a[epsilon]) + k3 * v[Omega] * (v[Omega] + 2 * v[epsilon]) * so;
  AT(D, 5, epsilon) = -2 * k3 * v[epsilon] * co;
  AT(D, 6, Omega) = 2 * k3 * (v[Omega] + v[epsilon]) * co;
  AT(D, 6, epsilon) = 2 * k3 * v[Omega] * co;

  /* f3 = -c0 (L - l0) dL/dgamma. */
  const double x = sd * cg + sc * sg, y = sd * sg - sc * cg;
  const double dx = x + xb - xc, dy = y + yb - yc;
  const double length = sqrt(dx * dx + dy * dy);
  const double slope = (dx * -y + dy * x) / length;
  const double curvature = (x * x + y * y - dx * x - dy * y - slope * slope) / length;
  AT(K, 2, gamma_) = c0 * (slope * slope + (length - l0) * curvature);

  turning_derivatives(&turning, first, second, v, a, lambda, mu, out);
}

const Mechanism andrews = {"andrews", 7, 6, 0.03, start, terms, derivatives};
