/** The mark of kinetree, in the colours of the theme. */
export function Logo() {
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
