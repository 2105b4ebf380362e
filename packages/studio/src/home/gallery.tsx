import { useRef, useState, type KeyboardEvent } from "react";
import "./gallery.css";

export interface GalleryItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly facts: string;
  readonly picture: string;
  readonly isBusy?: boolean;
}

export interface GalleryProps {
  readonly label: string;
  readonly items: readonly GalleryItem[];
  readonly onOpen: (id: string) => void;
}

/** Cards with pictures: one stop for Tab, arrows within, Enter opens. */
export function Gallery({ label, items, onOpen }: GalleryProps) {
  const [current, setCurrent] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const stop = items.find(({ id }) => id === current)?.id ?? items[0]?.id;

  const onKeyDown = (event: KeyboardEvent): void => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(".gallery-card") ?? [])];
    const next = neighbour(cards, document.activeElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <ul className="gallery" aria-label={label} ref={list} onKeyDown={onKeyDown} data-arrows>
      {items.map(({ id, title, summary, facts, picture, isBusy }) => (
        <li key={id}>
          <button
            type="button"
            className="gallery-card"
            tabIndex={id === stop ? 0 : -1}
            aria-busy={isBusy ?? false}
            onFocus={() => setCurrent(id)}
            onClick={() => onOpen(id)}
            data-testid={`card-${id}`}
          >
            <span className="gallery-picture">
              <img src={picture} alt="" width={480} height={320} loading="lazy" decoding="async" draggable={false} />
            </span>
            <span className="gallery-text">
              <span className="gallery-title">{title}</span>
              <span className="gallery-summary">{summary}</span>
              <span className="gallery-facts">{facts}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The card that an arrow key leads to: the neighbour, or the nearest one of the next row. */
function neighbour(cards: readonly HTMLElement[], from: Element | null, key: string): HTMLElement | undefined {
  const at = cards.findIndex((card) => card === from);
  if (at < 0) return undefined;
  if (key === "ArrowRight") return cards[at + 1];
  if (key === "ArrowLeft") return cards[at - 1];
  if (key === "Home") return cards[0];
  if (key === "End") return cards[cards.length - 1];
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const sign = key === "ArrowDown" ? 1 : -1;
  const here = cards[at].getBoundingClientRect();
  const rows = cards.filter((card) => sign * (card.getBoundingClientRect().top - here.top) > here.height / 2);
  const distance = (card: HTMLElement): number => {
    const box = card.getBoundingClientRect();
    // The row counts first, then how far to the side.
    return Math.abs(box.top - here.top) * 1e4 + Math.abs(box.left - here.left);
  };
  return rows.sort((a, b) => distance(a) - distance(b))[0];
}
