/** Questions with right answers: pasted, from a file, or the library's own. */
import { useId, useState } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { DamagedRows } from "../../../ui-kit/Damaged.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { routerText as words } from "../text/router.ts";
import { LeftOut, Section } from "./Pieces.tsx";
import { type BadQuestion, readQuestions } from "./question-file.ts";
import sheet from "./Router.module.css";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

interface Taken {
  added: number;
  passed: number;
  bad: readonly BadQuestion[];
}

export function QuestionsPart() {
  const { router } = useRuntime();
  const work = useRouterWork();
  const count = useRouter((state) => state.rows.length);
  const damaged = useRouter((state) => state.damaged);
  const [pasted, setPasted] = useState("");
  const [taken, setTaken] = useState<Taken | null>(null);
  const id = useId();
  async function take(text: string, set?: string): Promise<void> {
    const { questions, bad } = readQuestions(text, set);
    setTaken({ ...(await work.addQuestions(questions)), bad });
  }
  async function addExamples(): Promise<void> {
    const text = await router.exampleQuestions();
    if (text !== null) await take(text, words.examplesSet);
  }
  return (
    <Section title={words.questionsTitle}>
      <p>{words.questions(count)}</p>
      <DamagedRows kind="question" ids={damaged} onRemove={(id) => work.removeDamaged(id)} />
      <label htmlFor={id} className={css("pasteLabel")}>
        {words.paste}
      </label>
      <textarea
        id={id}
        className={css("paste")}
        value={pasted}
        spellCheck={false}
        aria-describedby={`${id}-help`}
        onChange={(event) => setPasted(event.target.value)}
      />
      <p className={css("soft")} id={`${id}-help`}>
        {words.pasteHelp}
      </p>
      <p className={css("tools")}>
        <Button
          disabled={pasted.trim() === ""}
          onClick={() => void take(pasted).then(() => setPasted(""))}
        >
          {words.add}
        </Button>
        <OpenFile
          label={words.openQuestions}
          accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt"
          onFile={(file) => void file.text().then((text) => take(text, setNameOf(file)))}
        />
        <Button onClick={() => void addExamples()}>{words.addExamples}</Button>
      </p>
      <p className={css("soft")}>{words.examplesHelp}</p>
      <div role="status">{taken === null ? null : <Outcome {...taken} />}</div>
    </Section>
  );
}

/** A file that names no set is one by its own name. */
function setNameOf({ name }: File): string {
  return name.replace(/\.[^.]*$/u, "");
}

function Outcome({ added, passed, bad }: Taken) {
  const lines = bad.map(({ line, problem }) => ({ line, why: words.questionProblems[problem] }));
  return (
    <>
      <p>{words.added(added, passed)}</p>
      <LeftOut lines={lines} />
    </>
  );
}
