import type { ReactNode } from "react";
import type { SettingsChanges } from "../../../session/settings-changes.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import {
  changeLine,
  destinationLine,
  leftLine,
  importText as words,
} from "../text/settings-import.ts";
import sheet from "./ImportDialog.module.css";

const css = classes(sheet);

export function ImportQuestion(props: {
  file: string;
  changes: SettingsChanges;
  dropped: number;
  onApply: () => void;
  onCancel: () => void;
}) {
  const { file, changes, dropped, onApply, onCancel } = props;
  const { destinations, money, privacy, stages, prompts, rest, left } = changes;
  return (
    <div className={css("changes")}>
      <p>{words.lead(file)}</p>
      {destinations.length === 0 ? null : (
        <section className={css("group")}>
          <h3>{words.whereTitle}</h3>
          {destinations.map(({ origin, lines }) => (
            <div key={origin} className={css("origin")}>
              <h4>{origin === "" ? words.noOrigin : origin}</h4>
              <Lines lines={lines.map((line) => destinationLine(line, origin))} />
            </div>
          ))}
        </section>
      )}
      <Group title={words.money} lines={money.map(changeLine)} />
      <Group title={words.privacy} lines={privacy === null ? [] : [changeLine(privacy)]} />
      <Group title={words.left} lines={left.map(leftLine)}>
        <p className={css("soft")}>{words.leftHelp}</p>
      </Group>
      <Group title={words.stages} lines={stages.map(changeLine)} />
      <Group
        title={words.prompts}
        lines={[
          ...prompts.map(({ id, to }) => words.prompt(id, to)),
          ...(dropped === 0 ? [] : [words.dropped(dropped)]),
        ]}
      />
      <Group title={words.rest} lines={rest.map(changeLine)} />
      <p className={css("soft")}>{words.keys}</p>
      <p className={css("actions")}>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button main onClick={onApply}>
          {words.apply}
        </Button>
      </p>
    </div>
  );
}

function Group(props: { title: string; lines: readonly string[]; children?: ReactNode }) {
  const { title, lines, children } = props;
  if (lines.length === 0) return null;
  return (
    <section className={css("group")}>
      <h3>{title}</h3>
      {children}
      <Lines lines={lines} />
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css("lines")}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
