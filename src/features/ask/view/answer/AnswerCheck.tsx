/** Whether the encoder's reading of all the evidence decided the answer, and why. */

import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { normalise } from "../../../../language/normalise.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { readerText } from "../../../../ui-kit/text/reader.ts";
import { PassageText } from "../../../tree/view/passages/PassageText.tsx";
import sheet from "./AnswerPanel.module.css";

const css = classes(sheet);

export function AnswerCheck() {
  const evidence = useRun((state) => state.trace.evidence);
  const passage = useRun((state) => state.trace.passages.get(evidence?.passageId ?? "") ?? null);
  if (evidence === null) return null;
  const { words, span } = outcomeOf(evidence);
  return (
    <section className={css("check")} aria-labelledby="answer-check">
      <h3 id="answer-check" className={css("checkTitle")}>
        {readerText.check}
      </h3>
      <p className={css("soft")} dir="auto">
        {`${readerText.found(evidence.passages.length)} ${words}`}
      </p>
      {passage === null || span === "" ? null : (
        <details>
          <summary>{readerText.foundIn(passage.title)}</summary>
          <PassageText text={passage.text} span={span} />
        </details>
      )}
    </section>
  );
}

/** `span`: what the encoder found, or "". */
function outcomeOf(evidence: RunEventOf<"evidence">): { words: string; span: string } {
  const { candidates, chosen, threshold } = evidence;
  const by = (who: "model" | "encoder") => candidates.find((one) => one.by === who);
  const modelAnswer = by("model")?.answer ?? "";
  const { answer: span = "", confidence: stated } = by("encoder") ?? {};
  const confidence = stated ?? 0;
  const words = readerText;
  if (span === "") return { words: words.nothing(), span };
  if (normalise(span) === normalise(modelAnswer)) return { words: words.agreed(confidence), span };
  if (chosen === "model") return { words: words.tooUnsure(span, confidence, threshold), span };
  const sure = confidence > threshold && modelAnswer !== "";
  return {
    words: sure
      ? words.replaced(span, confidence, threshold, modelAnswer)
      : words.filled(span, confidence),
    span,
  };
}
