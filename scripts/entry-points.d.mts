/** Entry points of packages, by the folders of these, the longest names first; sources are absolute paths. */
export function entryPointsOf(folders: readonly string[]): { readonly name: string; readonly source: string }[];
