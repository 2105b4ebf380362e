import { useEffect, useMemo } from "react";
import { dismiss } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { Button, Dialog, Palette, ProgressBar, Toasts, type PaletteEntry } from "../ui/index.js";
import "./app.css";
import { DropOverlay } from "./drop-overlay.js";
import { HelpDialog } from "./help-dialog.js";
import { useOpenName } from "./open-name.js";
import { Page } from "./pages.js";
import { useRoute } from "./routes.js";
import { closeShell, useShell } from "./shell-store.js";
import { TopBar } from "./top-bar.js";
import { OpenTrouble } from "../home/open-trouble.js";
import { openSystem } from "../home/open-system.js";
import { systemCards } from "../home/catalogue.js";
import { commands } from "./commands.js";

export function App() {
  const route = useRoute();
  const name = useOpenName(route);
  useEffect(() => {
    document.title = name === null || route.page === "home" ? "kinetree studio" : `${name} – kinetree studio`;
  }, [name, route.page]);
  return (
    <div className="app">
      <a
        className="app-skip"
        href="#main"
        onClick={(event) => {
          // The fragment is the route, so the browser may not follow the link itself.
          event.preventDefault();
          document.querySelector<HTMLElement>("#main")?.focus();
        }}
      >
        Skip to the content
      </a>
      <TopBar route={route} />
      <main id="main" className="app-main" tabIndex={-1}>
        <Page route={route} />
      </main>
      {route.page !== "home" && <TroubleDialog />}
      <Work />
      <Notices />
      <Overlays />
      <DropOverlay />
    </div>
  );
}

function Notices() {
  const notices = useStudio((state) => state.notices);
  return <Toasts items={notices} onDismiss={dismiss} />;
}

function Work() {
  const work = useStudio((state) => state.work);
  if (!work) return null;
  return (
    <div className="app-work" data-testid="work">
      <ProgressBar label={work.text} value={work.part} />
      {work.cancel && (
        <Button variant="quiet" onPress={work.cancel} data-testid="cancel-work">
          Cancel
        </Button>
      )}
    </div>
  );
}

function Overlays() {
  const shows = useShell((state) => state.shows);
  // Availability is evaluated when the palette opens, not while it is open.
  const entries = useMemo(() => (shows === "palette" ? paletteEntries() : []), [shows]);
  return (
    <>
      <Palette
        label="Search commands and mechanisms"
        isOpen={shows === "palette"}
        onClose={closeShell}
        entries={entries}
      />
      <HelpDialog isOpen={shows === "help"} onClose={closeShell} />
    </>
  );
}

function TroubleDialog() {
  const trouble = useStudio((state) => state.openTrouble);
  if (!trouble) return null;
  const close = (): void => useStudio.setState({ openTrouble: null });
  return (
    <Dialog title="Not opened" isOpen onClose={close} isWide data-testid="trouble-dialog">
      <OpenTrouble />
    </Dialog>
  );
}

/** Entries of the command palette: available commands, then the mechanisms. */
function paletteEntries(): readonly PaletteEntry[] {
  const doable = commands
    .filter(({ id, isAvailable }) => id !== "palette" && isAvailable?.() !== false)
    .map(({ id, label, group, keys, run }) => ({ id, label, group, keys, onAction: run }));
  const systems = systemCards.map(({ name, title, summary }) => ({
    id: `system-${name}`,
    label: `Open ${title}`,
    group: "Mechanisms",
    detail: summary,
    onAction: () => void openSystem(name),
  }));
  return [...doable, ...systems];
}
