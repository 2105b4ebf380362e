import { DROPPED_STUDY, useDroppedStudy } from "../files/study-requests.js";
import { useStudio, type StudioState } from "../run/store.js";
import type { Route } from "./routes.js";

/** Name in the top bar; on the home page, that of the model to return to. */
export function useOpenName(route: Route): string | null {
  const name = useStudio(nameOfOpen);
  const dropped = useDroppedStudy(({ study }) => study?.name ?? null);
  const model = useStudio(({ opened }) => opened?.source.name ?? null);
  if (route.page === "home") return model;
  if (route.page !== "study") return name;
  if (route.id === DROPPED_STUDY) return dropped;
  return route.id.split("/").at(-1) ?? route.id;
}

function nameOfOpen({ opened, result, opening }: StudioState): string | null {
  return opening ?? result?.name ?? opened?.source.name ?? null;
}
