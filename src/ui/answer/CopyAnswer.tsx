/** The answer with its sources, as text to paste elsewhere. */
import { useState } from "react";
import type { RunEventOf } from "../../core/events.ts";
import { TextButton } from "../shared/Button.tsx";
import { useRun } from "../shared/runtime-context.ts";
import { text } from "../text/en.ts";

export function CopyAnswer({ answer }: { answer: RunEventOf<"answer"> }) {
  const passages = useRun((state) => state.trace.passages);
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    const sources = answer.citations.map(({ mark, passageId }) => {
      const passage = passageId === null ? undefined : passages.get(passageId);
      return `[${mark}] ${passage?.title ?? text.answer.noPassage}`;
    });
    await navigator.clipboard.writeText(
      [answer.text, "", text.answer.sources, ...sources].join("\n"),
    );
    setCopied(true);
  }
  return (
    <TextButton onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? text.answer.copied : text.answer.copy}
    </TextButton>
  );
}
