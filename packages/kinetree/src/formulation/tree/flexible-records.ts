import { isExpr, type Num } from "../../graph/graph.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { rigidFields, rigidFrom } from "../../spatial/inertia.js";
import { vec3 } from "../../spatial/vec3.js";
import { deformedInertia, modalCoupling, modalMass, modalStir } from "../flexible/modal-inertia.js";
import { stationPosture, stationRate, stationSway } from "../flexible/modal-motion.js";
import {
  modalFields,
  stationFields,
  type CouplingFields,
  type ModalFields,
  type ModalMassFields,
  type StationFields,
  type StirFields,
} from "../flexible/modal-records.js";
import type { ModalNumbers, StationNumbers } from "../skeleton/modal-numbers.js";
import type { InertiaFields, PostureFields, RateFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

type Amplitudes = { q: readonly Num[] };

/** The records of flexible bodies and their stations that tree recursions share, made when first asked for. */
export class FlexibleRecords {
  readonly #tree: TreeProgram;

  constructor(tree: TreeProgram) {
    this.#tree = tree;
  }

  posture(node: Node): Rec<PostureFields> {
    const inputs = { station: this.#station(node), amplitudes: this.#amplitudes(node) };
    return this.#tree.program.step(
      `posture bend ${node.moving.nv}`,
      inputs,
      ({ station, amplitudes }) => ({ posture: stationPosture(station, amplitudes.q) }),
      {},
      { group: node.index, keep: ["posture"] },
    ).posture;
  }

  /** Velocity of a station in its flexible body, or acceleration, less what its sway adds. */
  across({ index, moving: { v, nv } }: Node, all: Rec, what: string): Rec<RateFields> {
    const { program } = this.#tree;
    const inputs = { posture: this.#tree.posture(index), rates: program.slice<RateFields>(all, v, { rate: nv }) };
    return program.step(`across bend ${nv} ${what}`, inputs, ({ posture, rates }) => {
      const { angular, linear } = stationRate(posture, rates.rate);
      return { rate: { rate: [...angular, ...linear] } };
    }).rate;
  }

  /** What the amplitudes' rates alone do to the velocity of a node in its parent: nothing, but to stations. */
  sway(node: Node): Rec<RateFields> {
    const tree = this.#tree;
    if (!node.station) return tree.program.zeros<RateFields>({ rate: 6 });
    return tree.shared(`sway ${node.index}`, () => {
      const inputs = {
        station: this.#station(node),
        posture: tree.posture(node.index),
        own: tree.rate(node.index),
        amplitudes: this.#amplitudes(node),
        rates: tree.program.slice<RateFields>(tree.v, node.moving.v, { rate: node.moving.nv }),
      };
      return tree.program.step(`sway ${node.moving.nv}`, inputs, ({ station, posture, own, amplitudes, rates }) => ({
        sway: { rate: stationSway(station, posture, own.rate, amplitudes.q, rates.rate) },
      })).sway;
    });
  }

  #station(node: Node): Rec<StationFields> {
    return this.#constants<StationFields>("station", stationFields(node.station as StationNumbers), node.index);
  }

  /** Amplitudes that a node of a flexible body moves with: its own, or its parent's. */
  #amplitudes(node: Node): Rec<Amplitudes> {
    const { q, nq } = node.modal ? node : this.#tree.skeleton.nodes[node.parent];
    return this.#tree.program.slice<Amplitudes>(this.#tree.q, q, { q: nq });
  }

  /** What the deformation of a flexible body adds to its inertia, and to what it has `still`. */
  inertia(index: number, still: Rec<InertiaFields>): Rec<InertiaFields> {
    return this.#tree.shared(`deformed ${index}`, () => {
      const { key, pairs, ...own } = this.#own(index);
      return this.#tree.program.step(`deformed ${key}`, { ...own, still }, ({ modal, amplitudes, still }) => ({
        inertia: rigidFields(deformedInertia(modal, pairs, amplitudes.q, rigidFrom(still))),
      })).inertia;
    });
  }

  coupling(index: number): Rec<CouplingFields> {
    return this.#tree.shared(`coupling ${index}`, () => {
      const { key, pairs, ...own } = this.#own(index);
      return this.#tree.program.step(`coupling ${key}`, own, ({ modal, amplitudes }) => ({
        coupling: modalCoupling(modal, pairs, amplitudes.q),
      })).coupling;
    });
  }

  mass(index: number): Rec<ModalMassFields> {
    return this.#tree.shared(`modal mass ${index}`, () => {
      const { key, pairs, ...own } = this.#own(index);
      return this.#tree.program.step(`modal mass ${key}`, own, ({ modal, amplitudes }) => ({
        mass: { mass: modalMass(modal, pairs, amplitudes.q) },
      })).mass;
    });
  }

  stir(index: number): Rec<StirFields> {
    const tree = this.#tree;
    return tree.shared(`stir ${index}`, () => {
      const { key, pairs, ...own } = this.#own(index);
      const inputs = { ...own, rates: tree.rate(index), spin: tree.spin(index) };
      return tree.program.step(`stir ${key}`, inputs, ({ modal, amplitudes, rates, spin }) => ({
        stir: modalStir(modal, pairs, amplitudes.q, rates.rate, vec3(spin.omega)),
      })).stir;
    });
  }

  #own(index: number) {
    const node = this.#tree.skeleton.nodes[index];
    const numbers = node.modal as ModalNumbers;
    const { pairs } = numbers;
    const modal = this.#constants<ModalFields>("modal", modalFields(numbers), index);
    return { key: `${numbers.modes} ${pairs.join(" ")}`, pairs, modal, amplitudes: this.#amplitudes(node) };
  }

  /** Bodies that are alike share their numbers: of a chain of a thousand, most would not fit into the cache. */
  #constants<F extends Fields>(what: string, fields: F, index: number): Rec<F> {
    const values = Object.values<readonly Num[]>(fields).flat();
    const key = values.some(isExpr) ? `of node ${index}` : Object.values(fields).map(String).join("; ");
    return this.#tree.once(`${what} ${key}`, () => this.#tree.program.constants<F>(fields));
  }
}
