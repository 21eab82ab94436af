/** A person's word on the run that is shown: what is wrong, and what would be right. */

import { useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { Chain } from "../../../stages/chain-record.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import { ChainForm } from "./ChainForm.tsx";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

export function CorrectRun({ onDone }: { onDone: (saved: boolean) => void }) {
  const { run, errorBook } = useRuntime();
  const answer = useRun((state) => state.trace.answer);
  const question = useRun((state) => state.question);
  if (answer === null) return null;
  const steps = answer.path.map(({ query, answer: found }) => ({ query, answer: found }));
  const initial = { steps, final: "", rests: [] };
  async function save(chain: Chain): Promise<void> {
    await errorBook.correct(run.getState().events, isUnchanged(chain, initial) ? null : chain);
    onDone(true);
  }
  return (
    <div className={css("intro")}>
      <p>{words.correctHelp}</p>
      <p className={css("question")} dir="auto">
        {question}
      </p>
      <p dir="auto">{words.answered(answer.short === "" ? words.noAnswer : answer.short)}</p>
      <ChainForm
        title={words.editTitle}
        initial={initial}
        onSave={save}
        onCancel={() => onDone(false)}
      />
    </div>
  );
}

function isUnchanged(chain: Chain, initial: Chain): boolean {
  return chain.final === "" && JSON.stringify(chain.steps) === JSON.stringify(initial.steps);
}
