/** What stands in place of the page where its code does not run: it comes with the first script. */
export const bootText = {
  framed:
    "Hopwise does not run inside another page: that page could lay something over it, and have you press what you do not see.",
  itself: "Open Hopwise itself",
  incomplete:
    "A part of the page could not be fetched, so it did not start. What is kept on this device is as it was.",
  again: "Load it again",
};
