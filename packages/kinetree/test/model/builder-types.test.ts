import { describe, expect, expectTypeOf, test } from "vitest";
import { mechanism, type AnyMechanism, type Mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Model } from "../../src/model/types.js";
import { panelData } from "./flexible-data.js";

/* The type check is the test: each refused line below carries an error that the compiler must report. */

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const two = mechanism("m")
  .body("upper", { ...link, frames: { tip: [0, 0, -1] } })
  .body("lower", link);
const axis = [0, 1, 0] as const;
const rod = {
  length: 1,
  section: { kind: "circle", radius: 0.01 },
  material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
} as const;
const panel = { mass: 1, inertia: [1, 1, 1], data: panelData } as const;

describe("the names so far are part of the type", () => {
  test("bodies, frames, joints and actuators are collected", () => {
    const built = two
      .revolute("elbow", { parent: "upper", child: "lower", axis })
      .actuator("motor", { joint: "elbow" });
    expectTypeOf(built).toEqualTypeOf<Mechanism<"ground" | "upper" | "lower", "upper/tip", "elbow", "motor">>();
    expectTypeOf(built.build()).toEqualTypeOf<Model>();
  });
  test("stations of flexible bodies are collected", () => {
    const flexible = mechanism("m").beam("boom", { ...rod, frames: { lug: [0, 0, 0] } });
    expectTypeOf(flexible).toEqualTypeOf<Mechanism<"ground" | "boom" | "boom_tip", "boom/lug", "boom">>();
    expectTypeOf(mechanism("m").beam("boom", { ...rod, tip: "hook" })).toEqualTypeOf<
      Mechanism<"ground" | "boom" | "hook", never, "boom">
    >();
    expectTypeOf(flexible.station("mid", { on: "boom", at: 0.5 })).toEqualTypeOf<
      Mechanism<"ground" | "boom" | "boom_tip" | "mid", "boom/lug", "boom" | "mid">
    >();
    expectTypeOf(mechanism("m").modalBody("panel", { ...panel, first: "end" })).toEqualTypeOf<
      Mechanism<"ground" | "panel" | "panel_end", never, "panel">
    >();
    // Without a name in the program, any node may be it.
    expectTypeOf(mechanism("m").modalBody("panel", panel)).toEqualTypeOf<
      Mechanism<"ground" | "panel" | `panel_${string}`, never, "panel">
    >();
  });
  test("names from a loop are strings", () =>
    expectTypeOf(two.repeat(2, (soFar) => soFar)).toEqualTypeOf<AnyMechanism>());
});

describe("what is wrong does not compile", () => {
  // Never called: only its types matter.
  const refused = (): void => {
    // @ts-expect-error: no such body
    two.revolute("j", { parent: "grond", child: "upper", axis });
    // @ts-expect-error: no such frame
    two.revolute("j", { parent: "upper", child: "lower", axis, at: "upper/tpi" });
    // @ts-expect-error: a hinge needs an axis
    two.revolute("j", { parent: "ground", child: "upper" });
    // @ts-expect-error: an axis has three components
    two.revolute("j", { parent: "ground", child: "upper", axis: [0, 1] });
    // @ts-expect-error: a misspelt property
    two.revolute("j", { parent: "ground", child: "upper", axis, dampnig: 1 });
    // @ts-expect-error: a continuous joint has no limits
    two.continuous("j", { parent: "ground", child: "upper", axis, lower: 0 });
    // @ts-expect-error: a spherical joint has no stiffness
    two.spherical("j", { parent: "ground", child: "upper", stiffness: 1 });
    // @ts-expect-error: a screw needs its pitch
    two.screw("j", { parent: "ground", child: "upper", axis });
    // @ts-expect-error: roles are "auto", "tree" and "loop"
    two.weld("j", { parent: "ground", child: "upper", role: "trunk" });
    // @ts-expect-error: a body needs an inertia, or says that it is massless
    two.body("b", { mass: 1 });
    // @ts-expect-error: a massless body has no mass
    two.body("b", { massless: true, mass: 1 });
    // @ts-expect-error: four components are no inertia
    two.body("b", { mass: 1, inertia: [1, 1, 1, 0] });
    // @ts-expect-error: a spring needs its free length
    two.pointSpring("s", { a: "ground", b: "upper", stiffness: 1 });
    // @ts-expect-error: no such body to attach to
    two.pointSpring("s", { a: "ground", b: "uper", stiffness: 1, freeLength: 0 });
    // @ts-expect-error: no such joint
    two.actuator("a", { joint: "elbow" });
    // @ts-expect-error: no such body for a thruster
    two.actuator("a", { at: "uper", axis });
    // @ts-expect-error: a thruster needs its axis
    two.actuator("a", { at: "upper" });
    // @ts-expect-error: along a joint or on a body, not both
    two.revolute("j", { parent: "upper", child: "lower", axis }).actuator("a", { joint: "j", at: "upper", axis });
    // @ts-expect-error: no such actuator
    two.controller("c", { period: 1, actuators: ["a"] });
    // @ts-expect-error: a wrench says whose axes it is along
    two.wrench("w", { at: "upper", force: [1, 0, 0] });
    // @ts-expect-error: a beam needs its section
    two.beam("b", { length: 1, material: rod.material });
    // @ts-expect-error: the length of a beam is a plain number
    two.beam("b", { ...rod, length: param("l") });
    // @ts-expect-error: no such direction of modes
    two.beam("b", { ...rod, modes: { x: 1 } });
    // @ts-expect-error: no such body
    two.station("s", { on: "uper", at: 1 });
    // @ts-expect-error: a station is somewhere
    two.station("s", { on: "upper" });
    // @ts-expect-error: by a place or by a node, not both
    two.station("s", { on: "upper", at: 1, node: "end" });
    // @ts-expect-error: the station has another name
    two.beam("b", { ...rod, tip: "hook" }).weld("j", { parent: "b_tip", child: "upper" });
    // @ts-expect-error: a model cannot be changed
    two.build().name = "other";
  };
  test("all of them are refused by the type check", () => expect(refused).toBeTypeOf("function"));
});
