import { expect, it } from "vitest";
import { untilGone } from "./until-gone.ts";

it("takes what comes, and nothing once it is gone", async () => {
  const taken: string[] = [];
  const take = (value: string) => void taken.push(value);
  untilGone(Promise.resolve("one"), take);
  untilGone(Promise.resolve("two"), take)();
  await Promise.resolve();
  expect(taken).toEqual(["one"]);
});
