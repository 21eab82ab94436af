/** Whether the answer to an example is right. Renders nothing for other questions. */
import { useDevice, useRun } from "../../../../app/runtime/runtime-context.ts";
import { coverExactMatchTokens } from "../../../../metrics/score.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { answerText as words } from "../../text/answer.ts";
import sheet from "./KnownAnswer.module.css";

const css = classes(sheet);

/** `short`: the bare answer of the displayed run. */
export function KnownAnswer({ short }: { short: string }) {
  const question = useRun(({ trace }) => trace.start?.question ?? "");
  const known = useDevice(({ examples }) => examples.find((one) => one.question === question));
  if (known === undefined) return null;
  const isRight = coverExactMatchTokens(short, known.answers) === 1;
  return (
    <div className={css("known", isRight ? "right" : "wrong")}>
      <span aria-hidden="true">{isRight ? "✓" : "✗"}</span>{" "}
      {isRight ? words.right : words.wrong(known.answers[0] ?? "")}
    </div>
  );
}
