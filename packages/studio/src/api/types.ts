/* What the local server and the page say to each other, as JSON. Paths are relative to a folder that the server was given. */

export interface FileEntry {
  /** Names the file in addresses: "<number of the folder>/<path>", slashes forward. */
  readonly id: string;
  readonly name: string;
  readonly kind: "model" | "result" | "study-description";
  /** [bytes] */
  readonly size: number;
  /** Whether a JSON file with its units lies next to a CSV file. */
  readonly hasUnits?: boolean;
}

export interface StudyEntry {
  readonly id: string;
  readonly name: string;
  /** Samples that are there, and that there are to be. */
  readonly done: number;
  readonly rows: number;
}

/** `GET /api/home` */
export interface HomeListing {
  readonly version: string;
  /** Folders that the server was given, as the user named them; empty if it was given none. */
  readonly folders: readonly string[];
  readonly files: readonly FileEntry[];
  readonly studies: readonly StudyEntry[];
  readonly jobs: readonly Job[];
  /** Files that the server was told to open at once. */
  readonly open: FileEntry | StudyEntry | null;
  /** Notes about skipped files, such as "more than 2000 files". */
  readonly remarks: readonly string[];
  /** Where studies that the page starts go, and files that it saves: the id of the folder, and its name for the user. */
  readonly writable: { readonly id: string; readonly name: string };
}

/** `GET /api/studies/<id>` */
export interface StudyInfo extends StudyEntry {
  /** SHA-256 of the study with the hashes of its models. */
  readonly hash: string;
  readonly seed: number;
  readonly version: string;
  readonly samples: number;
  readonly cases: readonly { readonly name: string; readonly modelHash: string }[];
  readonly columns: readonly StudyColumnInfo[];
  /** How to rebuild the study, for replaying samples in the page. */
  readonly recipe: StudyRecipe;
  /** The running or paused job; null if there is none. */
  readonly job: Job | null;
}

export interface StudyColumnInfo {
  readonly name: string;
  readonly kind: string;
  readonly unit: string;
  readonly role: "sample" | "case" | "factor" | "parameter" | "output" | "end";
}

/** How to rebuild a study: its source, and the changes made to it. */
export type StudyRecipe =
  | { readonly kind: "named"; readonly name: string; readonly changes: StudyChangesInfo }
  /** Text of the study's file, and the files that it names. */
  | {
      readonly kind: "json";
      readonly file: string;
      readonly text: string;
      /** Texts by their paths from the study's file on, as written there. */
      readonly files: Readonly<Record<string, string>>;
      /** Files that are no text, such as meshes: base64, by their paths. */
      readonly binaries?: Readonly<Record<string, string>>;
      readonly changes: StudyChangesInfo;
    }
  /** A study in code: a module whose default export is the study, bundled by the server. */
  | { readonly kind: "code"; readonly url: string; readonly changes: StudyChangesInfo }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface StudyChangesInfo {
  readonly samples?: number;
  readonly seed?: number;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly fixed?: Readonly<Record<string, string | number>>;
}

export interface Job {
  readonly id: string;
  /** Its folder among the studies. */
  readonly study: string;
  readonly name: string;
  readonly state: "running" | "paused" | "finished" | "failed";
  readonly done: number;
  readonly rows: number;
  readonly failed: number;
  /** Samples a second, lately. */
  readonly rate: number;
  /** [s]; null if not known. */
  readonly remaining: number | null;
  readonly error: ApiError | null;
}

/** `POST /api/jobs` */
export interface StartJob {
  readonly study: { readonly named: string } | { readonly file: string };
  readonly samples?: number;
  readonly seed?: number;
  /** Name of the new folder within the first folder that the server was given; by the study's name if left out. */
  readonly folder?: string;
}

/** The body of every answer that is not 2xx. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
}
