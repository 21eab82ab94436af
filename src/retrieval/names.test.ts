import { expect, it } from "vitest";
import { namesFirst, namesIn } from "./names.ts";

const passages = [
  { id: "af", title: "Afghanistan: highest point", text: "The highest point is Noshak." },
  { id: "hu", title: "Hungary: highest point", text: "The highest point is Kékes 1,014 m." },
  { id: "xx", title: "World: highest point", text: "The highest point is Mount Everest." },
];
const hits = [
  { index: 0, score: 3 },
  { index: 1, score: 2 },
  { index: 2, score: 1 },
];
const order = (query: string) => namesFirst(query, hits, passages).map((hit) => hit.index);

it("reads names as words with a capital that do not open the query", () => {
  expect(namesIn("Which country has the peak Kekes in Côte d'Ivoire?")).toEqual(["kekes", "cote"]);
});

it("lifts the passage that holds the name, whatever its accents", () => {
  expect(order("Which country has the highest point Kekes?")).toEqual([1, 0, 2]);
});

it("changes nothing when the query names nothing, or nothing found holds it", () => {
  expect(order("Which country has the highest point?")).toEqual([0, 1, 2]);
  expect(order("Which country has the highest point Olympus?")).toEqual([0, 1, 2]);
});
