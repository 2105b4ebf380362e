import type { Assets } from "./assets.js";
import type { CompilerSettings } from "./compiler.js";
import type { DefaultClasses } from "./default-classes.js";
import type { MjcfReport } from "./mjcf-report.js";
import type { Options } from "./options.js";

export interface Context {
  readonly report: MjcfReport;
  readonly compiler: CompilerSettings;
  readonly options: Options;
  readonly defaults: DefaultClasses;
  readonly assets: Assets;
  /** Mass properties that no body can have are errors, not warnings. */
  readonly strict: boolean;
}
