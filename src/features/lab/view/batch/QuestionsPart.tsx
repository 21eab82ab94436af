/** Questions are pasted lines, the project's own, or a file's. */
import { useEffect, useId, useRef } from "react";
import {
  type FormatId,
  formatIds,
  type Imported,
} from "../../../../evaluation/questions/import/format.ts";
import type { ReadFile } from "../../../../evaluation/questions/question-file.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { FileDrop } from "../../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { rowProblem, labNewText as words } from "../../text/lab-new.ts";
import { CheckedField } from "./CheckedField.tsx";
import { ColumnsPart } from "./ColumnsPart.tsx";
import { firstLook, limitOf, mostPasted } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import type { PartProps } from "./SamplePart.tsx";
import { ErrorLine, Section } from "./Section.tsx";
import { type FileState, isPasted, type QuestionFile, shownRead } from "./use-question-file.ts";

const css = classes({ ...sheet, ...formSheet });

/** Fallback if the file does not name its set. */
export function setNameOf(fileName: string): string {
  return fileName.replace(/\.gz$/iu, "").replace(/\.[a-z0-9]+$/iu, "");
}

export interface ShippedQuestions {
  failed: boolean;
  take(): void;
}

export function QuestionsPart(
  props: PartProps & { file: QuestionFile; shipped: ShippedQuestions },
) {
  const { draft, change, file, shipped } = props;
  const { state } = file;
  const read = shownRead(state);
  const isField = state.status === "none" || isPasted(state);
  const write = (text: string) => {
    change({ text, limit: "" });
    if (text.trim() === "") file.close();
    else void file.open(new Blob([text]), words.mine, { dataset: words.mine, pasted: true });
  };
  return (
    <Section title={words.questionsTitle}>
      {isField ? (
        <Lines text={draft.text} onWrite={write} />
      ) : (
        <p>
          <Button onClick={() => write(draft.text)}>{words.writeInstead}</Button>
        </p>
      )}
      <div role="status" className={css("stack")}>
        {isField ? (
          <LinesRead read={read} />
        ) : (
          <FileRead state={state} onCancel={() => file.close()} />
        )}
      </div>
      {state.status === "failed" ? <ErrorLine error={state.error} /> : null}
      {read === null ? null : <BadRows imported={read.imported} />}
      {isField || read === null ? null : (
        <>
          <Reading file={file} read={read} />
          <LimitField draft={draft} change={change} all={read.imported.questions.length} />
        </>
      )}
      <div className={css("otherSources")}>
        <Button onClick={shipped.take}>{words.ownSet}</Button>
        <FileDrop
          label={isField ? words.pick : words.otherFile}
          hint={words.drop}
          accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.gz"
          onFile={(one) => {
            change({ limit: firstLook });
            void file.open(one, one.name, { dataset: setNameOf(one.name) });
          }}
        />
      </div>
      {shipped.failed ? (
        <p className={css("alarm")} role="alert">
          {words.ownFailed}
        </p>
      ) : null}
    </Section>
  );
}

function Lines({ text, onWrite }: { text: string; onWrite: (text: string) => void }) {
  const id = useId();
  return (
    <div className={css("lines")}>
      <label htmlFor={id}>{words.lines}</label>
      <textarea
        id={id}
        rows={8}
        dir="auto"
        spellCheck={false}
        placeholder={words.linesExample}
        value={text}
        aria-describedby={`${id}-help`}
        onChange={(event) => onWrite(event.target.value)}
      />
      <p id={`${id}-help`} className={css("soft")}>
        {words.linesHelp}
      </p>
    </div>
  );
}

function LinesRead({ read }: { read: ReadFile | null }) {
  if (read === null) return null;
  const { questions, badCount } = read.imported;
  const taken = questions.slice(0, mostPasted);
  const unscored = taken.filter(({ answers }) => answers.length === 0).length;
  return (
    <>
      <p>
        <strong>{words.linesRead(taken.length)}</strong>
        {unscored > 0 ? ` ${words.unscored(unscored, taken.length)}` : null}
      </p>
      {questions.length > mostPasted ? <p>{words.tooMany(questions.length, mostPasted)}</p> : null}
      {badCount > 0 ? <p>{words.bad(badCount)}</p> : null}
    </>
  );
}

function FileRead({ state, onCancel }: { state: FileState; onCancel: () => void }) {
  if (state.status === "read") {
    return <Summary imported={state.read.imported} name={state.name} />;
  }
  if (state.status !== "reading") return null;
  return (
    <p className={css("tools")}>
      {words.reading(state.name)} <Button onClick={onCancel}>{words.cancel}</Button>
    </p>
  );
}

function LimitField({ draft, change, all }: PartProps & { all: number }) {
  const limit = limitOf(draft);
  return (
    <CheckedField
      label={words.limit}
      help={
        typeof limit === "number" && limit > all ? words.limitTooMany(all) : words.limitHelp(all)
      }
      value={draft.limit}
      problem={limit === "bad" ? words.limitInvalid : null}
      onChange={(value) => change({ limit: value })}
    />
  );
}

function Summary({ imported, name }: { imported: Imported; name: string }) {
  const { questions, contextCount, unanswerable, renamedCount, badCount } = imported;
  const good = questions.length;
  return (
    <>
      <p>
        <strong>{words.read(name, good)}</strong>{" "}
        {good === 0 ? null : words.context(contextCount, good)}
      </p>
      {unanswerable > 0 ? <p>{words.unanswerable(unanswerable)}</p> : null}
      {renamedCount > 0 ? <p>{words.renamed(renamedCount)}</p> : null}
      {badCount > 0 ? <p>{words.bad(badCount)}</p> : null}
    </>
  );
}

function Reading({ file, read }: { file: QuestionFile; read: ReadFile }) {
  const { imported, table } = read;
  const name = file.state.status === "none" ? "" : file.state.name;
  const dataset = setNameOf(name);
  return (
    <>
      <div className={css("fields")}>
        <SelectField<FormatId | "">
          label={words.format}
          help={words.formatDetected}
          value={imported.format ?? ""}
          options={[
            ...(imported.format === null
              ? [{ value: "" as const, label: words.formatUnknown, disabled: true }]
              : []),
            ...formatIds.map((value) => ({ value, label: words.formats[value] })),
          ]}
          onChange={(format) => {
            if (format !== "") void file.again({ format, dataset });
          }}
        />
      </div>
      {table === null ? null : (
        <ColumnsPart table={table} onRead={(options) => void file.again({ ...options, dataset })} />
      )}
    </>
  );
}

function BadRows({ imported }: { imported: Imported }) {
  const id = useId();
  const { bad, badCount } = imported;
  const list = useRef<HTMLElement>(null);
  // Another way of reading has other bad rows, of which the first are looked at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    // In braces: newer browsers return a promise here, which an effect must not.
    list.current?.scrollTo(0, 0);
  }, [bad]);
  if (badCount === 0) return null;
  return (
    <section
      ref={list}
      className={css("badRows")}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
    >
      <h4 id={id}>{words.badList}</h4>
      <ul>
        {bad.map(({ line, reason, params }, index) => (
          // A line may be wrong in several ways, and the list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <span className={css("lineNumber")}>{words.badLine(line)}</span>{" "}
            {rowProblem({ reason, params })}
          </li>
        ))}
        {badCount > bad.length ? <li>{words.moreBad(badCount - bad.length)}</li> : null}
      </ul>
    </section>
  );
}
