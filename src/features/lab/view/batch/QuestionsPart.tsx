/** The questions: the project's own, or a file's, with its bad rows. */
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
import { ColumnsPart } from "./ColumnsPart.tsx";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import { ErrorLine, Section } from "./Section.tsx";
import type { QuestionFile } from "./use-question-file.ts";

const css = classes({ ...sheet, ...formSheet });

/** Fallback if the file does not name its set. */
export function setNameOf(fileName: string): string {
  return fileName.replace(/\.gz$/iu, "").replace(/\.[a-z0-9]+$/iu, "");
}

export function QuestionsPart(props: { file: QuestionFile; onOwn: () => void }) {
  const { file, onOwn } = props;
  const { state } = file;
  const read = state.status === "read" ? state.read : null;
  const shown = read ?? (state.status === "reading" ? state.before : null);
  return (
    <Section title={words.questionsTitle}>
      <p>
        <Button onClick={onOwn}>{words.ownSet}</Button>
      </p>
      <FileDrop
        label={state.status === "none" ? words.pick : words.otherFile}
        hint={words.drop}
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.gz"
        onFile={(one) => void file.open(one, one.name, { dataset: setNameOf(one.name) })}
      />
      <div role="status" className={css("stack")}>
        {state.status === "reading" ? (
          <p className={css("tools")}>
            {words.reading(state.name)} <Button onClick={file.close}>{words.cancel}</Button>
          </p>
        ) : null}
        {read === null || state.status !== "read" ? null : (
          <Summary imported={read.imported} name={state.name} />
        )}
      </div>
      {state.status === "failed" ? <ErrorLine error={state.error} /> : null}
      {shown === null ? null : <Reading file={file} read={shown} />}
    </Section>
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
      <BadRows imported={imported} />
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
