import { BoxGeometry, type BufferGeometry } from "three";
import type { MeshFiles } from "./mesh-files.js";
import { readMeshGeometry } from "./mesh-geometry.js";

export interface MissingMesh {
  readonly uri: string;
  readonly message: string;
}

/** Meshes by their addresses: each is fetched and read once. */
export class MeshCache {
  readonly #files: MeshFiles;
  readonly #known = new Map<string, Promise<BufferGeometry | MissingMesh>>();

  constructor(files: MeshFiles) {
    this.#files = files;
  }

  /** Never rejects. */
  load(uri: string): Promise<BufferGeometry | MissingMesh> {
    const known = this.#known.get(uri) ?? this.#read(uri);
    this.#known.set(uri, known);
    return known;
  }

  async #read(uri: string): Promise<BufferGeometry | MissingMesh> {
    try {
      const bytes = await this.#files(uri);
      if (bytes !== null) return await readMeshGeometry(uri, bytes);
      return {
        uri,
        message: `mesh "${uri}" was not found and is shown as a box. Drop the model's folder with its meshes, or open it with "kinetree studio <folder>".`,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { uri, message: `mesh "${uri}" cannot be shown: ${reason}` };
    }
  }

  dispose(): void {
    for (const known of this.#known.values())
      void known.then((geometry) => ("uri" in geometry ? null : geometry.dispose()));
    this.#known.clear();
  }
}

/** Placeholder of a missing mesh: a cube of edge 1. */
export const standInCube = (): BufferGeometry => new BoxGeometry(1, 1, 1);
