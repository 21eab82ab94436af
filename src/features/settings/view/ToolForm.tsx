/** One search service: its fields, a test, and the way to use or remove it. */
import { useEffect, useMemo, useState } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { searchPriceBounds } from "../../../log/setting-bounds.ts";
import { type BoundKey, originOf } from "../../../models/bound-key.ts";
import { toolPresets } from "../../../retrieval/search-services/presets.ts";
import { keyFor, originOfUnusedKey } from "../../../session/keyring.ts";
import {
  isReady,
  keyOutOfPlace,
  refOf,
  type StoredTool,
  type ToolTest,
} from "../../../session/tools.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { OptionalNumberField, TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { settingsText } from "../text/settings.ts";
import { toolsText as words } from "../text/tools.ts";
import { UnusedKeyNotice } from "./UnusedKeyNotice.tsx";
import sheet from "./SettingsDialog.module.css";
import { useTry } from "./use-try.ts";

const css = classes(sheet);

interface ToolFormProps {
  tool: StoredTool;
  /** Null removes it. */
  onChange: (tool: StoredTool | null) => void;
}

export function ToolForm({ tool, onChange }: ToolFormProps) {
  const source = useSettings((state) => state.run.source);
  const setControl = useSettings((state) => state.setControl);
  const keys = useSettings((state) => state.toolKeys[tool.id]);
  const key = useMemo(() => keyFor(keys, tool.address), [keys, tool.address]);
  const filledIn = isReady(tool, key);
  const wrong = useWrongField(tool, key);
  const ready = filledIn && wrong === null;
  const misplaced = keyOutOfPlace(tool);
  const problem =
    misplaced !== null
      ? words.keyOutOfPlace[misplaced]
      : filledIn && wrong !== null
        ? words.notRight(fieldLabel(wrong))
        : null;
  const chosen = source.tool === tool.id;
  function remove(): void {
    if (chosen) setControl("source.tool", "library");
    onChange(null);
  }
  function use(): void {
    // A tool that the router predicts would be asked in its place.
    setControl("source.choice", "fixed");
    setControl("source.tool", tool.id);
  }
  return (
    <fieldset className={css("group", "tool")}>
      <legend>{tool.title === "" ? words.kinds[tool.kind] : tool.title}</legend>
      <p className={css("soft")}>{words.about[tool.kind]}</p>
      <Fields tool={tool} onChange={onChange} />
      {toolPresets[tool.kind].key === "none" ? null : <KeyField tool={tool} />}
      {problem === null ? null : (
        <p className={css("result", "failed")} role="status">
          {problem}
        </p>
      )}
      <Test tool={tool} ready={ready} toolKey={key} />
      <p className={css("actions")}>
        {chosen && source.choice === "fixed" ? (
          <span>{words.inUse}</span>
        ) : (
          <TextButton disabled={!ready} onClick={use}>
            {words.use}
          </TextButton>
        )}
        <TextButton onClick={remove}>{words.remove}</TextButton>
      </p>
    </fieldset>
  );
}

/** The field that `src/retrieval/search-services` finds wrong; it is loaded when there is a form to check. */
function useWrongField(tool: StoredTool, key: BoundKey | null): string | null {
  const { toolProblem } = useRuntime();
  const [field, setField] = useState<string | null>(null);
  useEffect(() => {
    let outdated = false;
    void toolProblem({ tool, key }).then((problem) => {
      if (!outdated) setField(problem?.field ?? null);
    });
    return () => {
      outdated = true;
    };
  }, [tool, key, toolProblem]);
  return field;
}

const fieldLabels: Readonly<Record<string, string>> = {
  baseUrl: words.address,
  url: words.template,
  title: words.name,
  usdPerThousand: words.price,
  cx: words.cx,
  apiKey: words.key,
  headers: words.headerName,
};

/** By its place in the settings: "paths.list" is one of the places, "headers.x" a header. */
function fieldLabel(field: string): string {
  const [first = "", second] = field.split(".");
  const path = pathNames.find((name) => name === second);
  if (first === "paths" && path !== undefined) return words.paths[path];
  return fieldLabels[first] ?? field;
}

function Fields({ tool, onChange }: ToolFormProps) {
  const patch = (next: Partial<StoredTool>) => onChange({ ...tool, ...next });
  const isTemplate = tool.kind === "json-template";
  return (
    <>
      <TextField
        label={isTemplate ? words.template : words.address}
        type={isTemplate ? "text" : "url"}
        value={tool.address}
        help={isTemplate ? words.templateHint : undefined}
        onChange={(address) => patch({ address: address.trim() })}
      />
      <div className={css("columns")}>
        <TextField label={words.name} value={tool.title} onChange={(title) => patch({ title })} />
        <OptionalNumberField
          label={words.price}
          value={tool.usdPerThousand}
          range={searchPriceBounds}
          help={words.priceUnknown}
          onChange={(usdPerThousand) => patch({ usdPerThousand })}
        />
      </div>
      {tool.kind === "google-pse" ? (
        <TextField label={words.cx} value={tool.cx} onChange={(cx) => patch({ cx: cx.trim() })} />
      ) : null}
      {isTemplate ? <TemplateFields tool={tool} onChange={onChange} /> : null}
    </>
  );
}

const pathNames = ["list", "title", "text", "url"] as const;

function TemplateFields({ tool, onChange }: ToolFormProps) {
  const { header, paths } = tool;
  return (
    <>
      <div className={css("columns")}>
        {pathNames.map((name) => (
          <TextField
            key={name}
            label={words.paths[name]}
            value={paths[name]}
            help={name === "list" ? words.pathHint : undefined}
            onChange={(path) => onChange({ ...tool, paths: { ...paths, [name]: path.trim() } })}
          />
        ))}
      </div>
      <div className={css("columns")}>
        <TextField
          label={words.headerName}
          value={header.name}
          onChange={(name) => onChange({ ...tool, header: { ...header, name: name.trim() } })}
        />
        <TextField
          label={words.headerValue}
          value={header.value}
          onChange={(value) => onChange({ ...tool, header: { ...header, value } })}
        />
      </div>
    </>
  );
}

function KeyField({ tool: { id, address } }: { tool: StoredTool }) {
  const keys = useSettings((state) => state.toolKeys[id]);
  const setToolKey = useSettings((state) => state.setToolKey);
  const placeless = originOf(address) === "";
  return (
    <>
      <TextField
        label={words.key}
        type="password"
        value={keyFor(keys, address)?.secret ?? ""}
        readOnly={placeless}
        help={placeless ? settingsText.keyNeedsAddress : words.keyHelp}
        onChange={(next) => setToolKey(id, next.trim())}
      />
      <UnusedKeyNotice was={originOfUnusedKey(keys, address)} />
    </>
  );
}

function Test(props: { tool: StoredTool; ready: boolean; toolKey: BoundKey | null }) {
  const { tool, ready, toolKey } = props;
  const runtime = useRuntime();
  const { trying, outcome, start } = useTry((signal) =>
    runtime.testTool({ tool, key: toolKey }, signal),
  );
  return (
    <div className={css("group")}>
      <p className={css("actions")}>
        <Button disabled={!ready || trying} onClick={() => void start()}>
          {trying ? words.testing : words.test}
        </Button>
        <span className={css("soft")}>{ready ? refOf(tool).destination : words.unfinished}</span>
      </p>
      <div aria-live="polite">{outcome === null ? null : <Outcome outcome={outcome} />}</div>
    </div>
  );
}

function Outcome({ outcome }: { outcome: ToolTest }) {
  if (!outcome.ok) {
    const { title, body } = errorText(outcome.error);
    return (
      <p className={css("result", "failed")}>
        <strong>{title}.</strong> {body}
      </p>
    );
  }
  const { bytesSent, bytesReceived } = outcome.result;
  return (
    <p className={css("result")}>
      {words.testOk(outcome.passages, outcome.milliseconds, bytesSent, bytesReceived)}
    </p>
  );
}
