import { useState } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { BadScoreRow } from "../../../methods/homo-router/training/score-file.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../ui-kit/ConfirmButton.tsx";
import { DamagedRows } from "../../../ui-kit/Damaged.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { routerText as words } from "../text/router.ts";
import { routerWorkFor } from "../work.ts";
import { LeftOut, Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";

const css = classes(sheet);

export function ScoresPart() {
  const work = routerWorkFor(useRuntime().router);
  const count = useRouter((state) => state.rows.length);
  const damaged = useRouter((state) => state.damaged);
  const [note, setNote] = useState("");
  const [bad, setBad] = useState<readonly BadScoreRow[]>([]);
  async function open(file: File): Promise<void> {
    const read = await work.openScores(file);
    if (read === null) return;
    setNote(words.opened(read.taken, read.dropped));
    setBad(read.bad);
  }
  async function save(): Promise<void> {
    const text = await work.scoresFile();
    if (text !== null) saveFile("hopwise-router-scores.jsonl", text, "application/jsonl");
  }
  return (
    <Section title={words.scoresTitle}>
      <p className={css("soft")}>{words.scoresHelp}</p>
      <p>{words.questions(count)}</p>
      <DamagedRows kind="question" ids={damaged} onRemove={(id) => work.removeDamaged(id)} />
      <p className={css("tools")}>
        <OpenFile
          label={words.openScores}
          accept=".json,.gz,.jsonl,.ndjson,.txt"
          onFile={(file) => void open(file)}
        />
        <Button disabled={count === 0} onClick={() => void save()}>
          {words.saveScores}
        </Button>
      </p>
      <div role="status">
        {note === "" ? null : <p>{note}</p>}
        <LeftOut
          lines={bad.map(({ line, problem }) => ({ line, why: words.scoreProblems[problem] }))}
        />
      </div>
      {count === 0 ? null : (
        <p>
          <ConfirmButton
            open={words.clear}
            sure={words.clearSure(count)}
            keep={words.keepThem}
            onSure={() => void work.clearRows()}
          />
        </p>
      )}
    </Section>
  );
}
