/** UI text about the runs before their page is loaded. */
export const runsPageText = {
  name: "Runs",
  skip: "Skip to the runs",
  opening: "Opening your runs…",
};
