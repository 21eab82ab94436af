import { expect, it } from "vitest";
import { withOwnAnthem } from "./anthems.ts";

const source = (title: string, history: string) => ({
  Government: {
    "National anthem(s)": {
      title: { text: title },
      "lyrics/music": { text: "unknown" },
      history: { text: history },
    },
  },
});
const earlier = (name: string) => ({
  Government: { "National anthem": { name: { text: name }, "lyrics/music": { text: "A/B" } } },
});
const titleOf = (of: ReturnType<typeof withOwnAnthem>) =>
  of["Government"]?.["National anthem(s)"]?.["title"];

it("puts a place's own anthem before the one that is left of two", () => {
  const canada = source('"God Save the King"', "royal anthem, as a Commonwealth country");
  const both = withOwnAnthem(canada, earlier("O Canada"));
  expect(titleOf(both)).toEqual({ text: '"O Canada"; "God Save the King"' });
  expect(both["Government"]?.["National anthem(s)"]?.["lyrics/music"]).toEqual({
    text: "A/B; unknown",
  });
  const denmark = source('"Kong Christian"', "anthem has equal status with the national anthem");
  expect(
    titleOf(withOwnAnthem(denmark, earlier('"Der er et yndigt land"; "Kong Christian"'))),
  ).toEqual({ text: '"Der er et yndigt land"; "Kong Christian"' });
});

it("leaves an anthem that took another's place, and one that is the same, as they are", () => {
  const niger = source('"L\'Honneur de la Patrie"', "adopted 2023");
  expect(withOwnAnthem(niger, earlier('"La Nigerienne"'))).toBe(niger);
  const britain = source('"God Save the King"', "both the national and royal anthem");
  expect(withOwnAnthem(britain, earlier('"God Save the King"'))).toBe(britain);
  expect(withOwnAnthem(britain, {})).toBe(britain);
});
