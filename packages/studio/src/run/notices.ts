import { Tickets } from "./pending.js";
import { useStudio, type Notice } from "./store.js";

/** Time that a notice stays [ms]; errors stay until they are dismissed. */
const STAYS = 6000;

const ids = new Tickets();

export function notify(kind: Notice["kind"], text: string): void {
  const id = ids.take();
  useStudio.setState(({ notices }) => ({
    // The same words twice say no more than once.
    notices: [...notices.filter((each) => each.text !== text), { id, kind, text }].slice(-5),
  }));
  if (kind !== "error") setTimeout(() => dismiss(id), STAYS);
}

export function dismiss(id: number): void {
  useStudio.setState(({ notices }) => ({ notices: notices.filter((each) => each.id !== id) }));
}

/** Shows progress of long work until it ends; `cancel` is the action of its button. */
export async function withWork<T>(
  text: string,
  work: (progress: (part: number) => void) => Promise<T>,
  cancel?: () => void,
): Promise<T> {
  const show = (part: number | null): void =>
    useStudio.setState({ work: { text, part, ...(cancel === undefined ? {} : { cancel }) } });
  show(null);
  try {
    return await work(show);
  } finally {
    useStudio.setState(({ work: shown }) => (shown?.text === text ? { work: null } : {}));
  }
}
