import { FileDown, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { loadRecent, useRecent } from "../recent/recent.js";
import { Button, EmptyState, SearchField } from "../ui/index.js";
import { AskedStudy } from "./start-study.js";
import { matches, studyCards, systemCards } from "./catalogue.js";
import { FolderSection } from "./folder-section.js";
import "./home-page.css";
import { loadListing, useListing } from "./listing.js";
import { openSystem } from "./open-system.js";
import { OpenTrouble } from "./open-trouble.js";
import { pickFiles } from "./pick-files.js";
import { RecentSection } from "./recent-section.js";
import { StudiesSection } from "./studies-section.js";
import { SystemsSection } from "./systems-section.js";

export function HomePage() {
  const [search, setSearch] = useState("");
  const { listing, trouble } = useListing();
  const recent = useRecent((state) => state.files);
  const isReady = useReady();

  const systems = systemCards.filter(({ name, title, group, summary }) => matches(search, name, title, group, summary));
  const studies = studyCards.filter(({ name, title }) => matches(search, name, title, "study"));
  const others = [...(listing?.files ?? []), ...(listing?.studies ?? []), ...recent];
  const hasNone = systems.length + studies.length === 0 && !others.some(({ id, name }) => matches(search, id, name));
  const first = systems[0]?.name;
  return (
    <div className="home" data-testid="home">
      <div className="home-content">
        <div className="home-head">
          <div>
            <h1>Open a mechanism</h1>
            <p>View it, run it, plot results, compare formulations, and replay any sample of a study.</p>
          </div>
          <SearchField
            label="Search mechanisms, studies and files"
            value={search}
            onChange={setSearch}
            onSubmit={() => search.trim() !== "" && first !== undefined && void openSystem(first)}
            data-testid="home-search"
          />
          <div className="home-drop" data-testid="drop-zone">
            <FileDown aria-hidden />
            <div className="home-drop-text">
              Drop files anywhere on this page
              <span>
                URDF, MJCF and JSON models with their meshes · CSV, Parquet and MCAP results · studies · links
              </span>
            </div>
            <Button variant="primary" onPress={pickFiles} data-testid="open-file">
              Open file…
            </Button>
          </div>
        </div>
        <OpenTrouble />
        <AskedStudy />
        <div className={isReady ? "home-sections" : "home-sections home-sections-wait"}>
          {trouble !== null && (
            <p className="home-remark" role="status">
              {trouble}
            </p>
          )}
          <RecentSection search={search} />
          {listing && <FolderSection listing={listing} search={search} />}
          <SystemsSection shown={systems} />
          <StudiesSection shown={studies} />
          {hasNone && (
            <EmptyState
              icon={<SearchX />}
              title={`No matches for “${search}”`}
              text="Try another word, such as “loop”, “lander” or “pendulum”."
              action={<Button onPress={() => setSearch("")}>Clear the search</Button>}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Longest that the page waits for lists before it shows itself without them [ms]. */
const PATIENCE = 400;

/** True once the lists are there, which would push everything below them down if they came later. */
function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const show = (): void => setReady(true);
    void Promise.allSettled([loadListing(), loadRecent()]).then(show);
    const timer = setTimeout(show, PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}
