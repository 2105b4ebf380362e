/* The equations of a mechanism as F(t, y, dy/dt) = 0, in three forms. */
#ifndef FORMS_H
#define FORMS_H
#include "mechanism.h"

typedef enum {
  /* y = (q, v, lambda); accelerations keep the closures: G dv/dt + gamma = 0. */
  INDEX_1,
  /* The same y; speeds keep the closures: G v = 0. */
  INDEX_2,
  /* y = (q, v, lambda, mu); places and speeds keep them (Gear, Gupta, Leimkuhler 1985): dq/dt = v - G' mu. */
  GGL
} Form;

#define MOST_Y (2 * MOST_Q + 2 * MOST_C)

typedef struct {
  const Mechanism *mechanism;
  Form form;
} Problem;

int size_of(const Problem *problem);
/* 1 for what has a derivative, 0 for multipliers. */
int is_differential(const Problem *problem, int entry);
/* A consistent start; returns 0 if there is none. */
int start_of(const Problem *problem, double *y, double *rates);
void residual_of(const Problem *problem, const double *y, const double *rates, double *r);
/* dF/dy + sigma dF/d(dy/dt), by columns with `stride` numbers each. */
void jacobian_of(const Problem *problem, const double *y, const double *rates, double sigma, double *J, int stride);

#endif
