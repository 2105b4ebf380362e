import type * as FileSystem from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";
import { writeReport } from "../../src/report/write-report.js";
import { beginStudy } from "../../src/store/run-study.js";
import { toyStudy } from "../store/support/toy-study.js";

const folder = mkdtempSync(join(tmpdir(), "kinetree-read-only-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A disk that is read-only below "disk"; Node says ENOENT there if it is asked to make all folders of a path at once.
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof FileSystem>();
  return {
    ...fs,
    mkdirSync: (path: string, options?: { recursive?: boolean }) => {
      if (!path.includes("/disk/")) return fs.mkdirSync(path, options);
      const code = options?.recursive === true ? "ENOENT" : "EROFS";
      throw Object.assign(new Error(`${code}: refused`), { code });
    },
  };
});

test("a report on a read-only disk says that the disk is read-only", async () => {
  const study = join(folder, "a.study");
  await beginStudy(study, toyStudy(), { named: "toy" }, { workers: 0 });
  const out = join(folder, "disk", "report", "deep");
  const report = { title: "", sections: [] };
  expect(await refusalOf(writeReport(study, { out, make: () => report as never }))).toMatchObject({
    code: "study-not-written",
    value: "EROFS",
  });
});
