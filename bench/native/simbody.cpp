// Forward dynamics by Simbody's operator calcAccelerationIgnoringConstraints, with the weights as body forces: about 10%
// faster than force elements and MultibodySystem::realize to Stage::Acceleration.
// Simbody's speeds of ball and free joints are along the parent's frame; bench/src/models.ts has them along the child's.
#include <Simbody.h>

#include "benchmark.hpp"

using namespace SimTK;
using benchmark::Kind;

namespace {

Vec3 vector(const double* x) { return Vec3(x[0], x[1], x[2]); }

Rotation rotation(const double* q) { return Rotation(Quaternion(q[0], q[1], q[2], q[3])); }

/// Orientation of a joint of `kind` in its parent, for the coordinates at q.
Rotation orientation(Kind kind, const double* q) { return rotation(kind == Kind::free ? q + 3 : q); }

MobilizedBody addBody(MobilizedBody& parent, const benchmark::Body& body) {
  const Inertia central(vector(body.inertia));
  const MassProperties mass(body.mass, vector(body.com), central.shiftFromMassCenter(vector(body.com), body.mass));
  const Body::Rigid rigid(mass);
  switch (body.kind) {
    case Kind::revolute: {
      // A pin turns about z of its frames.
      const Rotation toAxis(UnitVec3(vector(body.axis)), ZAxis);
      return MobilizedBody::Pin(parent, Transform(toAxis, vector(body.offset)), rigid, Transform(toAxis));
    }
    case Kind::spherical:
      return MobilizedBody::Ball(parent, Transform(vector(body.offset)), rigid, Transform());
    case Kind::free:
      return MobilizedBody::Free(parent, Transform(vector(body.offset)), rigid, Transform());
  }
  throw std::runtime_error("unknown joint");
}

/// Speeds or forces of all joints along Simbody's axes, in Simbody's order.
Vector toSimbody(const benchmark::Problem& problem, const std::vector<MobilizedBody>& bodies, const State& state,
                 const std::vector<double>& q, const std::vector<double>& x) {
  Vector result(problem.nv);
  for (size_t i = 0; i < bodies.size(); i++) {
    const auto& body = problem.bodies[i];
    const int first = bodies[i].getFirstUIndex(state);
    if (body.kind == Kind::revolute) {
      result[first] = x[body.v];
      continue;
    }
    const Rotation R = orientation(body.kind, &q[body.q]);
    for (int part = 0; part < (body.kind == Kind::free ? 2 : 1); part++) {
      const Vec3 turned = R * vector(&x[body.v + 3 * part]);
      for (int j = 0; j < 3; j++) result[first + 3 * part + j] = turned[j];
    }
  }
  return result;
}

} // namespace

int main(int argc, char** argv) {
  benchmark::checkArguments(argc, argv);
  const auto problem = benchmark::read(argv[1]);
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  std::vector<MobilizedBody> bodies;
  for (const auto& body : problem.bodies) bodies.push_back(addBody(body.parent < 0 ? matter.updGround() : bodies[body.parent], body));

  State state = system.realizeTopology();
  system.realizeModel(state);
  if (state.getNU() != problem.nv) throw std::runtime_error("Simbody counts other speeds");
  std::vector<Vector> q, u, tau;
  for (const auto& given : problem.states) {
    for (size_t i = 0; i < bodies.size(); i++) {
      const auto& body = problem.bodies[i];
      const double* at = &given.q[body.q];
      if (body.kind == Kind::revolute) bodies[i].setOneQ(state, 0, at[0]);
      else bodies[i].setQToFitTransform(state, Transform(orientation(body.kind, at), body.kind == Kind::free ? vector(at) : Vec3(0)));
    }
    q.push_back(state.getQ());
    u.push_back(toSimbody(problem, bodies, state, given.q, given.v));
    tau.push_back(toSimbody(problem, bodies, state, given.q, given.tau));
  }
  Vector udot(problem.nv);
  Vector_<SpatialVec> bodyAccelerations(matter.getNumBodies());
  Vector_<SpatialVec> weights(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
  const Vec3 gravity = vector(problem.gravity);
  const auto forward = [&](int k) {
    state.updQ() = q[k];
    state.updU() = u[k];
    system.realize(state, Stage::Dynamics);
    for (size_t i = 0; i < bodies.size(); i++) {
      const Vec3 force = problem.bodies[i].mass * gravity;
      const Vec3 arm = bodies[i].getBodyRotation(state) * vector(problem.bodies[i].com);
      weights[bodies[i].getMobilizedBodyIndex()] = SpatialVec(arm % force, force);
    }
    matter.calcAccelerationIgnoringConstraints(state, tau[k], weights, udot, bodyAccelerations);
  };
  const auto accelerations = [&](int k, std::vector<double>& out) {
    for (size_t i = 0; i < bodies.size(); i++) {
      const auto& body = problem.bodies[i];
      const int first = bodies[i].getFirstUIndex(state);
      if (body.kind == Kind::revolute) {
        out[body.v] = udot[first];
        continue;
      }
      const Rotation R = orientation(body.kind, &problem.states[k].q[body.q]);
      const double* speed = &problem.states[k].v[body.v];
      for (int part = 0; part < (body.kind == Kind::free ? 2 : 1); part++) {
        const int at = first + 3 * part;
        // d/dt (Rᵀ x) = Rᵀ ẋ − ω × Rᵀ x, with ω and Rᵀ x as given.
        const Vec3 a = ~R * Vec3(udot[at], udot[at + 1], udot[at + 2]) - vector(speed) % vector(speed + 3 * part);
        for (int j = 0; j < 3; j++) out[body.v + 3 * part + j] = a[j];
      }
    }
  };
  return benchmark::report(argv, problem, forward, accelerations);
}
