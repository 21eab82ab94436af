/** The answer on the screen as Markdown, in the page's words. */
import type { Trace } from "../../../folds/trace.ts";
import type { Services } from "../../../session/services.ts";
import { aliasesOf } from "../../library/asked-names.ts";
import { shareText as words } from "../../runs/text/history.ts";
import { answerMarkdown } from "../markdown.ts";

export async function toAnswerMarkdown(
  trace: Trace,
  reading: Services["reading"],
): Promise<string> {
  const aliases = await aliasesOf(trace, reading);
  return answerMarkdown(trace, { ...words.markdownWords, made: words.made(trace.start) }, aliases);
}
