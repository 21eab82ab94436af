import { expect, it } from "vitest";
import { methodChoices } from "./choices.ts";
import { methodList } from "./list.ts";

it("says of every method, and of no other, what was chosen where its paper is open", () => {
  expect(Object.keys(methodChoices)).toEqual(methodList.map(({ id }) => id));
});
