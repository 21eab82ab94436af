/** hopwise-lm was trained on exactly these bytes. */
import { expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import type { ModelRef } from "../log/types.ts";
import type { Feedback } from "../runtime/prompts.ts";
import { promptsFor } from "./prompts.ts";
import sent from "./trained-prompts.json";

const small: ModelRef = {
  engine: "transformers",
  model: "hopwise-lm",
  tier: "small",
  destination: "device",
  price: null,
  skills: true,
  profile: "trained",
};
const question = "Which river runs through the capital of Austria?";
const query = "What is the capital of Austria?";
const steps = [{ query, answer: "Vienna" }];
const passage = { id: "a", title: "Vienna", text: "Vienna lies on the Danube." };
const chain = { steps: [{ query: "What is it?", answer: null }], final: "" };
const feedback = (kind: Feedback["kind"]): Feedback => ({
  kind,
  query,
  said: "Graz",
  span: "Vienna",
  passage,
  chain,
  history: null,
});

it("sends the trained model what it was trained on", () => {
  const prompts = promptsFor({ small, large: null }, english(noWords));
  const all = [
    prompts.decide("plan", question, steps),
    prompts.decide("summarise", question, steps),
    prompts.plan("small", question, []),
    prompts.plan("small", question, steps),
    prompts.continueChain("small", question, steps, feedback("correct")),
    prompts.continueChain("small", question, steps, feedback("complete")),
    prompts.retry("small", question, steps, chain),
    prompts.keywords("small", question),
    prompts.digest("small", steps),
    prompts.read("small", question, [passage], { history: steps, digest: "d" }),
    prompts.readAgain(question, passage, ["a", "b"]),
    prompts.summarise("small", question, steps),
    prompts.summarise("small", question, []),
    prompts.proxy("small", question),
    prompts.judge("small", question, "x"),
    prompts.claims("small", question, "x"),
    prompts.know("small", question),
    prompts.relevant("small", question, passage),
    prompts.relevantOf("small", question, [passage, passage]),
    prompts.decompose("small", question),
    prompts.answerByHeart("small", question),
    prompts.answerFrom("small", question, [passage], "short"),
    prompts.answerFrom("small", question, [passage], "long"),
    prompts.combine("small", question, steps),
    prompts.composeAnswer("x", steps, [1]),
    prompts.composeUnknown("x", steps),
  ];
  expect(JSON.parse(JSON.stringify(all))).toEqual(sent);
});
