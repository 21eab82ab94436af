import { isEmpty } from "../../language/normalise.ts";
import type { Context, Steps } from "../../runtime/context.ts";
import type { Step } from "../../runtime/prompts.ts";
import { parseSpan } from "../../stages/parse/reading.ts";
import { answerWords } from "../answer-words.ts";
import { concludePrompt } from "../skills.ts";
import { callBaseline } from "./baseline.ts";

export interface Ending {
  call: string | null;
  /** "" if the reasoning reached no answer. */
  answer: string;
}

/**
 * Prefills `Final:` for a trained small model, after the steps that found something. Throws
 * AppError.
 */
export async function* concludeSteps(
  context: Context,
  root: string,
  steps: readonly Step[],
): Steps<Ending> {
  const { language, question } = context;
  const found = steps.filter(({ answer }) => answer !== "");
  const constraint = found.length === 0 ? undefined : answerWords(language, question, found);
  const prompt = concludePrompt(question, found, constraint);
  const { id, text } = yield* callBaseline(context, root, "reason", prompt);
  return yield* parseEnding(context, id, parseSpan(text, language).span);
}

export async function* parseEnding(context: Context, call: string, output: string): Steps<Ending> {
  const answer = isEmpty(output) ? "" : output;
  if (answer === "") {
    const detail = "no answer after its beginning";
    yield* context.parseFailure(call, "answer", { resolution: "fell-back", detail });
  }
  return { call, answer };
}
