#include "forms.h"
#include <math.h>
#include <string.h>

int size_of(const Problem *problem) {
  const Mechanism *m = problem->mechanism;
  return 2 * m->nq + (problem->form == GGL ? 2 : 1) * m->nc;
}

int is_differential(const Problem *problem, int entry) { return entry < 2 * problem->mechanism->nq; }

/* Gauss elimination with column pivots; b becomes the solution. */
static int solve(double *A, double *b, int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
    if (A[pivot * n + k] == 0) return 0;
    for (int j = 0; j < n; j++) {
      const double kept = A[k * n + j];
      A[k * n + j] = A[pivot * n + j];
      A[pivot * n + j] = kept;
    }
    const double kept = b[k];
    b[k] = b[pivot];
    b[pivot] = kept;
    for (int i = k + 1; i < n; i++) {
      const double factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
    b[i] /= A[i * n + i];
  }
  return 1;
}

int start_of(const Problem *problem, double *y, double *rates) {
  const Mechanism *m = problem->mechanism;
  const int nq = m->nq, nc = m->nc, n = nq + nc;
  double A[(MOST_Q + MOST_C) * (MOST_Q + MOST_C)] = {0}, b[MOST_Q + MOST_C];
  Terms terms;
  memset(y, 0, sizeof(double) * size_of(problem));
  memset(rates, 0, sizeof(double) * size_of(problem));
  m->start(y, y + nq);
  m->terms(y, y + nq, &terms);
  for (int i = 0; i < nq; i++) {
    for (int j = 0; j < nq; j++) A[i * n + j] = terms.M[i * nq + j];
    for (int c = 0; c < nc; c++) A[i * n + nq + c] = A[(nq + c) * n + i] = terms.G[c * nq + i];
    b[i] = terms.f[i];
  }
  for (int c = 0; c < nc; c++) b[nq + c] = -terms.gamma[c];
  if (!solve(A, b, n)) return 0;
  memcpy(rates, y + nq, sizeof(double) * nq);
  memcpy(rates + nq, b, sizeof(double) * nq);
  memcpy(y + 2 * nq, b + nq, sizeof(double) * nc);
  return 1;
}

void residual_of(const Problem *problem, const double *y, const double *rates, double *r) {
  const Mechanism *m = problem->mechanism;
  const int nq = m->nq, nc = m->nc;
  const double *v = y + nq, *lambda = y + 2 * nq, *a = rates + nq;
  Terms terms;
  m->terms(y, v, &terms);
  for (int i = 0; i < nq; i++) {
    double sum = -terms.f[i];
    for (int j = 0; j < nq; j++) sum += terms.M[i * nq + j] * a[j];
    for (int c = 0; c < nc; c++) sum += terms.G[c * nq + i] * lambda[c];
    r[i] = rates[i] - v[i];
    r[nq + i] = sum;
  }
  const double *kept = problem->form == INDEX_1 ? a : v;
  for (int c = 0; c < nc; c++) {
    double sum = problem->form == INDEX_1 ? terms.gamma[c] : 0;
    for (int j = 0; j < nq; j++) sum += terms.G[c * nq + j] * kept[j];
    r[2 * nq + c] = sum;
  }
  if (problem->form != GGL) return;
  const double *mu = lambda + nc;
  for (int c = 0; c < nc; c++) {
    for (int i = 0; i < nq; i++) r[i] += terms.G[c * nq + i] * mu[c];
    r[2 * nq + nc + c] = terms.g[c];
  }
}

void jacobian_of(const Problem *problem, const double *y, const double *rates, double sigma, double *J, int stride) {
  const Mechanism *m = problem->mechanism;
  const int nq = m->nq, nc = m->nc;
  const double *v = y + nq, *lambda = y + 2 * nq, *a = rates + nq;
  const double *mu = problem->form == GGL ? lambda + nc : 0;
  Terms terms;
  Derivatives by;
  m->terms(y, v, &terms);
  m->derivatives(y, v, a, lambda, mu, &by);
#define PUT(row, column) J[(column) * stride + (row)]
  for (int i = 0; i < nq; i++) {
    PUT(i, i) = sigma;
    PUT(i, nq + i) = -1;
    for (int j = 0; j < nq; j++) {
      PUT(nq + i, j) = by.motion_q[i * nq + j];
      PUT(nq + i, nq + j) = sigma * terms.M[i * nq + j] - by.f_v[i * nq + j];
      if (mu) PUT(i, j) += by.Gmu_q[i * nq + j];
    }
  }
  for (int c = 0; c < nc; c++) {
    for (int j = 0; j < nq; j++) {
      const double G = terms.G[c * nq + j], Gv_q = by.Gv_q[c * nq + j];
      PUT(nq + j, 2 * nq + c) = G;
      PUT(2 * nq + c, j) = problem->form == INDEX_1 ? by.closure_q[c * nq + j] : Gv_q;
      PUT(2 * nq + c, nq + j) = problem->form == INDEX_1 ? sigma * G + 2 * Gv_q : G;
      if (!mu) continue;
      PUT(j, 2 * nq + nc + c) = G;
      PUT(2 * nq + nc + c, j) = G;
    }
  }
}
