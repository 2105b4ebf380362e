import { getView, setView, useView } from "../scene/view/view-store.js";
import type { SharedView } from "./types.js";

/** Where the picture is seen from, to seven digits: more would make links longer and show nothing; null without a picture. */
export function currentView(): SharedView | null {
  const view = getView();
  if (view === null) return null;
  const { position, target, up, projection } = view;
  return { position: short(position), target: short(target), up: short(up), projection };
}

/** Looks from there as soon as the model that is about to be opened is drawn. */
export const viewFromNext = (view: SharedView): void => setView(view, true);

/** Nothing is to be looked at from a certain place any more. */
export const forgetNextView = (): void => useView.setState({ wanted: null });

/** Calls back when the view has changed; gives back how to stop. */
export const onViewChange = (listener: () => void): (() => void) =>
  useView.subscribe((now, before) => {
    if (now.view !== before.view) listener();
  });

const short = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [
  seven(x),
  seven(y),
  seven(z),
];
const seven = (x: number): number => Number(x.toPrecision(7));
