import { useState } from "react";
import type { StudyCardData } from "./catalogue.js";
import { Gallery } from "./gallery.js";
import { StartStudy } from "./start-study.js";

export function StudiesSection({ shown }: { shown: readonly StudyCardData[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  if (shown.length === 0) return null;
  return (
    <section className="home-section">
      <h2>Studies</h2>
      <Gallery
        label="Studies"
        items={shown.map((card) => ({
          id: `study-${card.name}`,
          title: titleOf(card.name),
          summary: card.title,
          facts: factsOf(card),
          picture: `/pictures/study-${card.name}.svg`,
        }))}
        onOpen={(id) => setAsked(id.replace(/^study-/, ""))}
      />
      {asked !== null && <StartStudy study={{ name: asked }} onClose={() => setAsked(null)} />}
    </section>
  );
}

const titleOf = (name: string): string => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");

/** "12 cases · 400 samples each" */
const factsOf = ({ samples, cases }: Pick<StudyCardData, "samples" | "cases">): string =>
  cases > 1 ? `${cases} cases · ${samples} samples each` : `${samples} samples`;
