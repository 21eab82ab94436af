/** This FAKE is in no list, so that tests need no real baseline. */
import type { RunEvent } from "../../log/events.ts";
import {
  answerWith,
  baselineParts,
  close,
  closeWithAnswer,
  lookUp,
} from "../../methods/baselines/baseline.ts";
import { baselineSettings } from "../../methods/baselines/presets.ts";
import { marksOn, thinkInSteps } from "../../methods/baselines/thoughts.ts";
import type { Context, Steps } from "../../runtime/context.ts";
import { solves } from "../../runtime/method.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import type { Resume } from "../../runtime/replay.ts";
import { type Method, runMethod } from "../../runtime/run.ts";
import type { GivenAnswer } from "../../stages/answer.ts";
import { collect, FakeSignal, fakePorts } from "../fakes.ts";
import { question } from "./fake-runs.ts";

async function* solveStep(context: Context, node: string, query: string): Steps<GivenAnswer> {
  const passages = yield* lookUp(context, node, query);
  const given = yield* answerWith(context, node, query, passages);
  return yield* closeWithAnswer(context, node, "answered", given);
}

const stepwise: Method = {
  id: "stepwise",
  uses: solves,
  shape: () => "tree",
  settings: {},
  ...baselineParts({
    listed: [],
    choices: [],
    async *solve(context, root) {
      const solve = (node: string, query: string) => solveStep(context, node, query);
      const { steps, ending } = yield* thinkInSteps(context, root, solve);
      const { call, answer: short } = ending ?? { call: null, answer: "" };
      yield close(context, root, "combined", { short });
      const text = context.prompts.composeAnswer(short, steps, []);
      return { call, short, text, marks: marksOn(steps) };
    },
  }),
};

/** Replies are queries, then `Final: …`. */
export function askStepwise(
  small: ChatModel,
  resume?: { runId: string; resume: Resume },
): Promise<RunEvent[]> {
  const settings = baselineSettings(stepwise.id);
  const request = { runId: "r", question, settings, ...resume };
  return collect(runMethod(stepwise, request, fakePorts(small, null), new FakeSignal()));
}
