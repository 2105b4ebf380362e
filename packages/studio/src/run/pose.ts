import type { Posed } from "../engine/protocol.js";
import { engine } from "./engine.js";
import { goOn } from "./live.js";
import { Wishes } from "./pending.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

type Values = Readonly<Record<string, number>>;

const moves = new Wishes<Values>();
const parameters = new Wishes<Values>();

/** Moves a coordinate of the pose, by column name; loops stay closed. The newest wish counts, those before it may be skipped. */
export function moveCoordinate(name: string, value: number): void {
  moveCoordinates({ [name]: value });
}

export function moveCoordinates(values: Values): void {
  void moves.add({ ...moves.waiting, ...values }, follow);
}

async function follow(take: () => Values | null): Promise<void> {
  await toPose();
  for (let values = take(); values !== null; values = take()) {
    const { posed } = useStudio.getState();
    if (!posed) break;
    try {
      setPose(await engine().pose(posed.start, values));
    } catch (error) {
      // The slider goes back to where the mechanism can be: the pose stays.
      useStudio.setState({ poseTrouble: troubleIn(error) });
    }
  }
}

const setPose = (posed: Posed): void => useStudio.setState({ posed, poseTrouble: null, cursor: posed.start.t });

async function toPose(): Promise<void> {
  const { history, cursor, posed } = useStudio.getState();
  if (!history) return;
  await engine().pause();
  try {
    const start = await engine().startAt(cursor);
    setPose(await engine().pose({ ...start, z: [] }, {}));
  } catch {
    if (posed) setPose(posed);
  }
  useStudio.setState({ history: null, status: null, playing: false, experiment: null });
}

export async function resetPose(): Promise<void> {
  const { opened } = useStudio.getState();
  if (!opened) return;
  await engine().pause();
  const fresh = await engine().setParameters(opened.parameters);
  useStudio.setState({
    opened: fresh,
    posed: fresh.posed,
    poseTrouble: null,
    history: null,
    status: null,
    playing: false,
    experiment: null,
    cursor: fresh.posed.start.t,
  });
}

/** Sets a parameter at once: in the view, and in a running simulation from its current state. */
export async function setParameter(name: string, value: number): Promise<void> {
  const { opened } = useStudio.getState();
  if (!opened) return;
  await setParameters({ ...(parameters.waiting ?? opened.parameters), [name]: value });
}

export async function resetParameters(): Promise<void> {
  const { opened } = useStudio.getState();
  if (opened) await setParameters(Object.fromEntries(opened.model.parameters.map((each) => [each.name, each.value])));
}

const setParameters = (values: Values): Promise<void> =>
  parameters.add(values, async (take) => {
    for (let next = take(); next !== null; next = take()) await apply(next);
  });

async function apply(values: Values): Promise<void> {
  const { posed, history } = useStudio.getState();
  try {
    const opened = await engine().setParameters(values);
    useStudio.setState({ opened, poseTrouble: null });
    if (history) await goOn();
    else if (posed) setPose(await engine().pose(posed.start, {}));
  } catch (error) {
    useStudio.setState({ poseTrouble: troubleIn(error) });
  }
}
