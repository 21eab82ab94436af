import { expect, it } from "vitest";
import { visibilityAt } from "./visibility.ts";

it.each([
  ["https://en.wikipedia.org", "public"],
  ["https://api.search.brave.com", "public"],
  ["https://www.googleapis.com", "public"],
  ["https://wikipedia.org.example", "private"],
  ["http://en.wikipedia.org", "private"],
  ["https://search.our-house.example", "private"],
  ["", "private"],
])("a service at %s is %s", (origin, expected) => {
  expect(visibilityAt(origin)).toBe(expected);
});
