/** The answer on the screen as Markdown, in the page's words. */
import type { Trace } from "../../../folds/trace.ts";
import { shareText as words } from "../../runs/text/history.ts";
import { answerMarkdown } from "../markdown.ts";

export function toAnswerMarkdown(trace: Trace): string {
  return answerMarkdown(trace, { ...words.markdownWords, made: words.made(trace.start) });
}
