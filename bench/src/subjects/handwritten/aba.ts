import * as free from "./free.js";
import { kinds, type AbaPlan } from "./record.js";
import * as revolute from "./revolute.js";
import * as coordinate from "./revolute-coordinate.js";
import { startRigidBody } from "./rigid-body.js";
import * as spherical from "./spherical.js";

const { ABOUT_COORDINATE_AXIS, ABOUT_ANY_AXIS, SPHERICAL, FREE } = kinds;

/**
 * Articulated-body algorithm, Featherstone, Rigid Body Dynamics Algorithms (2008), Table 7.1, in body coordinates: what a
 * careful engineer writes by hand on typed arrays, without allocation, with the joint types' zeros left out.
 * Overwrites qdd and the plan's records.
 */
export function forwardDynamics(
  qdd: Float64Array,
  plan: AbaPlan,
  q: Float64Array,
  v: Float64Array,
  tau: Float64Array,
): void {
  baseToTips(plan, q, v);
  tipsToBase(plan, tau);
  accelerationsBaseToTips(qdd, plan, tau);
}

function baseToTips(plan: AbaPlan, q: Float64Array, v: Float64Array): void {
  const { n, kind, first, qStart, vStart, constants, records, parents } = plan;
  for (let i = 0; i < n; i++) {
    const b = records[i];
    const p = parents[i];
    const k = constants[i];
    switch (kind[i]) {
      case ABOUT_COORDINATE_AXIS:
        coordinate.outward(b, p, k, first[i], q[qStart[i]], v[vStart[i]]);
        break;
      case ABOUT_ANY_AXIS:
        revolute.outward(b, p, k, q[qStart[i]], v[vStart[i]]);
        break;
      case SPHERICAL:
        spherical.outward(b, p, k, q, qStart[i], v, vStart[i]);
        break;
      case FREE:
        free.outward(b, q, qStart[i], v, vStart[i]);
        break;
    }
    startRigidBody(b, k);
  }
}

function tipsToBase(plan: AbaPlan, tau: Float64Array): void {
  const { n, parent, kind, first, vStart, constants, records, parents } = plan;
  for (let i = n - 1; i >= 0; i--) {
    const b = records[i];
    const p = parents[i];
    const k = constants[i];
    switch (kind[i]) {
      case ABOUT_COORDINATE_AXIS:
        coordinate.inward(b, p, k, first[i], tau[vStart[i]], parent[i] < 0);
        break;
      case ABOUT_ANY_AXIS:
        revolute.inward(b, p, k, tau[vStart[i]], parent[i] < 0);
        break;
      case SPHERICAL:
        spherical.inward(b, p, k, tau, vStart[i], parent[i] < 0);
        break;
      case FREE:
        break;
    }
  }
}

function accelerationsBaseToTips(qdd: Float64Array, plan: AbaPlan, tau: Float64Array): void {
  const { n, kind, first, vStart, constants, records, parents } = plan;
  for (let i = 0; i < n; i++) {
    const b = records[i];
    const p = parents[i];
    const k = constants[i];
    switch (kind[i]) {
      case ABOUT_COORDINATE_AXIS:
        qdd[vStart[i]] = coordinate.accelerate(b, p, k, first[i]);
        break;
      case ABOUT_ANY_AXIS:
        qdd[vStart[i]] = revolute.accelerate(b, p, k);
        break;
      case SPHERICAL:
        spherical.accelerate(qdd, vStart[i], b, p, k);
        break;
      case FREE:
        free.accelerate(qdd, vStart[i], b, p, k, tau);
        break;
    }
  }
}
