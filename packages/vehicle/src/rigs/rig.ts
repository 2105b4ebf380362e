import type { OptionFields } from "../report/options.js";
import type { OptionValues, TestReport } from "../report/report.js";
import type { TestContext } from "../tests/standard-test.js";

/** A rig: holds a part and moves it. Its report is that of a test. */
export interface Rig {
  readonly name: string;
  readonly title: string;
  /** One line for a list. */
  readonly summary: string;
  readonly options: OptionFields;
  readonly run: (options?: Partial<OptionValues>, context?: TestContext) => TestReport;
}
