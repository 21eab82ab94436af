import { expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import { namesFirst } from "./names.ts";

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
const language = english(noWords);
const order = (query: string) =>
  namesFirst(query, hits, passages, language).map((hit) => hit.index);

it("lifts the passage that holds the name, whatever its accents", () => {
  expect(order("Which country has the highest point Kekes?")).toEqual([1, 0, 2]);
});

it("changes nothing when the query names nothing, or nothing found holds it", () => {
  expect(order("Which country has the highest point?")).toEqual([0, 1, 2]);
  expect(order("Which country has the highest point Olympus?")).toEqual([0, 1, 2]);
});

it.each([
  ["What is the capital of Niger?", "Nigeria", "Niger"],
  ["What is the capital of Guinea?", "Equatorial Guinea", "Guinea"],
  ["What is the capital of Guinea?", "Guinea-Bissau", "Guinea"],
  ["What is the capital of Guinea?", "Papua New Guinea", "Guinea"],
  ["What is the capital of Papua New Guinea?", "Guinea", "Papua New Guinea"],
  ["What is the capital of Dominica?", "Dominican Republic", "Dominica"],
  [
    "What is the capital of the Republic of the Congo?",
    "Democratic Republic of the Congo",
    "Republic of the Congo",
  ],
  [
    "What is the capital of the Democratic Republic of the Congo?",
    "Republic of the Congo",
    "Democratic Republic of the Congo",
  ],
])("for %s lifts no passage of %s", (query, other, named) => {
  const found = [other, named].map((place, index) => ({
    id: String(index),
    title: `${place}: capital`,
    text: `The capital of ${place} is a city.`,
  }));
  const lifted = namesFirst(
    query,
    [
      { index: 0, score: 2 },
      { index: 1, score: 1 },
    ],
    found,
    language,
  );
  expect(lifted.map(({ index }) => index)).toEqual([1, 0]);
});
