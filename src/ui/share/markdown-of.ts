/** The answer on the screen as Markdown, in the page's words. */
import type { Trace } from "../../core/folds/trace.ts";
import { answerMarkdown } from "../../share/markdown.ts";
import { shareText as words } from "../text/history-en.ts";

export function markdownOf(trace: Trace): string {
  return answerMarkdown(trace, { ...words.markdownWords, made: words.made(trace.start) });
}
