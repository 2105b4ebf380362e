import { parquetRead, type FileMetaData } from "hyparquet";

/**
 * Reads all columns of a file, a piece at a time; `take` has the values of a column from a row on. Throws if a column has not as
 * many values as there are rows.
 */
export async function readColumns(
  content: Uint8Array<ArrayBuffer>,
  metadata: FileMetaData,
  take: (column: string, values: ArrayLike<unknown>, rowStart: number) => void,
): Promise<void> {
  const rows = Number(metadata.num_rows);
  const filled = new Map<string, number>();
  let failure: unknown = null;
  await parquetRead({
    file: content.buffer,
    metadata,
    // What this throws nobody can catch: the reader calls it from a promise of its own.
    onChunk: ({ columnName, columnData, rowStart }) => {
      const before = filled.get(columnName) ?? 0;
      filled.set(columnName, before + columnData.length);
      if (failure !== null || rowStart !== before || rowStart + columnData.length > rows) return;
      try {
        take(columnName, columnData, rowStart);
      } catch (error) {
        failure = error;
      }
    },
  });
  if (failure !== null) throw failure;
  const wrong = [...filled].find(([, count]) => count !== rows);
  if (wrong) throw new Error(`column "${wrong[0]}" has ${wrong[1]} values for ${rows} rows`);
}
