/** Text whose [n] marks are buttons; each opens its passage directly below. */
import { type ReactNode, useState } from "react";
import { useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import type { Citation } from "../../../../log/events.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { PassagePlace } from "../../../tree/view/passages/PassagePlace.tsx";
import { PassageText } from "../../../tree/view/passages/PassageText.tsx";
import { answerText } from "../../text/answer.ts";
import sheet from "./CitedText.module.css";
import { splitMarks, withLastWords } from "./cited-parts.ts";

const css = classes(sheet);

const sourceId = "cited-source";

interface CitedTextProps {
  /** The bare answer and the marks directly after it. */
  lead: { text: string; marks: readonly Citation[] };
  text: string;
  citations: readonly Citation[];
  /** In smaller type: the answer is incomplete or doubted. */
  quiet: boolean;
  children: ReactNode;
}

export function CitedText({ lead, text, citations, quiet, children }: CitedTextProps) {
  const [open, setOpen] = useState<number | null>(null);
  const cited = citations.find((citation) => citation.mark === open) ?? null;
  const written = (parts: readonly (string | Citation)[]) =>
    withLastWords(parts).map((part, index) =>
      typeof part === "string" ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never reorder
        <span key={index} className={css("kept")}>
          {part.word}
          <CitationMark
            citation={part.citation}
            open={part.citation.mark === open}
            onToggle={() => setOpen(part.citation.mark === open ? null : part.citation.mark)}
          />
        </span>
      ),
    );
  return (
    <div className={css("cited")}>
      <div className={css("first")}>
        <p className={css("lead", quiet && "isQuiet")} dir="auto">
          {written([lead.text, ...lead.marks])}
        </p>
        {children}
      </div>
      {text === "" ? null : (
        <p className={css("text")} dir="auto">
          {written(splitMarks(text, citations))}
        </p>
      )}
      {cited === null ? null : <Source citation={cited} />}
    </div>
  );
}

function CitationMark(props: { citation: Citation; open: boolean; onToggle: () => void }) {
  const { citation, open, onToggle } = props;
  const title = useRun((state) => passageOf(state.trace.passages, citation)?.title ?? null);
  const point = useView((state) => state.point);
  return (
    <button
      type="button"
      className={css("mark", open && "isOpen")}
      aria-expanded={open}
      aria-controls={sourceId}
      aria-label={
        title === null
          ? answerText.uncited(citation.mark)
          : answerText.citation(citation.mark, title)
      }
      onClick={onToggle}
      onPointerEnter={() => point(citation.node)}
      onPointerLeave={() => point(null)}
      onFocus={() => point(citation.node)}
      onBlur={() => point(null)}
    >
      {citation.mark}
    </button>
  );
}

function Source({ citation }: { citation: Citation }) {
  const passage = useRun((state) => passageOf(state.trace.passages, citation));
  const node = useRun((state) => state.trace.nodes.get(citation.node) ?? null);
  const select = useView((state) => state.select);
  return (
    <div id={sourceId} className={css("source")}>
      {passage === null ? (
        <p>{answerText.noPassage}</p>
      ) : (
        <>
          <p className={css("from")}>{answerText.from(passage.title)}</p>
          <PassageText text={passage.text} span={node?.verdict?.span || (node?.answer ?? "")} />
          <PassagePlace passage={passage} />
        </>
      )}
      {node === null ? null : <TextButton onClick={() => select(node.id)}>{node.query}</TextButton>}
    </div>
  );
}

function passageOf<T>(passages: ReadonlyMap<string, T>, citation: Citation): T | null {
  return citation.passageId === null ? null : (passages.get(citation.passageId) ?? null);
}
