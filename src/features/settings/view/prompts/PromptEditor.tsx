import { useEffect, useId, useMemo, useRef, useState } from "react";
import { questionFieldId, useRun, useSettings } from "../../../../app/runtime/runtime-context.ts";
import { originalTexts } from "../../../../methods/prompt-list.ts";
import type { ListedPrompt } from "../../../../runtime/listed-prompt.ts";
import {
  editedTemplate,
  editProblems,
  filledMessages,
  type PromptTemplate,
  placesIn,
} from "../../../../runtime/prompt-template.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { placeWords, problemText, promptsText as words } from "../../text/prompts.ts";
import { Changes } from "./Changes.tsx";
import sheet from "./PromptsDialog.module.css";
import { sampleValues } from "./sample-values.ts";

const css = classes(sheet);

export function PromptEditor(props: {
  prompt: ListedPrompt;
  trained: boolean;
  /** On a narrow screen, the list is above the editor. */
  wanted: boolean;
}) {
  const { prompt, trained, wanted } = props;
  const { template } = prompt;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wanted) head.current?.scrollIntoView({ block: "nearest" });
  }, [wanted]);
  const { id, messages } = template;
  const ownPrompt = useSettings((state) => state.run.prompts?.[id]);
  const setPrompt = useSettings((state) => state.setPrompt);
  const original = useMemo(() => originalTexts(template), [template]);
  const [texts, setTexts] = useState<readonly string[]>(ownPrompt ?? original);
  const problems = editProblems(template, texts);
  const isChanged = texts.some((text, index) => text !== original[index]);
  const nameOf = (index: number) =>
    words.message(index + 1, words.roles[messages[index]?.role ?? "user"]);

  function change(index: number, text: string): void {
    const next = texts.map((one, at) => (at === index ? text : one));
    setTexts(next);
    if (editProblems(template, next).length > 0) return;
    setPrompt(id, next.every((one, at) => one === original[at]) ? null : next);
  }
  function reset(): void {
    setTexts(original);
    setPrompt(id, null);
  }

  return (
    <section className={css("editor")} aria-labelledby={`prompt-${id}`}>
      <h3 id={`prompt-${id}`} ref={head}>
        {prompt.title}
      </h3>
      {trained ? <p className={css("warning")}>{words.trainedWarning}</p> : null}
      {messages.map(({ role }, index) => (
        <Message
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt's messages never reorder
          key={index}
          label={nameOf(index)}
          text={texts[index] ?? ""}
          published={original[index] ?? ""}
          fixed={role === "turns"}
          invalid={problems.some((problem) => "message" in problem && problem.message === index)}
          onChange={(text) => change(index, text)}
        />
      ))}
      <div role="status" className={css("state")}>
        {problems.length === 0 ? (
          <p>{isChanged ? words.inUse : words.original}</p>
        ) : (
          <>
            <p>
              <strong>{words.notInUse}</strong>
            </p>
            <ul>
              {problems.map((problem) => (
                <li key={JSON.stringify(problem)}>{problemText(problem, nameOf)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isChanged || ownPrompt !== undefined ? (
        <p>
          <TextButton onClick={reset}>{words.reset}</TextButton>
        </p>
      ) : null}
      <Places template={template} />
      <Preview prompt={{ ...prompt, template: editedTemplate(template, texts) }} />
    </section>
  );
}

function Message(props: {
  label: string;
  text: string;
  published: string;
  fixed: boolean;
  invalid: boolean;
  onChange: (text: string) => void;
}) {
  const { label, text, published, fixed, invalid, onChange } = props;
  const id = useId();
  if (fixed) {
    return (
      <div className={css("message")}>
        <p className={css("role")}>{label}</p>
        <p className={css("turns")}>
          <code>{text}</code> {words.turnsHelp}
        </p>
      </div>
    );
  }
  return (
    <div className={css("message")}>
      <label className={css("role")} htmlFor={id}>
        {label}
        {text === published ? null : <strong className={css("mark")}>{words.edited}</strong>}
      </label>
      <textarea
        id={id}
        className={css("text")}
        dir="auto"
        rows={rowsOf(text)}
        value={text}
        aria-invalid={invalid}
        onChange={(event) => onChange(event.target.value)}
      />
      {text === published ? null : <Changes published={published} text={text} />}
    </div>
  );
}

function rowsOf(text: string): number {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 72), 0);
  return Math.min(12, Math.max(1, lines));
}

function Places({ template }: { template: PromptTemplate }) {
  const places = [...new Set(template.messages.flatMap(({ content }) => placesIn(content)))];
  return (
    <div>
      <h4>{words.places}</h4>
      <p className={css("soft")}>{words.placesHelp}</p>
      <dl className={css("places")}>
        {places.map((place) => (
          <div key={place}>
            <dt>
              <code>{`{{${place}}}`}</code>
            </dt>
            <dd>{placeWords[place]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Preview({ prompt }: { prompt: ListedPrompt }) {
  const trace = useRun((state) => state.trace);
  const currentQuestion = useRun((state) => state.question);
  const messages = filledMessages(
    prompt.template,
    sampleValues(prompt, typedQuestion() || currentQuestion, trace),
  );
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return (
    <details className={css("preview")} open>
      <summary>
        {words.preview} <span className={css("soft")}>{words.size(characters)}</span>
      </summary>
      <p className={css("soft")}>{words.previewHelp}</p>
      {messages.map(({ role, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew in their order
        <div key={index}>
          <p className={css("role")}>{words.roles[role]}</p>
          <pre className={css("verbatim")} dir="auto">
            {content}
          </pre>
        </div>
      ))}
      <p className={css("soft")}>{words.begins}</p>
    </details>
  );
}

function typedQuestion(): string {
  const field = document.getElementById(questionFieldId);
  return field instanceof HTMLTextAreaElement ? field.value : "";
}
