import { expect, it } from "vitest";
import "../../../../app/features.ts";
import { pageAt } from "../../../../app/runtime/features.ts";
import { paths } from "../../../../app/runtime/routes.ts";
import {
  embeddedLibraries,
  firstLibrary,
} from "../../../../retrieval/libraries/embedded-libraries.ts";
import { toyLibrary } from "../../../../testing/toy-library.ts";
import { chosenPath, pathOf, placeIn } from "./place.ts";

embeddedLibraries.add(toyLibrary);

it.each([
  [firstLibrary, "", "#library"],
  [firstLibrary, "fr", "#library/fr"],
  [firstLibrary, "fr/capital", "#library/fr/capital"],
  [firstLibrary, "a b/ü?", "#library/a%20b/%C3%BC%3F"],
  [toyLibrary, "", "#library:toy-land"],
  [toyLibrary, "toy:1", "#library:toy-land/toy%3A1"],
])("%# an address goes there and back", (library, at, path) => {
  expect(pathOf(library, at)).toBe(path);
  expect(pageAt(path)?.id).toBe("library");
  expect(placeIn(path)).toEqual({ library: library === firstLibrary ? "" : library.id, at });
});

it("anything a person writes into the address is read as it stands", () => {
  expect(placeIn("#library/%E0%A4%A")).toEqual({ library: "", at: "%E0%A4%A" });
  expect(placeIn("#library:%E0%A4%A/fr")).toEqual({ library: "", at: "fr" });
  expect(pageAt("#libraries")).toBeNull();
  expect(pageAt("#run=library")).toBeNull();
});

it("the library that is chosen is the one that is read; for one's own, the first", () => {
  expect(chosenPath("toy-land")).toBe("#library:toy-land");
  expect(chosenPath("own:1")).toBe(paths.library(""));
});
