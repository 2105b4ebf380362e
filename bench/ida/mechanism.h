/*
 * A plane mechanism with closed loops, by the terms of its equations of motion
 *   M(q) dv/dt = f(q, v) - G(q)' lambda,   g(q) = 0,   G = dg/dq,
 * and their exact derivatives. Matrices are stored by rows.
 */
#ifndef MECHANISM_H
#define MECHANISM_H

#define MOST_Q 7
#define MOST_C 6

typedef struct {
  double M[MOST_Q * MOST_Q];
  double f[MOST_Q];
  double g[MOST_C];
  double G[MOST_C * MOST_Q];
  /* What the second derivative of g adds to the acceleration of the closures: d2g/dt2 = G dv/dt + gamma. */
  double gamma[MOST_C];
} Terms;

typedef struct {
  /* d(M a - f + G' lambda)/dq and df/dv. */
  double motion_q[MOST_Q * MOST_Q];
  double f_v[MOST_Q * MOST_Q];
  /* d(G v)/dq; twice that is d(gamma)/dv. */
  double Gv_q[MOST_C * MOST_Q];
  /* d(G a + gamma)/dq. */
  double closure_q[MOST_C * MOST_Q];
  /* d(G' mu)/dq. */
  double Gmu_q[MOST_Q * MOST_Q];
} Derivatives;

typedef struct {
  const char *name;
  int nq, nc;
  /* End of the run [s]. */
  double t_end;
  void (*start)(double *q, double *v);
  void (*terms)(const double *q, const double *v, Terms *out);
  /* `mu` may be null, and Gmu_q is left alone then. */
  void (*derivatives)(const double *q, const double *v, const double *a, const double *lambda, const double *mu,
                      Derivatives *out);
} Mechanism;

extern const Mechanism andrews, slider_crank;

/*
 * Closures that are sums of vectors, each turning with one angle phi_k = T_k q. `first` and `second` have the derivatives
 * of g by phi_k, nc numbers for each k; vectors that turn with an angle have third = -first. `linear` is the constant part
 * of G, or null.
 */
typedef struct {
  int nq, nc, count;
  const double *T;
  const double *linear;
} Turning;

void turning_terms(const Turning *turning, const double *first, const double *second, const double *v, double *G,
                   double *gamma);
/* Adds d(G' lambda)/dq to motion_q, and sets the other derivatives of the closures. */
void turning_derivatives(const Turning *turning, const double *first, const double *second, const double *v,
                         const double *a, const double *lambda, const double *mu, Derivatives *out);

#endif
