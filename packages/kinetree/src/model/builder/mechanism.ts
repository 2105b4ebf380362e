import { InvalidModelError } from "../../errors/invalid-model-error.js";
import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { acceptModel, type BuildOptions } from "./build-model.js";
import { modelDefaults } from "../defaults.js";
import type { ConstantVelocityOptions } from "../joints/constant-velocity.js";
import type { ContinuousOptions } from "../joints/continuous.js";
import type { CylindricalOptions } from "../joints/cylindrical.js";
import type { FreeOptions } from "../joints/free.js";
import type { GeneralOptions } from "../joints/general.js";
import type { PlanarOptions } from "../joints/planar.js";
import type { PrismaticOptions } from "../joints/prismatic.js";
import type { RevoluteOptions } from "../joints/revolute.js";
import type { ScrewOptions } from "../joints/screw.js";
import type { SphericalOptions } from "../joints/spherical.js";
import type { UniversalOptions } from "../joints/universal.js";
import type { Real } from "../real.js";
import type { JointKind, LoadKind, Model, Parameter } from "../types.js";
import { vec3 } from "../vector.js";
import { thingAt } from "../part.js";
import { bodyOptionNames, makeBody, type BodyOptions } from "./body.js";
import * as constraint from "./constraint.js";
import * as contact from "./contact.js";
import { makeTyre, type TyreOptions } from "./tyre.js";
import { describeDraft, type Draft, type Piece } from "./draft.js";
import * as flexible from "./flexible.js";
import { makeJoint, readJointOptions, type JointPlace } from "./joint.js";
import * as load from "./load.js";
import * as shaft from "./shaft.js";
import { jointOptionNames, optionNames } from "./option-names.js";
import { checkOptions, type OptionNames } from "./options.js";

/** A mechanism whose names the compiler does not know, because a loop or a file makes them. */
export type AnyMechanism = Mechanism<string, string, string, string>;

/**
 * Describes a mechanism step by step. Every method returns a new builder and leaves the old one as it was, so a half-built
 * mechanism can be finished in two ways. The names so far are part of the type: a joint to a body that does not exist (yet)
 * does not compile. B: bodies; F: their frames as "body/frame"; J: joints; A: actuators.
 */
export class Mechanism<
  B extends string = "ground",
  F extends string = never,
  J extends string = never,
  A extends string = never,
> {
  readonly #draft: Draft;

  /** Use `mechanism(name)`. */
  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Acceleration of free fall in the world frame [m/s²]; 9.81 down the z axis unless said. */
  gravity(x: Real, y: Real, z: Real): Mechanism<B, F, J, A> {
    return new Mechanism({ ...this.#draft, gravity: vec3(x, y, z) });
  }

  /** A number with a name, used elsewhere as `param(name)`. */
  parameter(
    name: string,
    value: number,
    options: Partial<Omit<Parameter, "name" | "value">> = {},
  ): Mechanism<B, F, J, A> {
    this.#check(`parameter "${name}"`, options, optionNames.parameter);
    return this.#with({ into: "parameters", item: { ...modelDefaults.parameter, ...options, name, value } });
  }

  /** A rigid body: mass, inertia about its mass centre, frames and shapes. */
  body<const N extends string, const Frame extends string = never>(
    name: N,
    options: BodyOptions<Frame>,
  ): Mechanism<B | N, F | `${N}/${Frame}`, J, A> {
    this.#check(`body "${name}"`, options, bodyOptionNames(options));
    return this.#with({ into: "bodies", item: makeBody(name, options) });
  }

  /**
   * A straight slender beam along x of its body frame, clamped there, with a station at its free end: a body without mass that
   * others hold on to, `<name>_tip` unless said. The joint to the station has the name of the beam, and the modal amplitudes as
   * its coordinates. With `pieces` it is cut into as many beams, welded end to start.
   */
  beam<
    const N extends string,
    const Frame extends string = never,
    const Tip extends string = `${N}_tip`,
    const Pieces extends number = 1,
  >(
    name: N,
    options: flexible.BeamOptions<Frame, Tip, Pieces>,
  ): Mechanism<
    B | N | Tip | ([Pieces] extends [1] ? never : `${N}_${number}` | `${N}_cut_${number}`),
    F | `${N}/${Frame}`,
    J | N | ([Pieces] extends [1] ? never : `${N}_${number}`),
    A
  > {
    this.#check(`body "${name}"`, options, optionNames.beam);
    return this.#flexible(flexible.makeBeam(name, options));
  }

  /**
   * A body with modes from elsewhere and a station at one of its nodes, `<name>_<node>`. The joint to the station has the name of
   * the body, and the modal amplitudes as its coordinates.
   */
  modalBody<const N extends string, const Frame extends string = never, const Node extends string = string>(
    name: N,
    options: flexible.ModalBodyOptions<Frame, Node>,
  ): Mechanism<B | N | `${N}_${Node}`, F | `${N}/${Frame}`, J | N, A> {
    this.#check(`body "${name}"`, options, optionNames.modalBody);
    return this.#flexible(flexible.makeModalBody(name, options));
  }

  /** A body without mass that moves with a place of a flexible body, for others to hold on to. Its joint has its name. */
  station<const N extends string, const Frame extends string = never>(
    name: N,
    options: flexible.StationOptions<B, Frame>,
  ): Mechanism<B | N, F | `${N}/${Frame}`, J | N, A> {
    this.#check(`station "${name}"`, options, flexible.stationOptionNames(options));
    return this.#flexible(flexible.makeStation(name, options));
  }

  /** Holds the child on the parent. */
  weld<const N extends string>(name: N, options: JointPlace<B, F>): Mechanism<B, F, J | N, A> {
    return this.#joint("weld", name, options);
  }

  /** Turns about one axis, within limits if there are any. */
  revolute<const N extends string>(name: N, options: JointPlace<B, F> & RevoluteOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("revolute", name, options);
  }

  /** Turns about one axis for ever. */
  continuous<const N extends string>(
    name: N,
    options: JointPlace<B, F> & ContinuousOptions,
  ): Mechanism<B, F, J | N, A> {
    return this.#joint("continuous", name, options);
  }

  /** Slides along one axis. */
  prismatic<const N extends string>(name: N, options: JointPlace<B, F> & PrismaticOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("prismatic", name, options);
  }

  /** Turns and advances along one axis; the coordinate is the angle. */
  screw<const N extends string>(name: N, options: JointPlace<B, F> & ScrewOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("screw", name, options);
  }

  /** Turns about and slides along one axis. */
  cylindrical<const N extends string>(
    name: N,
    options: JointPlace<B, F> & CylindricalOptions,
  ): Mechanism<B, F, J | N, A> {
    return this.#joint("cylindrical", name, options);
  }

  /** Two axes, the second carried by the first. */
  universal<const N extends string>(name: N, options: JointPlace<B, F> & UniversalOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("universal", name, options);
  }

  /** Bends about two axes across a shaft; both shafts turn at the same speed at every bend. */
  constantVelocity<const N extends string>(
    name: N,
    options: JointPlace<B, F> & ConstantVelocityOptions,
  ): Mechanism<B, F, J | N, A> {
    return this.#joint("constant-velocity", name, options);
  }

  /** Moves and turns within a plane. */
  planar<const N extends string>(name: N, options: JointPlace<B, F> & PlanarOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("planar", name, options);
  }

  /** Turns in all directions. */
  spherical<const N extends string>(name: N, options: JointPlace<B, F> & SphericalOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("spherical", name, options);
  }

  /** Moves in all directions. */
  free<const N extends string>(name: N, options: JointPlace<B, F> & FreeOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("free", name, options);
  }

  /** Any 1 to 6 axes in order. */
  general<const N extends string>(name: N, options: JointPlace<B, F> & GeneralOptions): Mechanism<B, F, J | N, A> {
    return this.#joint("general", name, options);
  }

  /** Spring and damper along the line between two points. */
  pointSpring(name: string, options: load.PointSpringOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("point-spring", name, options);
  }

  /** Spring and damper about the z axis of frame a. */
  torsionSpring(name: string, options: load.TorsionSpringOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("torsion-spring", name, options);
  }

  /** Six springs and dampers between two frames. */
  bushing(name: string, options: load.BushingOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("bushing", name, options);
  }

  /** Torque and force on a body as functions of time. */
  wrench(name: string, options: load.WrenchOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("wrench", name, options);
  }

  /** Force along one speed of a joint as a function of time. */
  jointForce(name: string, options: load.JointForceOptions<J>): Mechanism<B, F, J, A> {
    return this.#load("joint-force", name, options);
  }

  /** Spring and damper between two coordinates: an anti-roll bar without bodies. */
  coordinateSpring(name: string, options: load.CoordinateSpringOptions<J>): Mechanism<B, F, J, A> {
    return this.#load("coordinate-spring", name, options);
  }

  /** Tension along the line between two points, over length and rate of length. */
  mappedDamper(name: string, options: load.MappedDamperOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("mapped-damper", name, options);
  }

  /** Drag, lift and side force of the air at a place of a body. */
  aerodynamic(name: string, options: load.AerodynamicOptions<B, F>): Mechanism<B, F, J, A> {
    return this.#load("aerodynamic", name, options);
  }

  /** Force as a controller commands it: along one speed of a joint (`joint`), or on a body (`at` and `axis`). */
  actuator<const N extends string>(name: N, options: load.ActuatorOptions<B, F, J>): Mechanism<B, F, J, A | N> {
    this.#check(`actuator "${name}"`, options, load.actuatorOptionNames(options));
    return this.#with({ into: "actuators", make: (resolve) => load.makeActuator(name, options, resolve) });
  }

  /** The unit in which the clock of the controllers counts [s]; unless said, it follows from their periods. */
  tick(seconds: number): Mechanism<B, F, J, A> {
    return new Mechanism({ ...this.#draft, tick: seconds });
  }

  /** Samples at a fixed period or rate and commands actuators, by its law or by what is given to the run. */
  controller(name: string, options: load.ControllerOptions<A>): Mechanism<B, F, J, A> {
    this.#check(`controller "${name}"`, options, load.controllerOptionNames(options));
    return this.#with({ into: "controllers", item: load.makeController(name, options) });
  }

  /**
   * Makes one coordinate follow another: driven = Σ polynomial[k] · driving^k; `[0, 2]` doubles. Without `driving`, holds
   * the driven one at polynomial[0].
   */
  coupler(name: string, options: constraint.CouplerOptions<J>): Mechanism<B, F, J, A> {
    this.#check(`coupler "${name}"`, options, optionNames.coupler);
    return this.#with({ into: "constraints", make: () => constraint.makeCoupler(name, options) });
  }

  /** Two wheels that mesh: driven = offset + ratio · driving. */
  gear(name: string, options: constraint.GearOptions<J>): Mechanism<B, F, J, A> {
    this.#check(`gear "${name}"`, options, optionNames.gear);
    return this.#with({ into: "constraints", make: () => constraint.makeGear(name, options) });
  }

  /** A toothed bar on a wheel: rack = offset + radius · pinion. */
  rackAndPinion(name: string, options: constraint.RackAndPinionOptions<J>): Mechanism<B, F, J, A> {
    this.#check(`rack-and-pinion "${name}"`, options, optionNames.rackAndPinion);
    return this.#with({ into: "constraints", make: () => constraint.makeRackAndPinion(name, options) });
  }

  /** Makes a coordinate a function of time, whatever force it takes. */
  prescribe(name: string, options: constraint.PrescribeOptions<J>): Mechanism<B, F, J, A> {
    this.#check(`motion "${name}"`, options, optionNames.prescribe);
    return this.#with({ into: "constraints", make: () => constraint.makeMotion(name, options) });
  }

  /** A rod without mass: keeps two points apart by its length. */
  distance(name: string, options: constraint.DistanceOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`distance "${name}"`, options, optionNames.distance);
    return this.#with({ into: "constraints", make: (resolve) => constraint.makeDistance(name, options, resolve) });
  }

  /** Keeps the origin of frame b on the line through the origin of frame a along `axis`. */
  pointOnLine(name: string, options: constraint.PointOnLineOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`point-on-line "${name}"`, options, optionNames.pointOnLine);
    return this.#with({ into: "constraints", make: (resolve) => constraint.makePointOnLine(name, options, resolve) });
  }

  /** Keeps the origin of frame b in the plane through the origin of frame a across `normal`. */
  pointOnPlane(name: string, options: constraint.PointOnPlaneOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`point-on-plane "${name}"`, options, optionNames.pointOnPlane);
    return this.#with({ into: "constraints", make: (resolve) => constraint.makePointOnPlane(name, options, resolve) });
  }

  /** A flat ground without end: solid below the xy plane of `at`. */
  plane(name: string, options: contact.TerrainPlace = {}): Mechanism<B, F, J, A> {
    this.#check(`terrain "${name}"`, options, optionNames.plane);
    return this.#with({ into: "terrains", item: contact.makePlane(name, options) });
  }

  /** A ground of heights over a regular grid. */
  heightMap(name: string, options: contact.HeightMapOptions): Mechanism<B, F, J, A> {
    this.#check(`terrain "${name}"`, options, optionNames.heightMap);
    return this.#with({ into: "terrains", item: contact.makeHeightMap(name, options) });
  }

  /** A ground whose heights and friction come with the run: `simulate(model, tEnd, { grounds: { [name]: ... } })`. */
  ground(name: string, options: contact.GroundOptions = {}): Mechanism<B, F, J, A> {
    this.#check(`terrain "${name}"`, options, optionNames.ground);
    return this.#with({ into: "terrains", item: contact.makeGroundTerrain(name, options) });
  }

  /** A ground of triangles. */
  terrainMesh(name: string, options: contact.TerrainMeshOptions): Mechanism<B, F, J, A> {
    this.#check(`terrain "${name}"`, options, optionNames.terrainMesh);
    return this.#with({ into: "terrains", item: contact.makeTerrainMesh(name, options) });
  }

  /** Lets a point or a sphere of a body touch a terrain. */
  contact(name: string, options: contact.ContactOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`contact "${name}"`, options, optionNames.contact);
    return this.#with({ into: "contacts", make: (resolve) => contact.makeContact(name, options, resolve) });
  }

  /** Puts a tyre on a wheel, which rolls on a terrain. */
  tyre(name: string, options: TyreOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`tyre "${name}"`, options, optionNames.tyre);
    return this.#with({ into: "tyres", make: (resolve) => makeTyre(name, options, resolve) });
  }

  /** A rotor with a speed of its own, beside the bodies: see `shaftElement`. */
  shaft(name: string, options: shaft.ShaftOptions<B, F>): Mechanism<B, F, J, A> {
    this.#check(`shaft "${name}"`, options, shaft.shaftOptionNames);
    return this.#with({ into: "shafts", make: (resolve) => shaft.makeShaft(name, options, resolve) });
  }

  /**
   * What acts between shafts and joints: a spring, gear, differential, clutch, brake, motor, engine, converter or gearbox. Shafts are
   * named, joints given as `{ joint }`; actuators command it by its name.
   */
  shaftElement(name: string, options: shaft.ShaftElementOptions<J>): Mechanism<B, F, J, A> {
    this.#check(`shaft element "${name}"`, options, shaft.shaftElementOptionNames(options));
    return this.#with({ into: "shaftElements", make: (resolve) => shaft.makeShaftElement(name, options, resolve) });
  }

  /** Adds `count` times what `step` adds; names made in it are checked when building, not by the compiler. */
  repeat(count: number, step: (mechanism: AnyMechanism, index: number) => AnyMechanism): AnyMechanism {
    let built: AnyMechanism = this.#with(null);
    for (let i = 0; i < count; i++) built = step(built, i);
    return built;
  }

  /** Checks everything and returns the frozen model; throws one error that lists all mistakes. */
  build(options: BuildOptions = {}): Model {
    const found: ErrorFacts[] = [];
    return acceptModel(
      describeDraft(this.#draft, (mistake) => found.push(mistake)),
      found,
      options,
    );
  }

  /** Refuses at once, in the line at fault, what the types would have refused. */
  #check(subject: string, options: unknown, names: OptionNames): void {
    const found = checkOptions(thingAt([], subject), options, names);
    if (found.length > 0) throw new InvalidModelError(this.#draft.name, found);
  }

  #joint<N extends string>(kind: JointKind, name: N, options: JointPlace<string, string>): Mechanism<B, F, J | N, A> {
    this.#check(`joint "${name}"`, options, jointOptionNames[kind]);
    const parts = readJointOptions(kind, { ...options });
    return this.#with({ into: "joints", make: (resolve) => makeJoint(name, options, parts, resolve) });
  }

  #load(kind: LoadKind, name: string, options: object): Mechanism<B, F, J, A> {
    this.#check(`${kind} "${name}"`, options, load.loadOptionNames(kind));
    return this.#with({ into: "loads", make: (resolve) => load.makeLoad(kind, name, options, resolve) });
  }

  #flexible<B2 extends string, F2 extends string, J2 extends string>({
    bodies,
    joints,
  }: flexible.FlexiblePieces): Mechanism<B2, F2, J2, A> {
    const all = bodies.reduce<AnyMechanism>((soFar, item) => soFar.#with({ into: "bodies", item }), this.#with(null));
    return joints.reduce<AnyMechanism>((soFar, make) => soFar.#with({ into: "joints", make }), all).#with(null);
  }

  /** A longer draft; the caller's return type says which names that added. */
  #with<B2 extends string, F2 extends string, J2 extends string, A2 extends string>(
    piece: Piece | null,
  ): Mechanism<B2, F2, J2, A2> {
    return new Mechanism(piece === null ? this.#draft : { ...this.#draft, last: { piece, before: this.#draft.last } });
  }
}

/** Starts the description of a mechanism. */
export const mechanism = (name: string): Mechanism =>
  new Mechanism({ name, gravity: modelDefaults.gravity, last: null });
