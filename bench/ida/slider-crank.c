/*
 * The slider-crank of kinetree's gallery: crank, rod and slider in the x-z plane, hinges about y (a positive turn takes z
 * towards x), gravity down z; it starts at rest in the drawn pose, where all coordinates are zero.
 * q = (crank, rod against the crank, slider along x).
 */
#include "mechanism.h"
#include <math.h>
#include <string.h>

static const double crank = 0.05, rod = 0.12, crank_mass = 0.3, rod_mass = 0.21, slider_mass = 0.14, gravity = 9.81;

#define AT(A, i, j) (A)[(i) * 3 + (j)]
static const double T[6] = {1, 0, 0, /**/ 1, 1, 0};
static const double linear[6] = {0, 0, -1, /**/ 0, 0, 0};
static const Turning turning = {3, 2, 2, T, linear};

static void start(double *q, double *v) {
  memset(q, 0, sizeof(double) * 3);
  memset(v, 0, sizeof(double) * 3);
}

typedef struct {
  /* Crank and rod as vectors, drawn and turned; the drawn slider. */
  double Bx, Bz, Rx, Rz, Cx;
  double bx, bz, rx, rz;
} Pose;

/* The drawn pose: the crank at 60 degrees above the line of the slider. */
static Pose pose_at(const double *q) {
  Pose p;
  p.Bx = crank * 0.5, p.Bz = crank * 0.86602540378443864676;
  p.Rz = -p.Bz, p.Rx = sqrt(rod * rod - p.Rz * p.Rz);
  p.Cx = p.Bx + p.Rx;
  const double s = sin(q[0]), c = cos(q[0]), s2 = sin(q[0] + q[1]), c2 = cos(q[0] + q[1]);
  p.bx = p.Bx * c + p.Bz * s, p.bz = -p.Bx * s + p.Bz * c;
  p.rx = p.Rx * c2 + p.Rz * s2, p.rz = -p.Rx * s2 + p.Rz * c2;
  return p;
}

/* A turn by d about y moves (x, z) by (z, -x) d. */
static void closures(const Pose *p, double *first, double *second) {
  first[0] = p->bz, first[1] = -p->bx, first[2] = p->rz, first[3] = -p->rx;
  second[0] = -p->bx, second[1] = -p->bz, second[2] = -p->rx, second[3] = -p->rz;
}

static void terms(const double *q, const double *v, Terms *out) {
  const Pose p = pose_at(q);
  double first[4], second[4];
  out->g[0] = p.bx + p.rx - p.Cx - q[2];
  out->g[1] = p.bz + p.rz;
  closures(&p, first, second);
  turning_terms(&turning, first, second, v, out->G, out->gamma);
  /* Half of the rod's mass times the product of crank and rod, and its derivative by the angle between them. */
  const double h = 0.5 * rod_mass * (p.bx * p.rx + p.bz * p.rz), h1 = 0.5 * rod_mass * (p.bx * p.rz - p.bz * p.rx);
  const double own = rod_mass * rod * rod / 3;
  memset(out->M, 0, sizeof(double) * 9);
  AT(out->M, 0, 0) = crank_mass * crank * crank / 3 + rod_mass * crank * crank + 2 * h + own;
  AT(out->M, 0, 1) = AT(out->M, 1, 0) = h + own;
  AT(out->M, 1, 1) = own;
  AT(out->M, 2, 2) = slider_mass;
  const double of_rod = 0.5 * gravity * rod_mass * p.rx;
  out->f[0] = -h1 * v[1] * (2 * v[0] + v[1]) + gravity * (0.5 * crank_mass + rod_mass) * p.bx + of_rod;
  out->f[1] = h1 * v[0] * v[0] + of_rod;
  out->f[2] = 0;
}

static void derivatives(const double *q, const double *v, const double *a, const double *lambda, const double *mu,
                        Derivatives *out) {
  const Pose p = pose_at(q);
  double first[4], second[4];
  closures(&p, first, second);
  const double h1 = 0.5 * rod_mass * (p.bx * p.rz - p.bz * p.rx), h2 = -0.5 * rod_mass * (p.bx * p.rx + p.bz * p.rz);
  double *K = out->motion_q, *D = out->f_v;
  memset(K, 0, sizeof(double) * 9);
  memset(D, 0, sizeof(double) * 9);
  const double of_rod = 0.5 * gravity * rod_mass * p.rz;
  AT(K, 0, 0) = -gravity * (0.5 * crank_mass + rod_mass) * p.bz - of_rod;
  AT(K, 0, 1) = h1 * (2 * a[0] + a[1]) + h2 * v[1] * (2 * v[0] + v[1]) - of_rod;
  AT(K, 1, 0) = -of_rod;
  AT(K, 1, 1) = h1 * a[0] - h2 * v[0] * v[0] - of_rod;
  AT(D, 0, 0) = -2 * h1 * v[1];
  AT(D, 0, 1) = -2 * h1 * (v[0] + v[1]);
  AT(D, 1, 0) = 2 * h1 * v[0];
  turning_derivatives(&turning, first, second, v, a, lambda, mu, out);
}

const Mechanism slider_crank = {"slider-crank", 3, 2, 1, start, terms, derivatives};
