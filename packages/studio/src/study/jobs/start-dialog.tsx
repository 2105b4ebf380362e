import type { Study } from "@kinetree/study";
import { useEffect, useState } from "react";
import { studyFragment } from "../../api/paths.js";
import type { FileEntry, Job, StartJob } from "../../api/types.js";
import { Button, Dialog, ErrorCard, NumberField, Select, TextField } from "../../ui/index.js";
import { getHome, startJob } from "../data/api-client.js";
import "./start-dialog.css";

/** A study that can be started: one with a name, or a description file that the server has. */
export interface StartChoice {
  /** "named:<name>" or "file:<id>". */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly study: StartJob["study"];
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
}

export interface StartDialogProps {
  readonly onClose: () => void;
  /** Initial choice: a built-in study, or a description file of the server. */
  readonly study?: { readonly name: string } | undefined;
  readonly file?: FileEntry | undefined;
  /** Called with the run that has begun; its page is opened if left out. */
  readonly onStarted?: ((job: Job) => void) | undefined;
}

export function StartDialog({ onClose, study, file, onStarted = openStudyPage }: StartDialogProps) {
  const choices = useChoices(file);
  const [chosen, setChosen] = useState<string | null>(null);
  const [samples, setSamples] = useState<number | null>(null);
  const [seed, setSeed] = useState<number | null>(null);
  const [folder, setFolder] = useState("");
  const [isStarting, setStarting] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const first = file ? `file:${file.id}` : study ? `named:${study.name}` : choices[0]?.id;
  const choice = choices.find((each) => each.id === (chosen ?? first));
  const start = async (): Promise<void> => {
    if (!choice) return;
    setStarting(true);
    setTrouble(null);
    try {
      const job = await startJob({
        study: choice.study,
        ...(samples === null ? {} : { samples }),
        ...(seed === null ? {} : { seed }),
        ...(folder.trim() === "" ? {} : { folder: folder.trim() }),
      });
      onClose();
      onStarted(job);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      setStarting(false);
    }
  };
  return (
    <Dialog
      title="Run a study"
      isOpen
      onClose={onClose}
      data-testid="start-dialog"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!choice || isStarting}
            onPress={() => void start()}
            data-testid="start-study"
          >
            {isStarting ? "Starting…" : "Start"}
          </Button>
        </>
      }
    >
      <div className="start-dialog">
        <Select
          label="Study"
          value={choice?.id ?? null}
          options={choices.map(({ id: key, label, detail }) => ({ id: key, label, detail }))}
          onChange={(next) => {
            setChosen(next);
            setSamples(null);
            setSeed(null);
          }}
          data-testid="start-choice"
        />
        {choice?.detail && <p className="start-dialog-detail">{choice.detail}</p>}
        <div className="start-dialog-pair">
          <OptionalNumber
            label="Samples per case"
            own={choice?.samples}
            value={samples}
            min={1}
            onChange={setSamples}
            testId="start-samples"
          />
          <OptionalNumber label="Seed" own={choice?.seed} value={seed} min={0} onChange={setSeed} testId="start-seed" />
        </div>
        <TextField
          label="Results folder (default: the study's name)"
          value={folder}
          onChange={setFolder}
          data-testid="start-folder"
        />
        {trouble !== null && <ErrorCard title="The study was not started" message={trouble} />}
      </div>
    </Dialog>
  );
}

interface OptionalProps {
  readonly label: string;
  readonly own: number | undefined;
  readonly value: number | null;
  readonly min: number;
  readonly onChange: (value: number) => void;
  readonly testId: string;
}

function OptionalNumber({ label, own, value, min, onChange, testId }: OptionalProps) {
  const [isOwn, setOwn] = useState(true);
  if (own === undefined && value === null && isOwn)
    return (
      <div className="start-dialog-own">
        <span className="field-label">{label}</span>
        <Button onPress={() => setOwn(false)}>as in the file</Button>
      </div>
    );
  const set = (next: number): void => onChange(Math.max(min, Math.round(next)));
  return (
    <NumberField
      label={label}
      value={value ?? own ?? Math.max(1, min)}
      min={min}
      step={1}
      onChange={set}
      data-testid={testId}
    />
  );
}

const openStudyPage = (job: Job): void => {
  location.hash = studyFragment(job.study);
};

/** Built-in studies and description files of the server, both loaded when the dialog opens. */
function useChoices(file: FileEntry | undefined): readonly StartChoice[] {
  const [named, setNamed] = useState<readonly StartChoice[]>([]);
  const [files, setFiles] = useState<readonly FileEntry[]>(file ? [file] : []);
  useEffect(() => {
    let isGone = false;
    void import("../data/named-studies.js").then(({ studies }) => {
      if (!isGone) setNamed(studies.map(namedChoice));
    });
    getHome().then(
      (home) => {
        if (!isGone) setFiles(home.files.filter(({ kind }) => kind === "study-description"));
      },
      // Starting reports problems of the server.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return [...files.map(fileChoice), ...named];
}

const fileChoice = ({ id, name }: FileEntry): StartChoice => ({
  id: `file:${id}`,
  label: name,
  detail: id,
  study: { file: id },
});

const namedChoice = ({ name, title, samples, seed }: Study): StartChoice => ({
  id: `named:${name}`,
  label: name,
  detail: title,
  study: { named: name },
  samples,
  seed: seed ?? 1,
});
