/** The page needs these before any router code loads. */

/** A row with vector and answers takes some kilobytes of browser storage. */
export const maxRouterRows = 5000;

export const routerStudyVersion = 1;
