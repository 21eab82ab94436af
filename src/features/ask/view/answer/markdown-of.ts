import { answerStateOf } from "../../../../folds/answer-state.ts";
import type { Trace } from "../../../../folds/trace.ts";
import { surenessOf } from "../../../../folds/verifier/verifier.ts";
import type { Services } from "../../../../session/services.ts";
import { aliasesOf } from "../../../library/asked-names.ts";
import { shareText as words } from "../../../runs/text/history.ts";
import { answerMarkdown } from "../../answer-markdown.ts";
import { answerText } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";

export async function toAnswerMarkdown(
  trace: Trace,
  reading: Services["reading"],
): Promise<string> {
  const aliases = await aliasesOf(trace, reading);
  const worth = answerText.worth(answerStateOf(trace), lookedIn(trace), surenessOf(trace));
  const said = { ...words.markdownWords, worth, made: words.made(trace.start) };
  return answerMarkdown(trace, said, aliases);
}
