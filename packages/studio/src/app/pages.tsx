import { FolderOpen } from "lucide-react";
import { lazy, Suspense } from "react";
import { DROPPED_STUDY, useDroppedStudy } from "../files/study-requests.js";
import { HomePage } from "../home/home-page.js";
import { useStudio } from "../run/store.js";
import { Button, EmptyState } from "../ui/index.js";
import { ErrorBoundary } from "./error-boundary.js";
import { go, routeAddress, type Route } from "./routes.js";
import { useShell } from "./shell-store.js";

const WorkbenchPage = lazy(async () => ({
  default: (await import("../workbench/workbench-page.js")).WorkbenchPage,
}));
const ComparePage = lazy(async () => ({ default: (await import("../compare/compare-page.js")).ComparePage }));
const StudyPage = lazy(async () => ({ default: (await import("../study/study-page.js")).StudyPage }));

const names = { home: "The home page", model: "The workbench", compare: "The comparison", study: "The study page" };

export function Page({ route }: { route: Route }) {
  return (
    <ErrorBoundary key={routeAddress(route)} name={names[route.page]}>
      <Suspense fallback={<div className="app-wait">Loading…</div>}>
        <PageContent route={route} />
      </Suspense>
    </ErrorBoundary>
  );
}

function PageContent({ route }: { route: Route }) {
  const opening = useStudio((state) => state.opening);
  const isOpen = useStudio(({ opened, result }) => opened !== null || (result !== null && route.page === "model"));
  const isRestoring = useShell((state) => state.isRestoring);
  if (route.page === "home") return <HomePage />;
  if (route.page === "study") return route.id === DROPPED_STUDY ? <DroppedStudyPage /> : <StudyPage id={route.id} />;
  if (isOpen) return route.page === "model" ? <WorkbenchPage /> : <ComparePage />;
  if (opening !== null) return <div className="app-wait">Opening {opening}…</div>;
  if (isRestoring) return <div className="app-wait">Opening…</div>;
  return (
    <NothingOpen
      title="No model is open"
      text="Choose a mechanism on the home page, or drop a model or result file anywhere on this page."
    />
  );
}

function DroppedStudyPage() {
  const study = useDroppedStudy((state) => state.study);
  if (study) return <StudyPage source={study} />;
  return (
    <NothingOpen
      title="The dropped study is no longer loaded"
      text="The page was reloaded, and dropped files are not kept. Drop the file again, or open it from the recent files."
    />
  );
}

function NothingOpen({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      isPage
      icon={<FolderOpen />}
      title={title}
      text={text}
      action={
        <Button variant="primary" onPress={() => go({ page: "home" })}>
          Home
        </Button>
      }
    />
  );
}
