import { describe, expect, it } from "vitest";
import { namedOptions } from "./options.ts";

describe("namedOptions", () => {
  it.each([
    ["Which country is larger in area, Mali or Chad?", ["Mali", "Chad"]],
    ["Which is the largest: Mali, Chad or Niger?", ["Mali", "Chad", "Niger"]],
    [
      "Which was first, the novel Middlemarch or “Bleak House”?",
      ["the novel Middlemarch", "Bleak House"],
    ],
    ["Is the Rhine or the Elbe longer?", ["Rhine", "Elbe"]],
    [
      "Which paper was started first Gazette of Mali or Voice for All?",
      ["Gazette of Mali", "Voice for All"],
    ],
    ["Was Ada Lovelace (poet) or Bo Berg born first?", ["Ada Lovelace (poet)", "Bo Berg"]],
    ["Do more people live in Mali or in Chad?", ["Mali", "Chad"]],
    ["Whose coast is longer, that of Mali or that of Chad?", ["Mali", "Chad"]],
    ["Where is it warmer, in Mali or in Chad?", ["Mali", "Chad"]],
    ["Was Ada Lovelace born in London or Paris?", ["London", "Paris"]],
  ])("are those of %j", (question, options) => {
    expect(namedOptions(question)).toEqual(options);
  });

  it.each([
    "Which river runs through Vienna?",
    "Did either Mali or Chad host it?",
    "Is Mali larger or smaller than Chad?",
    "Which film by Warner or Universal was shown first?",
    "Which is larger, in area or in people, Mali or Chad?",
    "Of Mali and Chad, which is larger or richer?",
    "or",
    "",
  ])("are none in %j", (question) => {
    expect(namedOptions(question)).toEqual([]);
  });
});
