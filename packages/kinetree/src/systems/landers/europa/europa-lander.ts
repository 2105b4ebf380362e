import { mechanism, type AnyMechanism } from "../../../model/builder/mechanism.js";
import { param, realMul, realNeg, realSub } from "../../../model/real-arithmetic.js";
import { cylinder } from "../../../model/bodies/shapes.js";
import { GROUND, type FrictionLaw, type Model, type NormalLaw, type Vec3R } from "../../../model/types.js";
import { addLeg, inertiaOfLegs, onCircle, springRest } from "./leg.js";
import { readEuropaLanderOptions, type EuropaLanderOptions } from "./options.js";
import { europaLanderParameters } from "./parameters.js";
import { LEGS, RIM_POINTS } from "./start.js";

const normal: NormalLaw = {
  kind: "standard-linear-solid",
  elastic: param("ke"),
  viscoelastic: param("kv"),
  damping: param("cv"),
};

const friction = ({ stribeckExponent }: EuropaLanderOptions): FrictionLaw => ({
  kind: "lugre",
  sigma0: param("sigma0"),
  sigma1: param("sigma1"),
  sigma2: param("sigma2"),
  static: param("muS"),
  kinetic: param("muK"),
  stribeckSpeed: param("vs"),
  exponent: stribeckExponent === "one" ? 1 : param("alpha"),
});

/**
 * The lander of Wachlin 2018, chapter 6, with its ground: a main body on six legs of two links. Bodies "base" (frame at its mass
 * centre, z up), "upper0", "lower0", …; joints "root", "hip0", "knee0", …, whose positive angles swing the foot inwards; contacts
 * "foot0" to "foot5", "belly0" (in the middle) to "belly4"; the terrain "ground" is the plane z = 0. Every number is a parameter.
 */
export function europaLander(options: Partial<EuropaLanderOptions> = {}): Model {
  const given = readEuropaLanderOptions(options);
  const { variant, legs } = given;
  const belly = realNeg(param("massCentreHeight"));
  const touching = { terrain: "ground", normal, friction: friction(given) } as const;
  const onBelly = { ...touching, body: "base", scale: param("bellyFactor") };
  const named: AnyMechanism = mechanism(
    `europa lander, ${variant}, ${legs === "impedance" ? "impedance-controlled" : "passive"} legs`,
  );
  const finished = europaLanderParameters(given)
    .reduce((soFar, { name, value, ...rest }) => soFar.parameter(name, value, rest), named)
    .gravity(0, 0, realNeg(param("gravity")))
    .body("base", {
      mass: realSub(param("mass"), realMul(2 * LEGS, param("linkMass"))),
      inertia: [...mainInertia(given), param("Ixy"), param("Ixz"), param("Iyz")],
      // Drawn one by one as the table says, the moments of one lander in nine break the triangle inequality.
      unphysical: true,
      shapes: [cylinder(param("hipRadius"), realMul(2, param("massCentreHeight")))],
    })
    .free("root", { parent: GROUND, child: "base" })
    .repeat(LEGS, (soFar, k) => addLeg(soFar, given, k))
    .plane("ground")
    .repeat(LEGS, (soFar, k) => soFar.contact(`foot${k}`, { ...touching, body: `lower${k}`, at: `lower${k}/tip` }))
    .contact("belly0", { ...onBelly, at: [0, 0, belly] })
    .repeat(RIM_POINTS, (soFar, k) =>
      soFar.contact(`belly${k + 1}`, { ...onBelly, at: onCircle(param("bellyRadius"), belly, k, RIM_POINTS) }),
    );
  return (legs === "impedance" ? addImpedanceControl(finished, given) : finished).build();
}

/** Moments xx, yy, zz of the main body. */
function mainInertia({ inertiaOf }: EuropaLanderOptions): Vec3R {
  const table = [param("Ixx"), param("Iyy"), param("Izz")] as const;
  if (inertiaOf === "main-body") return table;
  const legs = inertiaOfLegs();
  return [realSub(table[0], legs[0]), realSub(table[1], legs[1]), realSub(table[2], legs[2])];
}

/**
 * Adds springs and dampers that a controller exchanges leg by leg: at the command 0 they are the nominal ones, at 1 the soft
 * ones. The controller "impedance" looks at the feet; actuators "hip0", "knee0", ….
 */
function addImpedanceControl(lander: AnyMechanism, given: EuropaLanderOptions): AnyMechanism {
  const legs = Array.from({ length: LEGS }, (_, k) => k);
  const hinges = legs.flatMap((k) => (["hip", "knee"] as const).map((joint) => ({ k, joint, name: `${joint}${k}` })));
  const driven = hinges.reduce((soFar, { joint, name }) => {
    const capital = joint === "hip" ? "Hip" : "Knee";
    const damping = param(`${joint}Damping`);
    return soFar.actuator(name, {
      joint: name,
      stiffness: [param(`${joint}Stiffness`), param(`soft${capital}Stiffness`)],
      damping: [damping, given.softens === "stiffness" ? damping : param(`soft${capital}Damping`)],
      rest: springRest(given, joint),
    });
  }, lander);
  const touching = (k: number): string => `contact.foot${k}.touching`;
  const allTouch = legs.map(touching).join("*");
  const touchesAmongSome = (k: number): string => `min(${touching(k)}, 1 - ${allTouch})`;
  const isLatched = given.impedance === "latched";
  return driven.controller("impedance", {
    period: given.controlPeriod,
    actuators: hinges.map(({ name }) => name),
    law: {
      memory: isLatched
        ? legs.map((k) => ({ name: `soft${k}`, start: 0, next: `max(soft${k}, ${touchesAmongSome(k)})` }))
        : [],
      commands: hinges.map(({ k }) => (isLatched ? `soft${k}` : touchesAmongSome(k))),
    },
  });
}
