/*
 * Runs IDA of SUNDIALS on a mechanism and prints one line of JSON for each tolerance.
 *   ida PROBLEM FORM JACOBIAN MULTIPLIERS SECONDS RTOL...
 * PROBLEM: andrews | slider-crank; FORM: index-1 | index-2 | ggl; JACOBIAN: exact | difference. Absolute tolerances are a
 * tenth of the relative one, and MULTIPLIERS times that for the multipliers, for which Newton's iteration waits the less the
 * larger it is; the error test leaves them out. Each tolerance is run again and again for SECONDS of processor time,
 * and the least time is told; it includes what IDA allocates anew for a start, which is next to nothing.
 */
#include "forms.h"
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

/* A run of more steps than this has got stuck. */
#define MOST_STEPS 100000

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "ida: %s\n", what);
  exit(1);
}

static int residual(realtype t, N_Vector y, N_Vector rates, N_Vector r, void *problem) {
  (void)t;
  residual_of(problem, N_VGetArrayPointer(y), N_VGetArrayPointer(rates), N_VGetArrayPointer(r));
  return 0;
}

/* IDA hands over a matrix of zeros. */
static int jacobian(realtype t, realtype sigma, N_Vector y, N_Vector rates, N_Vector r, SUNMatrix J, void *problem,
                    N_Vector a, N_Vector b, N_Vector c) {
  (void)t, (void)r, (void)a, (void)b, (void)c;
  jacobian_of(problem, N_VGetArrayPointer(y), N_VGetArrayPointer(rates), sigma, SM_DATA_D(J), (int)SM_ROWS_D(J));
  return 0;
}

static void silent(int code, const char *module, const char *function, char *message, void *data) {
  (void)code, (void)module, (void)function, (void)message, (void)data;
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* Largest difference of the exact Jacobian to central differences, by its largest entry in the row. */
static double jacobian_error(const Problem *problem, const double *y, const double *rates) {
  const int n = size_of(problem);
  const double sigma = 300, step = 1e-6;
  double J[MOST_Y * MOST_Y] = {0}, up[MOST_Y], down[MOST_Y], yy[MOST_Y], rr[MOST_Y], worst = 0, row[MOST_Y] = {0};
  jacobian_of(problem, y, rates, sigma, J, n);
  for (int k = 0; k < n * n; k++) row[k % n] = fmax(row[k % n], fabs(J[k]));
  for (int j = 0; j < n; j++) {
    for (int side = 1; side >= -1; side -= 2) {
      memcpy(yy, y, sizeof(double) * n);
      memcpy(rr, rates, sizeof(double) * n);
      yy[j] += side * step;
      rr[j] += side * step * sigma;
      residual_of(problem, yy, rr, side > 0 ? up : down);
    }
    for (int i = 0; i < n; i++)
      worst = fmax(worst, fabs((up[i] - down[i]) / (2 * step) - J[j * n + i]) / row[i]);
  }
  return worst;
}

int main(int count, char **arguments) {
  require(count > 6, "usage: ida PROBLEM FORM JACOBIAN MULTIPLIERS SECONDS RTOL...");
  Problem problem = {0, INDEX_1};
  if (!strcmp(arguments[1], "andrews")) problem.mechanism = &andrews;
  if (!strcmp(arguments[1], "slider-crank")) problem.mechanism = &slider_crank;
  require(problem.mechanism != 0, "PROBLEM must be andrews or slider-crank");
  if (!strcmp(arguments[2], "index-2")) problem.form = INDEX_2;
  else if (!strcmp(arguments[2], "ggl")) problem.form = GGL;
  else require(!strcmp(arguments[2], "index-1"), "FORM must be index-1, index-2 or ggl");
  const int is_exact = !strcmp(arguments[3], "exact");
  require(is_exact || !strcmp(arguments[3], "difference"), "JACOBIAN must be exact or difference");
  const double multipliers = atof(arguments[4]), budget = atof(arguments[5]);

  const int n = size_of(&problem), nq = problem.mechanism->nq;
  double y0[MOST_Y], rates0[MOST_Y];
  require(start_of(&problem, y0, rates0), "there is no consistent start");

  SUNContext context;
  require(SUNContext_Create(NULL, &context) == 0, "no context");
  N_Vector y = N_VNew_Serial(n, context), rates = N_VClone(y), absolute = N_VClone(y), id = N_VClone(y);
  for (int i = 0; i < n; i++) N_VGetArrayPointer(id)[i] = is_differential(&problem, i);
  SUNMatrix J = SUNDenseMatrix(n, n, context);
  SUNLinearSolver linear = SUNLinSol_Dense(y, J, context);
  void *ida = IDACreate(context);
  /* What goes wrong is told by the flag. */
  IDASetErrHandlerFn(ida, silent, NULL);
  memcpy(N_VGetArrayPointer(y), y0, sizeof(double) * n);
  memcpy(N_VGetArrayPointer(rates), rates0, sizeof(double) * n);
  require(IDAInit(ida, residual, 0, y, rates) == 0, "IDAInit");
  IDASStolerances(ida, 1e-6, 1e-7);
  IDASetUserData(ida, &problem);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, MOST_STEPS);
  IDASetLinearSolver(ida, linear, J);
  if (is_exact) IDASetJacFn(ida, jacobian);

  char version[32];
  SUNDIALSGetVersion(version, sizeof version);
  for (int k = 6; k < count; k++) {
    const double relative = atof(arguments[k]);
    for (int i = 0; i < n; i++)
      N_VGetArrayPointer(absolute)[i] = 0.1 * relative * (is_differential(&problem, i) ? 1 : multipliers);
    double best = INFINITY, end = processor_seconds() + budget;
    int flag = 0, runs = 0;
    do {
      const double from = processor_seconds();
      realtype t = 0;
      memcpy(N_VGetArrayPointer(y), y0, sizeof(double) * n);
      memcpy(N_VGetArrayPointer(rates), rates0, sizeof(double) * n);
      IDAReInit(ida, 0, y, rates);
      IDASVtolerances(ida, relative, absolute);
      IDASetStopTime(ida, problem.mechanism->t_end);
      flag = IDASolve(ida, problem.mechanism->t_end, &t, y, rates, IDA_NORMAL);
      best = fmin(best, processor_seconds() - from);
      runs++;
    } while (flag >= 0 && (runs < 3 || processor_seconds() < end));
    long steps, residuals, jacobians, for_jacobians, factors, newton, newton_failures, error_failures;
    IDAGetNumSteps(ida, &steps);
    IDAGetNumResEvals(ida, &residuals);
    IDAGetNumJacEvals(ida, &jacobians);
    IDAGetNumLinResEvals(ida, &for_jacobians);
    IDAGetNumLinSolvSetups(ida, &factors);
    IDAGetNumNonlinSolvIters(ida, &newton);
    IDAGetNumNonlinSolvConvFails(ida, &newton_failures);
    IDAGetNumErrTestFails(ida, &error_failures);
    printf("{\"version\": \"%s\", \"rtol\": %g, \"flag\": %d, \"steps\": %ld, \"residuals\": %ld, \"jacobians\": %ld, "
           "\"forJacobians\": %ld, \"factorizations\": %ld, \"newton\": %ld, \"newtonFailures\": %ld, "
           "\"errorFailures\": %ld, \"seconds\": %.6e, \"jacobianError\": %.1e, \"q\": [",
           version, relative, flag, steps, residuals, jacobians, for_jacobians, factors, newton, newton_failures,
           error_failures, best,
           jacobian_error(&problem, N_VGetArrayPointer(y), N_VGetArrayPointer(rates)));
    for (int i = 0; i < nq; i++) printf("%s%.17g", i ? ", " : "", N_VGetArrayPointer(y)[i]);
    printf("]}\n");
    fflush(stdout);
  }
  IDAFree(&ida);
  SUNLinSolFree(linear);
  SUNMatDestroy(J);
  N_VDestroy(y), N_VDestroy(rates), N_VDestroy(absolute), N_VDestroy(id);
  SUNContext_Free(&context);
  return 0;
}
