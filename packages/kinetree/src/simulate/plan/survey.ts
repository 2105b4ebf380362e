import { ROOM_SIZE } from "../../elements/contact/room.js";
import { traceBorders } from "../../formulation/loads/borders.js";
import { contactBorders, movingRooms, traceRooms } from "../../formulation/loads/contacts.js";
import { tyreBorders } from "../../formulation/loads/tyres.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import type { ControlFields } from "../../integrate/control.js";
import type { Rec } from "../../kernel/record.js";
import { traceBorder } from "./border.js";
import { STEPPED_OVER_SIZE, traceGround, traceSteppedOver, type GroundRecords } from "./ground.js";

/** Entry that surveys the ground, for the control of steps, and the one that judges a step by it. */
export const [SURVEY_GROUND, JUDGE_GROUND] = ["survey ground", "judge ground"];

/** Where the contacts are between steps, so that none jumps over the ground, or so that those of fixed steps that may have are known. */
export function traceSurvey(tree: TreeProgram, control: Rec<ControlFields>, fixed: boolean): GroundRecords | null {
  const { program } = tree;
  const { contacts, tyres, terrains } = tree.skeleton.model;
  if (contacts.length + tyres.length === 0) return null;
  if (fixed && terrains.every(({ kind }) => kind === "plane")) return null;
  tree.begin(SURVEY_GROUND);
  const borders = [...contactBorders(tree), ...tyreBorders(tree)];
  const rooms = movingRooms(tree);
  const moving = fixed && rooms.every(({ isPlane }) => isPlane) ? [] : rooms;
  if (moving.length + borders.length === 0) return null;
  const inRooms = ROOM_SIZE * moving.length;
  const size = { x: inRooms + borders.length };
  const steppedOver = fixed ? program.state({ x: STEPPED_OVER_SIZE * contacts.length }) : null;
  const ground = { accepted: program.state(size), candidate: program.state(size), steppedOver };
  const inside = program.slice(ground.candidate, inRooms, { inside: borders.length });
  if (moving.length > 0) traceRooms(tree, ground.candidate);
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
  return ground;
}
