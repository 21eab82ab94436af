/** Router limits that the page needs before any router code loads. */

/** Storage limit in a browser: with its vector and answers a row takes some kilobytes. */
export const maxRouterRows = 5000;

/** Raised when the study format changes; other versions are refused. */
export const routerStudyVersion = 1;
