/** The answer with its sources, as Markdown to paste elsewhere. */
import { useState } from "react";
import { TextButton } from "../shared/Button.tsx";
import { useRuntime } from "../shared/runtime-context.ts";
import { text } from "../text/en.ts";

export function CopyAnswer() {
  const { run } = useRuntime();
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    const { markdownOf } = await import("../share/markdown-of.ts");
    await navigator.clipboard.writeText(markdownOf(run.getState().trace));
    setCopied(true);
  }
  return (
    <TextButton onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? text.answer.copied : text.answer.copy}
    </TextButton>
  );
}
