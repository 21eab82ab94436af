/** Mends a chain: its steps, their answers, and where they lead. */
import { useState } from "react";
import { type Chain, type ChainStep, recordLimits } from "../../../stages/chain-record.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

/** A step in the form: `id` stays when others come and go, an empty answer is an unsolved step. */
interface Draft {
  id: number;
  query: string;
  answer: string;
}

export function ChainForm(props: {
  title: string;
  initial: Chain;
  onSave: (chain: Chain) => Promise<void>;
  onCancel: () => void;
}) {
  const { title, initial, onSave, onCancel } = props;
  const [steps, setSteps] = useState<Draft[]>(() => initial.steps.map(draft));
  const [final, setFinal] = useState(initial.final);
  const change = (id: number, patch: Partial<Draft>) =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...patch } : step)));
  return (
    <fieldset className={css("form")}>
      <legend>{title}</legend>
      {steps.map((step, index) => (
        <div key={step.id} className={css("stepFields")}>
          <TextField
            label={words.queryNamed(index + 1)}
            value={step.query}
            onChange={(query) => change(step.id, { query })}
          />
          <TextField
            label={words.answerNamed(index + 1)}
            value={step.answer}
            onChange={(answer) => change(step.id, { answer })}
          />
          <TextButton onClick={() => setSteps(steps.filter(({ id }) => id !== step.id))}>
            {words.removeStep(index + 1)}
          </TextButton>
        </div>
      ))}
      {steps.length < recordLimits.steps ? (
        <p>
          <TextButton onClick={() => setSteps([...steps, freshStep(steps)])}>
            {words.addStep}
          </TextButton>
        </p>
      ) : null}
      <TextField label={words.rightAnswer} value={final} onChange={setFinal} />
      <p className={css("tools")}>
        <Button onClick={() => void onSave(chainOf(steps, final, initial))}>{words.save}</Button>
        <TextButton onClick={onCancel}>{words.cancel}</TextButton>
      </p>
    </fieldset>
  );
}

function draft({ query, answer }: ChainStep, id: number): Draft {
  return { id, query, answer: answer ?? "" };
}

function freshStep(steps: readonly Draft[]): Draft {
  return { id: Math.max(-1, ...steps.map(({ id }) => id)) + 1, query: "", answer: "" };
}

/** Steps that ask nothing are dropped; with other steps than before, the answer rests on all. */
function chainOf(drafts: readonly Draft[], final: string, initial: Chain): Chain {
  const steps = drafts
    .map(({ query, answer }) => ({ query: line(query), answer: line(answer) }))
    .filter(({ query }) => query !== "")
    .map(({ query, answer }) => ({ query, answer: answer === "" ? null : answer }));
  const rests =
    steps.length === initial.steps.length && initial.rests.length > 0
      ? initial.rests
      : steps.map((_, index) => index + 1);
  return { steps, final: line(final), rests };
}

function line(value: string): string {
  return value.replace(/\s+/gu, " ").trim().slice(0, recordLimits.lineCharacters);
}
