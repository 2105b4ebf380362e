import { CircleHelp, Command, Monitor, Moon, Sun } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { useStudio } from "../run/store.js";
import { Badge, Button, IconButton, Keys, Menu, useTheme } from "../ui/index.js";
import { ErrorBoundary } from "./error-boundary.js";
import { useOpenName } from "./open-name.js";
import { routeAddress, type Route } from "./routes.js";
import { useShell } from "./shell-store.js";
import "./top-bar.css";

const ShareButton = lazy(async () => ({ default: (await import("../share/share-button.js")).ShareButton }));

const pages = [
  { page: "model", label: "Workbench" },
  { page: "compare", label: "Compare" },
] as const;

export function TopBar({ route }: { route: Route }) {
  const name = useOpenName(route);
  const isOpen = useStudio(({ opened }) => opened !== null);
  const isResult = useStudio(({ result }) => result !== null) && route.page === "model";
  return (
    <header className="top-bar">
      <a
        className={name === null ? "top-bar-brand" : "top-bar-brand top-bar-brand-shy"}
        href="#/"
        aria-label="kinetree studio, home"
      >
        <Logo />
        kinetree <span>studio</span>
      </a>
      {name !== null && (
        <div className="top-bar-name">
          <strong title={name} data-testid="open-name">
            {name}
          </strong>
          {isResult && <Badge tone="accent">result</Badge>}
          {route.page === "study" && <Badge tone="accent">study</Badge>}
        </div>
      )}
      {isOpen && (
        <nav className="top-bar-pages" aria-label="Pages of the open model">
          {pages.map(({ page, label }) => (
            <a
              key={page}
              href={routeAddress({ page })}
              {...(route.page === page && { "aria-current": "page" as const })}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      <span className="top-bar-space" />
      <Button variant="quiet" onPress={() => useShell.setState({ shows: "palette" })} data-testid="open-palette">
        <span className="top-bar-hint">
          <Command aria-hidden />
          <span className="top-bar-hint-text">Commands</span>
          <Keys keys="Ctrl+K" />
        </span>
      </Button>
      {isOpen && (route.page === "model" || route.page === "compare") && (
        <ErrorBoundary name="Sharing" fallback={null}>
          <Suspense fallback={null}>
            <ShareButton />
          </Suspense>
        </ErrorBoundary>
      )}
      <ThemeMenu />
      <span className="top-bar-help">
        <IconButton
          label="Keyboard shortcuts"
          icon={<CircleHelp />}
          shortcut="?"
          onPress={() => useShell.setState({ shows: "help" })}
        />
      </span>
    </header>
  );
}

function ThemeMenu() {
  const { theme, choice, setChoice } = useTheme();
  const item = (id: typeof choice, label: string, icon: ReactNode) => ({
    id,
    label,
    icon,
    ...(choice === id && { detail: "chosen" }),
    onAction: () => setChoice(id),
  });
  return (
    <Menu
      label="Theme"
      trigger={<IconButton label="Theme" icon={theme === "dark" ? <Moon /> : <Sun />} shortcut="T" />}
      items={[item("light", "Light", <Sun />), item("dark", "Dark", <Moon />), item("system", "System", <Monitor />)]}
    />
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden focusable="false">
      <g fill="none" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 28V17L7 10.5" />
        <path d="M16 17l9.5-4.5L22 4.5" />
        <path d="M9 28.5h14" />
      </g>
      <g fill="var(--surface-raised)" stroke="var(--accent)" strokeWidth="2">
        <circle cx="16" cy="17" r="3" />
        <circle cx="25.5" cy="12.5" r="2.6" />
      </g>
      <g fill="var(--series-2)">
        <circle cx="7" cy="10.5" r="3" />
        <circle cx="22" cy="4.5" r="3" />
      </g>
    </svg>
  );
}
