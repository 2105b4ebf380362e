import { useStudio } from "../run/store.js";
import { systemGroups, type SystemCardData } from "./catalogue.js";
import { Gallery } from "./gallery.js";
import { openSystem } from "./open-system.js";

export function SystemsSection({ shown }: { shown: readonly SystemCardData[] }) {
  const opening = useStudio((state) => state.opening);
  return systemGroups.map((group) => {
    const cards = shown.filter((card) => card.group === group);
    if (cards.length === 0) return null;
    return (
      <section key={group} className="home-section">
        <h2>{group}</h2>
        <Gallery
          label={group}
          items={cards.map((card) => ({
            id: card.name,
            title: card.title,
            summary: sentence(card.summary),
            facts: factsOf(card),
            picture: `/pictures/${card.name}.webp`,
            isBusy: opening === card.name,
          }))}
          onOpen={(name) => void openSystem(name)}
        />
      </section>
    );
  });
}

/** With a capital letter, where the first word is not the number n. */
const sentence = (text: string): string => (/^n\b/.test(text) ? text : text[0].toUpperCase() + text.slice(1));

/** "13 bodies · 2 loops" */
function factsOf({ bodies, loops }: Pick<SystemCardData, "bodies" | "loops">): string {
  const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return [plural(bodies, "body").replace("bodys", "bodies"), loops > 0 ? plural(loops, "loop") : ""]
    .filter(Boolean)
    .join(" · ");
}
