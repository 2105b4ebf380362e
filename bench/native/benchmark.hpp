// What the native drivers share: reading the model and its states, timing, printing.
//
// File (numbers separated by white space; conventions of bench/src/models.ts):
//   gravity x y z
//   bodies n, then for each: parent kind(0 revolute, 1 spherical, 2 free) axis offset mass com inertia (principal moments)
//   states n nq nv, then for each: q v tau
// Output: "ns <time per forward dynamics>", then one line "qdd ..." for each state.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace benchmark {

enum class Kind { revolute = 0, spherical = 1, free = 2 };

struct Body {
  int parent;
  Kind kind;
  double axis[3], offset[3], mass, com[3], inertia[3];
  int q, v; // where its coordinates and speeds start
};

struct State {
  std::vector<double> q, v, tau;
};

struct Problem {
  double gravity[3];
  std::vector<Body> bodies;
  std::vector<State> states;
  int nq, nv;
};

inline void expect(std::istream& in, const char* word) {
  std::string token;
  if (!(in >> token) || token != word) throw std::runtime_error(std::string("expected \"") + word + "\", read \"" + token + "\"");
}

template <typename Numbers>
void readInto(std::istream& in, Numbers& out) {
  for (double& x : out)
    if (!(in >> x)) throw std::runtime_error("the file ends early or holds something that is no number");
}

inline Problem read(const char* path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(std::string("cannot read ") + path);
  Problem problem{};
  expect(in, "gravity");
  readInto(in, problem.gravity);
  expect(in, "bodies");
  int count = 0;
  in >> count;
  int q = 0, v = 0;
  for (int i = 0; i < count; i++) {
    Body body{};
    int kind = 0;
    in >> body.parent >> kind;
    body.kind = static_cast<Kind>(kind);
    readInto(in, body.axis);
    readInto(in, body.offset);
    in >> body.mass;
    readInto(in, body.com);
    readInto(in, body.inertia);
    body.q = q;
    body.v = v;
    q += kind == 0 ? 1 : kind == 1 ? 4 : 7;
    v += kind == 0 ? 1 : kind == 1 ? 3 : 6;
    problem.bodies.push_back(body);
  }
  expect(in, "states");
  in >> count >> problem.nq >> problem.nv;
  if (q != problem.nq || v != problem.nv) throw std::runtime_error("numbers of coordinates do not fit the bodies");
  for (int i = 0; i < count; i++) {
    State state{std::vector<double>(q), std::vector<double>(v), std::vector<double>(v)};
    readInto(in, state.q);
    readInto(in, state.v);
    readInto(in, state.tau);
    problem.states.push_back(state);
  }
  return problem;
}

inline double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Fastest of the windows [ns per call], as in bench/src/measure.ts.
template <typename Call>
double measure(Call call, int states, int windows, double windowMs, double budgetMs, double warmupMs) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  long calls = 0;
  int k = 0;
  const auto next = [&] { call(k); if (++k == states) k = 0; };
  do {
    next();
    calls++;
  } while (millisecondsSince(start) < warmupMs);
  const long perWindow = std::max(1L, static_cast<long>(calls * windowMs / millisecondsSince(start)));
  double best = std::numeric_limits<double>::infinity();
  const auto budgetStart = clock::now();
  for (int w = 0; w < windows; w++) {
    const auto windowStart = clock::now();
    if (w > 0 && millisecondsSince(budgetStart) > budgetMs) break;
    for (long i = 0; i < perWindow; i++) next();
    best = std::min(best, millisecondsSince(windowStart) * 1e6 / perWindow);
  }
  return best;
}

/// `forward(k)` computes state k; `accelerations(k, out)` reads the result in the convention of models.ts.
template <typename Forward, typename Accelerations>
int report(char** argv, const Problem& problem, Forward forward, Accelerations accelerations) {
  const int states = static_cast<int>(problem.states.size());
  const double ns = measure(forward, states, std::atoi(argv[2]), std::atof(argv[3]), std::atof(argv[4]), std::atof(argv[5]));
  std::printf("ns %.6g\n", ns);
  std::vector<double> out(problem.nv);
  for (int k = 0; k < states; k++) {
    forward(k);
    accelerations(k, out);
    std::printf("qdd");
    for (const double x : out) std::printf(" %.17g", x);
    std::printf("\n");
  }
  return 0;
}

inline void checkArguments(int argc, char** argv) {
  if (argc == 6) return;
  std::fprintf(stderr, "usage: %s <file> <windows> <window ms> <budget ms> <warm-up ms>\n", argv[0]);
  std::exit(2);
}

} // namespace benchmark
