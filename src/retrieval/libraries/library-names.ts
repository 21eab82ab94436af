/** The names in a library that a question is checked by. */
export interface LibraryNames {
  /** What its entries are about, in all their names. */
  entries: readonly string[];
  /** Further names. */
  others: readonly string[];
}

export const noNames: LibraryNames = { entries: [], others: [] };
