import { describe, expect, it } from "vitest";
import { withAskedNames } from "./asked-names.ts";
import type { Alias } from "./names.ts";

const aliases: readonly Alias[] = [
  ["Myanmar", "Burma"],
  ["Macedonia", "North Macedonia"],
  ["Côte d'Ivoire", "Cote d'Ivoire"],
  ["Ivory Coast", "Cote d'Ivoire"],
  ["Democratic People's Republic of Korea", "North Korea"],
  ["Republic of Korea", "South Korea"],
  ["DRC", "Democratic Republic of the Congo"],
  ["Congo-Brazzaville", "Republic of the Congo"],
  ["Turkiye", "Turkey"],
  ["US", "United States"],
];

describe("the person's name beside the library's", () => {
  it.each([
    ["Which is larger, Myanmar or Laos?", "Burma", "Burma (Myanmar)"],
    ["which is larger, myanmar or laos?", "Burma", "Burma (Myanmar)"],
    [
      "Is it Ivory Coast?",
      "Cote d'Ivoire, and Cote d'Ivoire",
      "Cote d'Ivoire (Ivory Coast), and Cote d'Ivoire",
    ],
    ["Is Türkiye larger than Greece?", "Turkey", "Turkey (Turkiye)"],
    [
      "The DRC or Congo-Brazzaville?",
      "Democratic Republic of the Congo",
      "Democratic Republic of the Congo (DRC)",
    ],
    ["The US or Canada?", "United States", "United States (US)"],
    [
      "Is the Democratic People's Republic of Korea larger?",
      "North Korea, South Korea",
      "North Korea (Democratic People's Republic of Korea), South Korea",
    ],
  ])("%s %s", (question, answer, shown) => {
    expect(withAskedNames(question, aliases)(answer)).toBe(shown);
  });

  it.each([
    ["Which is larger, Burma or Laos?", "Burma"],
    ["Is Myanmar called Burma?", "Burma"],
    ["Which country has Rangoon as its capital?", "Burma"],
    ["Which is larger, Myanmar or Laos?", "Myanmar, which the library calls Burma"],
    ["Whose is it, Myanmar's or Laos'?", "Burma's"],
    ["Is North Macedonia larger than Albania?", "North Macedonia"],
    ["Is it Côte d'Ivoire?", "Cote d'Ivoire"],
    ["Is it cote d'ivoire?", "Cote d'Ivoire"],
    ["Tell us of Canada", "United States"],
    ["Is it Myanmarese?", "Burma"],
  ])("leaves the answer as it is: %s %s", (question, answer) => {
    expect(withAskedNames(question, aliases)(answer)).toBe(answer);
  });

  it("leaves all as it is where no other names are known", () => {
    expect(withAskedNames("Which is larger, Myanmar or Laos?", [])("Burma")).toBe("Burma");
  });
});
