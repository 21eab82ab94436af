/** What the page knows of the router before any of it is fetched. */

/** More are not kept in a browser: with its vector and answers a row is some kilobytes. */
export const maxRouterRows = 5000;

/** Raised when the shape of what was learnt changes; another version is refused. */
export const routerStudyVersion = 1;
