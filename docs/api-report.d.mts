/** Path of the report in the repository. */
export const reportPath: string;
/** The report, and the types that declarations in it name but no entry point exports. */
export function makeReport(): { readonly text: string; readonly hidden: readonly string[] };
