import { expect, it } from "vitest";
import { fakeEmbedder, fakeModel, fakePassages, fakeRetriever } from "../testing/fakes.ts";
import { ofType, question } from "../testing/methods/fake-runs.ts";
import { open } from "./hopwise.ts";
import {
  answerWith,
  asks,
  baselineParts,
  baselinePresets,
  type Conclusion,
  type Context,
  close,
  defineMethod,
  lookUp,
  type Steps,
  searchControls,
  searchPrompts,
} from "./method.ts";

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const passages = yield* lookUp(context, root, `${context.question} Danube`);
  const given = yield* answerWith(context, root, context.question, passages);
  yield close(context, root, "answered", given);
  return { ...given, marks: [] };
}

const named = { id: "mine", title: "Mine" };

const mine = defineMethod({
  ...named,
  citation: "Myself, 2026",
  summary: "Looks up what I guess.",
  kind: "own",
  shape: "single",
  stages: ["solve"],
  uses: () => [asks("solve", "answerFrom", "answerByHeart")],
  controls: searchControls,
  presets: baselinePresets(named, [{ id: "", title: "", description: "One look." }]),
  load: async () => baselineParts({ solve, listed: searchPrompts, choices: [] }),
});

it("a method of one's own answers, and its settings are checked as any other's", async () => {
  const hopwise = await open({
    library: fakeRetriever(fakePassages),
    encoder: fakeEmbedder,
    small: fakeModel("small", () => "Danube"),
    method: mine,
    settings: { "retrieval.mode": "bm25", "retrieval.k": 2 },
  });
  const { short, state, log, citations } = await hopwise.ask(question);
  expect({ short, state }).toEqual({ short: "Danube", state: "found" });
  expect(ofType(log, "run-start")[0]?.settings.method).toBe("mine");
  expect(ofType(log, "retrieval")[0]?.search).toBe(`${question} Danube`);
  expect(citations).toEqual([]);
  expect(() => hopwise.ask(question, { stages: { plan: "small" } })).toThrow("option-invalid");
});
