import type { Num } from "../../graph/graph.js";
import type { ModalNumbers, StationNumbers } from "../skeleton/modal-numbers.js";

/* Records of flexible bodies; m modes, all along the axes of the node. */

/** Constants of a station: see `StationNumbers`. */
export type StationFields = {
  place: readonly Num[];
  shapes: readonly Num[];
  slopes: readonly Num[];
  shortening: readonly Num[];
};

/** Constants of a flexible body. */
export type ModalFields = Pick<
  ModalNumbers,
  "mass" | "translation" | "rotation" | "inertia1" | "rotation2" | "inertia2"
>;

/** Momenta of a unit rate of each amplitude: angular and linear, three numbers each. */
export type CouplingFields = { angular: readonly Num[]; linear: readonly Num[] };

/** Mass matrix of the amplitudes, m × m. */
export type ModalMassFields = { mass: readonly Num[] };

/** Velocity-dependent forces beyond those of the deformed body as a rigid one. */
export type StirFields = { angular: readonly Num[]; linear: readonly Num[]; modal: readonly Num[] };

export const modalFields = ({
  mass,
  translation,
  rotation,
  inertia1,
  rotation2,
  inertia2,
}: ModalNumbers): ModalFields => ({ mass, translation, rotation, inertia1, rotation2, inertia2 });

export const stationFields = ({ place, shapes, slopes, shortening }: StationNumbers): StationFields => ({
  place: [...place],
  shapes,
  slopes,
  shortening,
});
