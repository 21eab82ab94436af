/** Beside the question: why it was not asked and what to do, or how a follow-up was read. */
import { focusOnRun, useApp } from "../../../../app/runtime/runtime-context.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { Stop } from "../../screening.ts";
import type { FollowUp } from "../../screening-store.ts";
import { screeningText as words } from "../../text/screening.ts";
import { askAboutOther, askAnyway, askScreened } from "./ask-screened.ts";
import sheet from "./ScreeningNotice.module.css";

const css = classes(sheet);

export function StoppedNotice({ draft, stop }: { draft: string; stop: Stop }) {
  const app = useApp();
  function askInstead(question: string): void {
    app.view.getState().write(question);
    void askScreened(app, question);
    focusOnRun();
  }
  return (
    <div className={css("notice")} role="alert">
      <p>{words.sentence(stop)}</p>
      <div className={css("ways")}>
        {stop.kind === "name"
          ? stop.params.nearest.map((name) => (
              <Button
                key={name}
                onClick={() => askInstead(draft.replace(stop.params.word, () => name))}
              >
                {words.didYouMean(name)}
              </Button>
            ))
          : null}
        {stop.kind === "antecedent"
          ? stop.params.candidates.map((name, at, all) => (
              <Button
                key={name}
                onClick={() =>
                  void askAboutOther(app, draft, stop.params.word, [name, ...all.toSpliced(at, 1)])
                }
              >
                {words.about(name)}
              </Button>
            ))
          : null}
        <Button
          onClick={() => {
            void askAnyway(app, draft);
            focusOnRun();
          }}
        >
          {words.anyway}
        </Button>
      </div>
    </div>
  );
}

export function FollowUpNote({ typed, resolved, before }: FollowUp) {
  const app = useApp();
  const { word, antecedent, others } = resolved;
  return (
    <div className={css("followUp")} role="status">
      <p>
        {words.read(resolved)} {words.typed(typed)}
      </p>
      {others.map((name) => (
        <TextButton
          key={name}
          onClick={() => {
            const rest = [antecedent, ...others].filter((other) => other !== name);
            void askAboutOther(app, typed, word, [name, ...rest], before);
          }}
        >
          {words.aboutInstead(name)}
        </TextButton>
      ))}
      {before === null ? null : (
        <TextButton
          title={before.question}
          onClick={() => void app.runtime.openLog(before.events, before.origin)}
        >
          {words.before(before.question)}
        </TextButton>
      )}
    </div>
  );
}
