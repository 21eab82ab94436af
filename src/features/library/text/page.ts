/** UI text about the library before its page is loaded. */
export const libraryPageText = {
  name: null,
  skip: "Skip to the library",
  opening: "Opening the library…",
};
