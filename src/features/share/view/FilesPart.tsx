import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { otlpTrace } from "../../../folds/otlp/run-trace.ts";
import type { RunEvent } from "../../../log/events.ts";
import { writeRunFile } from "../../../log/file.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { SwitchField } from "../../../ui-kit/Field.tsx";
import { svgAsPng } from "../../../ui-kit/picture-export.ts";
import { runFileName } from "../../../ui-kit/run-file-name.ts";
import { saveBlob } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { toAnswerMarkdown } from "../../ask/view/answer/markdown-of.ts";
import { shareText as words } from "../../runs/text/history.ts";
import type { RedactedLog } from "../redact.ts";
import sheet from "./ShareDialog.module.css";
import { treeAsGif } from "./tree-film.ts";
import { treeAsSvg } from "./tree-picture.ts";

const css = classes(sheet);

interface FilesPartProps {
  events: readonly RunEvent[];
  log: RedactedLog;
}

export function FilesPart({ events, log }: FilesPartProps) {
  const { reading } = useRuntime();
  const trace = useRun((state) => state.trace);
  const [withDocuments, setWithDocuments] = useState(false);
  const name = runFileName(trace.start?.question ?? "");
  const traced = withDocuments ? events : log.events;
  return (
    <section className={css("part")} aria-labelledby="share-files">
      <h3 id="share-files">{words.filesTitle}</h3>
      <ul>
        <FileRow
          title={words.run}
          help={words.runHelp}
          name={`${name}.run.json`}
          make={async () => textFile(writeRunFile(events), "application/json")}
        />
        <FileRow
          title={words.markdown}
          help={words.markdownHelp}
          name={`${name}.md`}
          make={async () => textFile(await toAnswerMarkdown(trace, reading), "text/markdown")}
        />
        <FileRow
          title={words.svg}
          help={words.pictureHelp}
          name={`${name}.svg`}
          make={async () => textFile(await treeAsSvg(events), "image/svg+xml")}
        />
        <FileRow
          title={words.png}
          help={words.pictureHelp}
          name={`${name}.png`}
          make={async () => svgAsPng(await treeAsSvg(events))}
        />
        <FilmRow events={events} name={`${name}.gif`} />
        <FileRow
          title={words.trace}
          help={words.traceHelp}
          name={`${name}.otlp.json`}
          make={async () => textFile(JSON.stringify(otlpTrace(traced)), "application/json")}
        >
          {log.leavesOut ? (
            <SwitchField
              label={words.traceDocuments}
              checked={withDocuments}
              onChange={setWithDocuments}
            />
          ) : null}
        </FileRow>
      </ul>
    </section>
  );
}

function FilmRow({ events, name }: { events: readonly RunEvent[]; name: string }) {
  const [state, setState] = useState<"idle" | "packing" | "failed" | number>("idle");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  async function save(): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setState(0);
    try {
      const gif = await treeAsGif(events, controller.signal, (share) =>
        setState(share ?? "packing"),
      );
      if (controller.signal.aborted) return;
      saveBlob(name, gif);
      setState("idle");
    } catch {
      setState(controller.signal.aborted ? "idle" : "failed");
    }
  }
  const busy = state === "packing" || typeof state === "number";
  return (
    <li className={css("file")}>
      <div>
        <p className={css("name")}>{words.film}</p>
        <p className={css("soft")}>{words.filmHelp}</p>
        <p className={css("soft")} role="status">
          {typeof state === "number" ? words.filming(state) : null}
          {state === "packing" ? words.encoding : null}
        </p>
        {state === "failed" ? <p role="alert">{words.failed}</p> : null}
      </div>
      {busy ? (
        <Button
          onClick={() => {
            stop.current?.abort();
            setState("idle");
          }}
        >
          {words.stop}
        </Button>
      ) : (
        <Button aria-label={words.saveNamed(words.film)} onClick={() => void save()}>
          {words.save}
        </Button>
      )}
    </li>
  );
}

function textFile(text: string, type: string): Blob {
  return new Blob([text], { type });
}

interface FileRowProps {
  title: string;
  help: string;
  name: string;
  make: () => Promise<Blob>;
  children?: ReactNode;
}

function FileRow({ title, help, name, make, children }: FileRowProps) {
  const [failed, setFailed] = useState(false);
  async function save(): Promise<void> {
    try {
      saveBlob(name, await make());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <li className={css("file")}>
      <div>
        <p className={css("name")}>{title}</p>
        <p className={css("soft")}>{help}</p>
        {children}
        {failed ? <p role="alert">{words.failed}</p> : null}
      </div>
      <Button aria-label={words.saveNamed(title)} onClick={() => void save()}>
        {words.save}
      </Button>
    </li>
  );
}
