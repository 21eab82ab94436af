import type { PassagePlace } from "../../../log/types.ts";
import { count, plural } from "../../../ui-kit/text/format.ts";

export const pickerText = {
  label: "Library",
  option: (title: string, documents: number) =>
    `${title} (${plural(documents, "document", "documents")})`,
  knows: (about: string) => `Knows: ${about}`,
  elsewhere: (service: string) => `Looks up in ${service}`,
  manage: "Your own documents",
};

export const placeText = {
  place: ({ document, page, lastPage, row }: PassagePlace) =>
    [
      document,
      page === undefined
        ? ""
        : lastPage === undefined
          ? `page ${count(page)}`
          : `pages ${count(page)}–${count(lastPage)}`,
      row === undefined ? "" : `row ${count(row)}`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  characters: (from: number, to: number) => `characters ${count(from + 1)}–${count(to)}`,
  showInDocument: "Show it in the document",
  hideDocument: "Hide the document",
};
