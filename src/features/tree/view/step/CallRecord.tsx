import type { TraceCall } from "../../../../folds/trace.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import type { Usage } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import { count, moneyText, seconds, unknown } from "../../../../ui-kit/text/format.ts";
import { privacyText } from "../../../settings/text/privacy.ts";
import { stepPanelText } from "../../text/step-panel.ts";
import sheet from "./CallRecord.module.css";

const css = classes(sheet);

export function CallRecord(props: {
  call: TraceCall;
  failures: readonly RunEventOf<"parse-failure">[];
}) {
  const { call, failures } = props;
  const { start, end } = call;
  return (
    <div className={css("call")}>
      <p className={css("head")}>
        <TierIcon tier={start.model.tier} />
        <strong>{stepPanelText.purposes[start.purpose]}</strong>
        <span>{start.model.model}</span>
      </p>
      {start.withheld === undefined ? null : <p>{privacyText.withheld(start.withheld)}</p>}
      <dl className={css("numbers")}>
        <dt>{stepPanelText.tokens}</dt>
        <dd>
          {usageText((end ?? call.error)?.usage ?? null)}
          {end?.reported === undefined ? null : (
            <small> {stepPanelText.understated(usageText(end.reported))}</small>
          )}
        </dd>
        <dt>{stepPanelText.cost}</dt>
        <dd>{end === null ? unknown : moneyText(end.cost)}</dd>
        <dt>{stepPanelText.time}</dt>
        <dd>{timeText(end)}</dd>
        <dt>{stepPanelText.engine}</dt>
        <dd>{engineText(call)}</dd>
      </dl>
      {failures.map((failure) => (
        <p key={failure.seq} className={css("failure")}>
          {stepPanelText.parseFailure(failure.expected, failure.resolution, failure.detail)}
        </p>
      ))}
      <details>
        <summary>{stepPanelText.output}</summary>
        <Verbatim name={stepPanelText.output} content={call.text} />
      </details>
      <details>
        <summary>{stepPanelText.prompt}</summary>
        {start.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt's messages never reorder
          <Verbatim key={index} name={message.role} content={message.content} labelled />
        ))}
        {start.assistantPrefix === "" ? null : (
          <Verbatim name="assistant" content={`${start.assistantPrefix}…`} labelled />
        )}
      </details>
    </div>
  );
}

/** Long lines scroll, so the block must be focusable. */
function Verbatim(props: { name: string; content: string; labelled?: boolean }) {
  const { name, content, labelled = false } = props;
  return (
    <>
      {labelled ? <p className={css("role")}>{name}</p> : null}
      <pre className={css("verbatim")} dir="auto">
        {content === "" ? unknown : content}
      </pre>
    </>
  );
}

function usageText(usage: Usage | null): string {
  if (usage === null) return unknown;
  const { promptTokens, cachedTokens, generatedTokens } = usage;
  return stepPanelText.tokenParts(count(promptTokens), count(cachedTokens), count(generatedTokens));
}

function timeText(end: TraceCall["end"]): string {
  if (end === null) return unknown;
  const parts = [seconds(end.totalMs / 1000)];
  if (end.firstTokenMs !== null) parts.push(stepPanelText.firstToken(end.firstTokenMs / 1000));
  return parts.join(", ");
}

function engineText({ start, end }: TraceCall): string {
  const parts = [start.model.engine];
  if (end?.constrained) parts.push(stepPanelText.constrained);
  if (end?.meanLogprob != null) parts.push(stepPanelText.certainty(end.meanLogprob));
  return parts.join(", ");
}
