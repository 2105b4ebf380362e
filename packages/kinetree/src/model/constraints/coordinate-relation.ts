import type { Constraint, CoordinateRef, Real } from "../types.js";
import { unreachable } from "./unreachable.js";

/** The driven coordinate as a polynomial of the driving one, or held at polynomial[0] where nothing drives it. */
export interface CoordinateRelation {
  readonly kind: "coupler" | "gear" | "rack-and-pinion";
  readonly name: string;
  readonly driven: CoordinateRef;
  readonly driving: CoordinateRef | null;
  readonly polynomial: readonly Real[];
}

/** What a coupler, a gear, or a rack and pinion says about two coordinates; null for every other constraint. */
export function coordinateRelation(constraint: Constraint): CoordinateRelation | null {
  switch (constraint.kind) {
    case "coupler": {
      const { kind, name, driven, driving, polynomial } = constraint;
      return { kind, name, driven, driving, polynomial };
    }
    case "gear": {
      const { kind, name, driven, driving, offset, ratio } = constraint;
      return { kind, name, driven, driving, polynomial: [offset, ratio] };
    }
    case "rack-and-pinion": {
      const { kind, name, rack, pinion, offset, radius } = constraint;
      return { kind, name, driven: rack, driving: pinion, polynomial: [offset, radius] };
    }
    case "motion":
    case "distance":
    case "point-on-line":
    case "point-on-plane":
      return null;
    default:
      return unreachable(constraint);
  }
}

/** The relations of coordinates among these constraints, in the same order. */
export const coordinateRelations = (constraints: readonly Constraint[]): readonly CoordinateRelation[] =>
  constraints.flatMap((each) => coordinateRelation(each) ?? []);

/** The coordinates that a constraint ties to one another or to time; none if it ties points. */
export function drivenAndDriving(constraint: Constraint): readonly CoordinateRef[] {
  if (constraint.kind === "motion") return [constraint.driven];
  const relation = coordinateRelation(constraint);
  if (relation === null) return [];
  return relation.driving === null ? [relation.driven] : [relation.driven, relation.driving];
}
