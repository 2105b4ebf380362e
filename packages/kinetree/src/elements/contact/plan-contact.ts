import type { Num } from "../../graph/graph.js";
import { lt, max, neg, select } from "../../graph/num.js";
import { lawDefinition } from "../../model/contact-laws.js";
import type { Contact, Real } from "../../model/types.js";
import { add3, cross3, dot3, neg3, scale3, type Vec3 } from "../../spatial/vec3.js";
import { startsOf } from "../part-starts.js";
import { planScale } from "../scale.js";
import type { TracedSurface } from "../terrain/surface.js";
import type { FrameMotion } from "../two-frame-load.js";
import { planRoom, type RoomPlan } from "./room.js";
import { planFrictionLaw } from "./friction-law.js";
import { planNormalLaw, type StateRates } from "./normal-law.js";

/** The force of a contact at one state; all vectors in world components. */
export interface ContactForce extends StateRates {
  /** On the body. */
  readonly force: Vec3;
  /** About the centre of the sphere. */
  readonly torque: Vec3;
  /** The part of the force across the surface. */
  readonly normal: Num;
  /** 0 apart. */
  readonly depth: Num;
  /** Distance to the surface, negative while touching. */
  readonly clearance: Num;
  /** 1 while touching, else 0. */
  readonly touching: Num;
}

/** A contact as structure and numbers: those of one structure share a kernel. */
export interface ContactPlan extends RoomPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** `centre` is the motion of the frame at the sphere's centre; `numbers` begin with those of the plan. */
  readonly at: (centre: FrameMotion, states: readonly Num[], numbers: readonly Num[]) => ContactForce;
}

/** What a contact remembers: the creep of a standard linear solid, then the bristles along the surface's two tangents. */
export const contactStateNames = ({ name, normal, friction }: Contact): readonly string[] =>
  [normal, friction].flatMap((law) => {
    const { states } = lawDefinition(law);
    return Array.from({ length: states }, (_, k) => `${name}, ${law.kind}${states > 1 ? ` ${k + 1}` : ""}`);
  });

export function planContact(contact: Contact, surface: TracedSurface, num: (real: Real) => Num): ContactPlan {
  const normal = planNormalLaw(contact.normal, num);
  const friction = planFrictionLaw(contact.friction, num);
  const scale = planScale(contact.scale, num);
  const remembered = lawDefinition(contact.normal).states;
  const parts = [[num(contact.radius)], scale.numbers, surface.numbers, normal.numbers, friction.numbers];
  const [, scaleAt, surfaceAt, normalAt, frictionAt] = startsOf(parts);
  return {
    key: `${surface.key} ${normal.key} ${friction.key} ${scale.key}`,
    numbers: parts.flat(),
    ...planRoom(surface, (n) => n[0], surfaceAt),
    at: ({ p, omega, v }, states, n) => {
      const radius = n[0];
      const touch = surface.touch(p, radius, n.slice(surfaceAt));
      const isTouching = lt(0, touch.depth);
      // The material point of the body that is deepest, by the centre's velocity and the turning of the sphere.
      const arm = neg3(scale3(radius, touch.normal));
      const velocity = add3(v, cross3(omega, arm));
      const [t1, t2] = touch.tangents;
      const across = normal.at(
        touch.depth,
        neg(dot3(velocity, touch.normal)),
        states.slice(0, remembered),
        n.slice(normalAt),
      );
      const along = friction.at(
        isTouching,
        across.force,
        [dot3(velocity, t1), dot3(velocity, t2)],
        states.slice(remembered),
        n.slice(frictionAt),
      );
      const tangential = add3(scale3(along.force[0], t1), scale3(along.force[1], t2));
      const times = (value: Num): Num => scale.times(value, n.slice(scaleAt));
      const whole = add3(scale3(across.force, touch.normal), tangential);
      const force: Vec3 = [times(whole[0]), times(whole[1]), times(whole[2])];
      return {
        force,
        torque: cross3(arm, force),
        normal: times(across.force),
        depth: max(0, touch.depth),
        clearance: neg(touch.depth),
        touching: select(isTouching, 1, 0),
        rates: [...across.rates, ...along.rates],
        released: [...across.released, ...along.released],
      };
    },
  };
}
