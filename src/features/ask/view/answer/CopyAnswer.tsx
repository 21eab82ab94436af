/** Copies the answer with its sources as Markdown. */
import { useState } from "react";
import { useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { answerText } from "../../text/answer.ts";

export function CopyAnswer() {
  const { run, reading } = useRuntime();
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    const { toAnswerMarkdown: markdownOf } = await import("./markdown-of.ts");
    await navigator.clipboard.writeText(await markdownOf(run.getState().trace, reading));
    setCopied(true);
  }
  return (
    <TextButton onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? answerText.copied : answerText.copy}
    </TextButton>
  );
}
