#include "mechanism.h"
#include <string.h>

static double rate(const Turning *turning, int k, const double *v) {
  double sum = 0;
  for (int j = 0; j < turning->nq; j++) sum += turning->T[k * turning->nq + j] * v[j];
  return sum;
}

void turning_terms(const Turning *turning, const double *first, const double *second, const double *v, double *G,
                   double *gamma) {
  const int nq = turning->nq, nc = turning->nc;
  if (turning->linear) memcpy(G, turning->linear, sizeof(double) * nc * nq);
  else memset(G, 0, sizeof(double) * nc * nq);
  memset(gamma, 0, sizeof(double) * nc);
  for (int k = 0; k < turning->count; k++) {
    const double w = rate(turning, k, v), w2 = w * w;
    for (int i = 0; i < nc; i++) gamma[i] += second[k * nc + i] * w2;
    for (int j = 0; j < nq; j++) {
      const double t = turning->T[k * nq + j];
      if (t == 0) continue;
      for (int i = 0; i < nc; i++) G[i * nq + j] += first[k * nc + i] * t;
    }
  }
}

static void add_curvature(const Turning *turning, const double *second, const double *lambda, double *out) {
  const int nq = turning->nq, nc = turning->nc;
  for (int k = 0; k < turning->count; k++) {
    const double *T = turning->T + k * nq;
    double s = 0;
    for (int i = 0; i < nc; i++) s += second[k * nc + i] * lambda[i];
    for (int i = 0; i < nq; i++)
      if (T[i] != 0)
        for (int j = 0; j < nq; j++) out[i * nq + j] += s * T[i] * T[j];
  }
}

void turning_derivatives(const Turning *turning, const double *first, const double *second, const double *v,
                         const double *a, const double *lambda, const double *mu, Derivatives *out) {
  const int nq = turning->nq, nc = turning->nc;
  add_curvature(turning, second, lambda, out->motion_q);
  if (mu) {
    memset(out->Gmu_q, 0, sizeof(double) * nq * nq);
    add_curvature(turning, second, mu, out->Gmu_q);
  }
  memset(out->Gv_q, 0, sizeof(double) * nc * nq);
  memset(out->closure_q, 0, sizeof(double) * nc * nq);
  for (int k = 0; k < turning->count; k++) {
    const double *T = turning->T + k * nq;
    const double w = rate(turning, k, v), w2 = w * w, alpha = rate(turning, k, a);
    for (int j = 0; j < nq; j++) {
      if (T[j] == 0) continue;
      for (int i = 0; i < nc; i++) {
        out->Gv_q[i * nq + j] += second[k * nc + i] * w * T[j];
        out->closure_q[i * nq + j] += (second[k * nc + i] * alpha - first[k * nc + i] * w2) * T[j];
      }
    }
  }
}
