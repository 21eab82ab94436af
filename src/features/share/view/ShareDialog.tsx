import { useEffect, useMemo, useState } from "react";
import { useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { answeredSentence } from "../../../ui-kit/answered-sentence.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { Dialog, useDialog } from "../../../ui-kit/Dialog.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { untilGone } from "../../../ui-kit/until-gone.ts";
import { shareText as words } from "../../runs/text/history.ts";
import { longestLink, lookUpIn, runLink, safeLink } from "../link.ts";
import { RedactedLog } from "../redact.ts";
import { FilesPart } from "./FilesPart.tsx";
import sheet from "./ShareDialog.module.css";

const css = classes(sheet);

export function ShareDialog() {
  const events = useRun((state) => state.events);
  const log = useMemo(() => RedactedLog.of(events), [events]);
  return (
    <Dialog {...useDialog("share")} title={words.title}>
      <div className={css("parts")}>
        <SharedAnswer />
        <LinkPart log={log} />
        <FilesPart events={events} log={log} />
      </div>
    </Dialog>
  );
}

function SharedAnswer() {
  const trace = useRun((state) => state.trace);
  const ledger = useRun((state) => state.ledger);
  if (trace.answer === null) return null;
  return <p dir="auto">{words.shared(answeredSentence(trace, ledger))}</p>;
}

function LinkPart({ log }: { log: RedactedLog }) {
  const link = useLink(log);
  return (
    <section className={css("part")} aria-labelledby="share-link">
      <h3 id="share-link">{words.linkTitle}</h3>
      <p>{words.linkHelp}</p>
      <ul className={css("inside")}>
        <li>{words.keys}</li>
        <li>{log.leavesOut ? words.leavesOut : words.public}</li>
      </ul>
      {link === null ? <p role="status">{words.packing}</p> : <Packed link={link} />}
    </section>
  );
}

function Packed({ link }: { link: string }) {
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  if (link.length > longestLink) {
    return (
      <p role="status">
        {words.size(link.length)}. {words.tooLong}
      </p>
    );
  }
  return (
    <>
      <label className={css("link")}>
        <span>
          {words.link} <span className={css("size")}>{words.size(link.length)}</span>
        </span>
        <input readOnly value={link} onFocus={(event) => event.target.select()} />
      </label>
      {link.length > safeLink ? <p className={css("soft")}>{words.long}</p> : null}
      <p className={css("tools")}>
        <Button
          main
          onClick={() =>
            void navigator.clipboard.writeText(link).then(
              () => setCopied("yes"),
              () => setCopied("failed"),
            )
          }
        >
          {words.copy}
        </Button>
        <span role="status">
          {copied === "yes" ? words.copied : copied === "failed" ? words.notCopied : ""}
        </span>
      </p>
    </>
  );
}

/** Null until it is packed. */
function useLink(log: RedactedLog): string | null {
  const { reading } = useRuntime();
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    const { origin, pathname } = location;
    const page = `${origin}${pathname}`;
    // Without the library's files, all passages are included.
    const made = runLink(log, page, lookUpIn(reading)).catch(() =>
      runLink(log, page, async () => new Map()),
    );
    return untilGone(made, setLink);
  }, [log, reading]);
  return link;
}
