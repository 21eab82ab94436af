/** Shown if the page's code does not run; loaded with the first script. */
export const bootText = {
  framed:
    "Hopwise does not run inside another page: that page could lay something over it, and have you press what you do not see.",
  itself: "Open Hopwise itself",
  incomplete:
    "A part of the page could not be fetched, so it did not start. What is kept on this device is as it was.",
  /** `PATH` is the page's path. */
  misplaced:
    "This page was built for another address: its files are not where it looks for them, so it did not start. Whoever put it here builds it with “npm run build -- --base PATH”, or moves it to the address that it was built for.",
  /** `TYPE` is the script's content type. */
  wrongType:
    "The host sends the page's scripts as “TYPE”, and a browser runs none that is not text/javascript, so the page did not start. Whoever keeps the host sets the type of .js and .mjs files.",
  again: "Load it again",
};
