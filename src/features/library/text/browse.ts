import { count, plural } from "../../../ui-kit/text/format.ts";

export const browseText = {
  opening: "Opening the library…",
  intro: (about: string) =>
    `${about}. This is all that answers can be found in, with the year that each figure is of.`,
  find: "Find by name",
  findHelp: "Today's names and older ones; Enter opens the first that is found.",
  all: (value: number) => plural(value, "entry", "entries"),
  found: (shown: number, value: number) =>
    shown === value ? `${browseText.all(value)}` : `${count(shown)} of ${browseText.all(value)}`,
  nothingFound: "No entry has this name.",
  showAll: "Show all",
  list: "Entries",
  also: (names: readonly string[]) => `also ${names.join(", ")}`,
  empty: "This library has no entries yet.",
  ask: "Go to the question",

  failed: "The library could not be opened",
  again: "Try again",

  noLibrary: "This page has no such library",
  noLibraryBody:
    "Only libraries that come with the page are read here. These are they; your own documents are in the settings.",
  own: "Your own documents",

  unknown: (at: string) => `Nothing here is called “${at}”`,
  unknownBody: "The address may be of another edition of this library, or have a slip in it.",
  allEntries: "All entries",

  library: "Library",
  edition: (title: string, edition: string) => (edition === "" ? title : `${title}, ${edition}`),
  reading: "Opening the entry…",
  topics: "Topics",
  linked: "The passage you came for",
  gone: "The passage you came for is not in this edition. This is what the edition says.",
  neighbours: "Entries beside this one",
  before: (title: string) => `Before: ${title}`,
  after: (title: string) => `Next: ${title}`,
};

export const inLibraryText = {
  open: "In the library",
  openLong: (title: string) => `In the library: ${title}`,
};
