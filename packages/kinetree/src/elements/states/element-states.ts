import type { Model } from "../../model/types.js";
import { contactStateNames } from "../contact/plan-contact.js";
import { shaftElementStateNames } from "../shafts/plan-shaft-element.js";
import { shaftStateNames } from "../shafts/shaft-states.js";
import { tyreStateNames } from "../tyre/plan-tyre.js";

/** Lists of the model whose elements may remember. */
export type StatefulList = "contacts" | "tyres" | "shafts" | "shaftElements";

/** Internal states of one element, which stand side by side in z. */
export interface ElementStates {
  readonly list: StatefulList;
  /** Place of the element in its list. */
  readonly index: number;
  /** As errors name it: contact "foot". */
  readonly subject: string;
  /** Place of the first one in z. */
  readonly start: number;
  /** One name for each state, such as "foot, lugre 1"; empty where the element has no memory. */
  readonly names: readonly string[];
}

interface Remembering {
  readonly subject: string;
  readonly names: readonly string[];
}

/** Kinds of elements with states, in the order of z. */
const kinds: { readonly [K in StatefulList]: (model: Model) => readonly Remembering[] } = {
  contacts: ({ contacts }) =>
    contacts.map((contact) => ({ subject: `contact "${contact.name}"`, names: contactStateNames(contact) })),
  tyres: ({ tyres }) => tyres.map((tyre) => ({ subject: `tyre "${tyre.name}"`, names: tyreStateNames(tyre) })),
  shafts: (model) => shaftStateNames(model).map((names, i) => ({ subject: `shaft "${model.shafts[i].name}"`, names })),
  shaftElements: ({ shaftElements }) =>
    shaftElements.map((element) => ({
      subject: `${element.kind} "${element.name}"`,
      names: shaftElementStateNames(element),
    })),
};

/** All elements of the kinds that may remember, in the order of z. */
function allElements(model: Model): readonly ElementStates[] {
  let next = 0;
  return (Object.keys(kinds) as StatefulList[]).flatMap((list) =>
    kinds[list](model).map(({ subject, names }, index) => {
      const start = next;
      next += names.length;
      return { list, index, subject, start, names };
    }),
  );
}

/** The elements that remember, in the order of z. */
export const elementStates = (model: Model): readonly ElementStates[] =>
  allElements(model).filter(({ names }) => names.length > 0);

/** How many internal states the elements of a model have. */
export const elementStateCount = (model: Model): number =>
  elementStates(model).reduce((sum, { names }) => sum + names.length, 0);

/** Internal states of the elements of one list, in its order; also of those without any. */
export const statesOf = (model: Model, list: StatefulList): readonly ElementStates[] =>
  allElements(model).filter((each) => each.list === list);
