import { fieldValues, type FieldValue } from "../loads/load-facts.js";
import { shaftElementFields } from "../shaft-elements.js";
import type { ShaftElement } from "../types.js";

/** Fields of an element between shafts with labels, units and values. */
export const shaftElementFacts = (element: ShaftElement): readonly FieldValue[] =>
  fieldValues(shaftElementFields(element.kind), element);
