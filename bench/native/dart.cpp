// Forward dynamics by DART's articulated-body algorithm: Skeleton::computeForwardDynamics.
// DART's speeds of ball and free joints are those of bench/src/models.ts: [angular, linear] in the child frame.
// Debian's package lacks a header that <dart/dynamics/dynamics.hpp> includes.
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "benchmark.hpp"

using namespace dart::dynamics;
using benchmark::Kind;

namespace {

Eigen::Vector3d vector(const double* x) { return Eigen::Vector3d(x[0], x[1], x[2]); }

Eigen::Matrix3d rotation(const double* q) { return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix(); }

Eigen::VectorXd whole(const std::vector<double>& x) { return Eigen::Map<const Eigen::VectorXd>(x.data(), x.size()); }

SkeletonPtr build(const benchmark::Problem& problem) {
  SkeletonPtr skeleton = Skeleton::create("model");
  skeleton->setGravity(vector(problem.gravity));
  std::vector<BodyNode*> built;
  for (const auto& body : problem.bodies) {
    const std::string number = std::to_string(built.size());
    Inertia inertia(body.mass, vector(body.com), vector(body.inertia).asDiagonal());
    const BodyNode::Properties properties(BodyNode::AspectProperties("body" + number, inertia));
    BodyNode* parent = body.parent < 0 ? nullptr : built[body.parent];
    std::pair<Joint*, BodyNode*> pair;
    switch (body.kind) {
      case Kind::revolute: {
        RevoluteJoint::Properties joint;
        joint.mName = "joint" + number;
        joint.mAxis = vector(body.axis);
        pair = skeleton->createJointAndBodyNodePair<RevoluteJoint>(parent, joint, properties);
        break;
      }
      case Kind::spherical: {
        BallJoint::Properties joint;
        joint.mName = "joint" + number;
        pair = skeleton->createJointAndBodyNodePair<BallJoint>(parent, joint, properties);
        break;
      }
      case Kind::free: {
        FreeJoint::Properties joint;
        joint.mName = "joint" + number;
        pair = skeleton->createJointAndBodyNodePair<FreeJoint>(parent, joint, properties);
        break;
      }
    }
    Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
    X.translation() = vector(body.offset);
    pair.first->setTransformFromParentBodyNode(X);
    built.push_back(pair.second);
  }
  return skeleton;
}

/// Quaternions become rotation vectors.
Eigen::VectorXd positions(const benchmark::Problem& problem, const std::vector<double>& q) {
  Eigen::VectorXd result(problem.nv);
  for (const auto& body : problem.bodies) {
    const double* at = &q[body.q];
    switch (body.kind) {
      case Kind::revolute:
        result[body.v] = at[0];
        break;
      case Kind::spherical:
        result.segment<3>(body.v) = BallJoint::convertToPositions(rotation(at));
        break;
      case Kind::free: {
        Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
        X.linear() = rotation(at + 3);
        X.translation() = vector(at);
        result.segment<6>(body.v) = FreeJoint::convertToPositions(X);
        break;
      }
    }
  }
  return result;
}

} // namespace

int main(int argc, char** argv) {
  benchmark::checkArguments(argc, argv);
  const auto problem = benchmark::read(argv[1]);
  const SkeletonPtr skeleton = build(problem);
  if (static_cast<int>(skeleton->getNumDofs()) != problem.nv) throw std::runtime_error("DART counts other speeds");
  std::vector<Eigen::VectorXd> q, v, tau;
  for (const auto& state : problem.states) {
    q.push_back(positions(problem, state.q));
    v.push_back(whole(state.v));
    tau.push_back(whole(state.tau));
  }
  const auto forward = [&](int k) {
    skeleton->setPositions(q[k]);
    skeleton->setVelocities(v[k]);
    skeleton->setForces(tau[k]);
    skeleton->computeForwardDynamics();
  };
  const auto accelerations = [&](int, std::vector<double>& out) {
    const Eigen::VectorXd a = skeleton->getAccelerations();
    std::copy(a.data(), a.data() + a.size(), out.begin());
  };
  return benchmark::report(argv, problem, forward, accelerations);
}
