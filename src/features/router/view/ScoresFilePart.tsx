/** How answers are scored, and the scores as a file to take along or bring in. */
import { useState } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import type { BadScoreRow } from "../../../methods/homo-router/training/score-file.ts";
import { type Matching, matchings } from "../../../methods/homo-router/training/scores.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../ui-kit/ConfirmButton.tsx";
import { SelectField, SwitchField } from "../../../ui-kit/Field.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { routerText as words } from "../text/router.ts";
import { LeftOut, Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

export function ScoresFilePart() {
  const work = useRouterWork();
  const rows = useRouter((state) => state.rows);
  const matching = useRouter((state) => state.matching);
  const isCollecting = useRouter((state) => state.collecting !== null);
  const [withVectors, setWithVectors] = useState(false);
  const [note, setNote] = useState("");
  const [bad, setBad] = useState<readonly BadScoreRow[]>([]);
  const say = (message: string, lines: readonly BadScoreRow[] = []) => {
    setNote(message);
    setBad(lines);
  };
  async function match(chosen: Matching): Promise<void> {
    const stored = await work.setMatching(chosen);
    if (stored !== null) say(stored === 0 ? words.rescoredAll : words.rescoredKept(stored));
  }
  async function open(file: File): Promise<void> {
    const read = await work.openScores(file);
    if (read !== null) say(words.opened(read.taken, read.dropped), read.bad);
  }
  async function save(): Promise<void> {
    const text = await work.scoresFile(withVectors);
    if (text !== null) saveFile("hopwise-router-scores.jsonl", text, "application/jsonl");
  }
  return (
    <Section title={words.filesTitle}>
      <SelectField
        label={words.matching}
        help={words.matchingHelp}
        value={matching}
        options={matchings.map((value) => ({
          value,
          label: words.matchings[value],
          disabled: isCollecting && value !== matching,
        }))}
        onChange={(chosen) => void match(chosen)}
      />
      <p className={css("tools")}>
        <OpenFile
          label={words.openScores}
          accept=".jsonl,.ndjson,.json,.txt"
          disabled={isCollecting}
          onFile={(file) => void open(file)}
        />
        <Button disabled={rows.length === 0} onClick={() => void save()}>
          {words.saveScores}
        </Button>
      </p>
      <SwitchField label={words.withVectors} checked={withVectors} onChange={setWithVectors} />
      <div role="status">
        {note === "" ? null : <p>{note}</p>}
        <LeftOut
          lines={bad.map(({ line, problem }) => ({ line, why: words.scoreProblems[problem] }))}
        />
      </div>
      {isCollecting ? <p className={css("soft")}>{words.notWhileCollecting}</p> : null}
      {rows.length === 0 || isCollecting ? null : <Clear count={rows.length} />}
    </Section>
  );
}

function Clear({ count }: { count: number }) {
  const work = useRouterWork();
  return (
    <p>
      <ConfirmButton
        open={words.clear}
        sure={words.clearSure(count)}
        keep={words.keepThem}
        onSure={() => void work.clearRows()}
      />
    </p>
  );
}
