/** What files call properties of a model, where not by their own names. */
const fileKeys: ReadonlyMap<string, string> = new Map([
  ["X_parent_joint", "at"],
  ["X_child_joint", "childAt"],
  ["pose", "at"],
]);

export const fileKeyOf = (property: string): string => fileKeys.get(property) ?? property;
