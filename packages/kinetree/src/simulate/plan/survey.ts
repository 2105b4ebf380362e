import { ROOM_SIZE } from "../../elements/contact/room.js";
import { STANCE_SHAPE, STANCE_SIZE, type WheelStance } from "../../elements/tyre/stance.js";
import { traceBorders } from "../../formulation/loads/borders.js";
import { contactBorders, movingRooms, traceRooms } from "../../formulation/loads/contacts.js";
import { traceWheelRooms, tyreBorders, wheelRooms } from "../../formulation/loads/tyres.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import type { ControlFields } from "../../integrate/control.js";
import type { Rec } from "../../kernel/record.js";
import { traceBorder, traceStances } from "./border.js";
import { STEPPED_OVER_SIZE, traceGround, traceSteppedOver, type GroundRecords } from "./ground.js";

/** Entry that surveys the ground, for the control of steps, and the one that judges a step by it. */
export const [SURVEY_GROUND, JUDGE_GROUND] = ["survey ground", "judge ground"];

/** Where contacts and wheels are between steps, so that none jumps over the ground, or so that those of fixed steps that may have are known. */
export function traceSurvey(tree: TreeProgram, control: Rec<ControlFields>, fixed: boolean): GroundRecords | null {
  const { program } = tree;
  const { contacts, tyres, terrains } = tree.skeleton.model;
  if (contacts.length + tyres.length === 0) return null;
  if (fixed && tyres.length === 0 && terrains.every(({ kind }) => kind === "plane")) return null;
  tree.begin(SURVEY_GROUND);
  const borders = [...contactBorders(tree), ...tyreBorders(tree)];
  const [spheres, wheels] = [movingRooms(tree), wheelRooms(tree)];
  const rooms = [...spheres, ...wheels];
  const moving = fixed && rooms.every(({ isPlane }) => isPlane) ? [] : rooms;
  if (moving.length + borders.length + wheels.length === 0) return null;
  const inRooms = ROOM_SIZE * moving.length;
  const inBorders = inRooms + borders.length;
  const size = { x: inBorders + STANCE_SIZE * tyres.length };
  const steppedOver = fixed ? program.state({ x: STEPPED_OVER_SIZE * contacts.length }) : null;
  const ground = { accepted: program.state(size), candidate: program.state(size), steppedOver };
  const inside = program.slice(ground.candidate, inRooms, { inside: borders.length });
  const stances = tyres.map((_, i) =>
    program.slice<WheelStance>(ground.candidate, inBorders + STANCE_SIZE * i, STANCE_SHAPE),
  );
  if (moving.length > 0) traceRooms(tree, ground.candidate);
  const ofWheels = { x: ROOM_SIZE * wheels.length };
  const wheelsIn = moving.length > 0 ? program.slice(ground.candidate, ROOM_SIZE * spheres.length, ofWheels) : null;
  traceWheelRooms(tree, wheelsIn, stances);
  traceBorders(tree, borders, inside);
  if (steppedOver) traceSteppedOver(program, control, ground, steppedOver, moving);
  else
    traceGround(
      program,
      control,
      ground,
      moving.map(({ isPlane }) => isPlane),
    );
  if (borders.length > 0) traceBorder(program, control, inside);
  traceStances(program, control, stances);
  return ground;
}
