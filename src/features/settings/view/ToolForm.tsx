import { useEffect, useMemo, useState } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { searchPriceBounds } from "../../../log/setting-bounds.ts";
import { type BoundKey, originOf } from "../../../models/bound-key.ts";
import { searchServices } from "../../../retrieval/search-services/index.ts";
import { keyFor, originOfUnusedKey } from "../../../session/keyring.ts";
import { withOwnText } from "../../../session/tool-entry.ts";
import {
  fieldsOf,
  isReady,
  keyOutOfPlace,
  ownText,
  refOf,
  type StoredTool,
  type ToolTest,
} from "../../../session/tools.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { OptionalNumberField, SelectField, TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { settingsText } from "../text/settings.ts";
import { toolsText as words } from "../text/tools.ts";
import sheet from "./SettingsDialog.module.css";
import { UnusedKeyNotice } from "./UnusedKeyNotice.tsx";
import { useAbout } from "./use-about.ts";
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
      ? misplacedKey(tool, misplaced)
      : filledIn && wrong !== null
        ? words.notRight(fieldLabel(tool, wrong))
        : null;
  const service = searchServices.find(tool.kind);
  const about = useAbout(tool.kind);
  const chosen = source.tool === tool.id;
  function remove(): void {
    if (chosen) setControl("source.tool", "library");
    onChange(null);
  }
  function use(): void {
    // Otherwise the router's choice would override this service.
    setControl("source.choice", "fixed");
    setControl("source.tool", tool.id);
  }
  return (
    <fieldset className={css("group", "tool")}>
      <legend>{tool.title === "" ? (service?.choice ?? service?.title) : tool.title}</legend>
      <p className={css("soft")}>{about}</p>
      <Fields tool={tool} onChange={onChange} />
      {service?.key === "none" ? null : <KeyField tool={tool} />}
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

/** The service's code is loaded when there is a form to check. */
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
  title: words.name,
  usdPerThousand: words.price,
  apiKey: words.key,
};

function fieldLabel(tool: StoredTool, place: string): string {
  if (place === "baseUrl" || place === "url") return addressLabel(tool);
  const [, own] = fieldsOf(tool).find(([name]) => name === place) ?? [];
  return own?.label ?? fieldLabels[place] ?? place;
}

function groupOf(field: string): string {
  return field.split(".")[0] ?? field;
}

function misplacedKey(tool: StoredTool, group: string): string {
  const own = fieldsOf(tool).find(
    ([name, { keyPlace }]) => groupOf(name) === group && keyPlace !== undefined,
  );
  const place = own?.[1].keyPlace;
  return place === undefined ? words.keyInAddress : words.keyOutOfPlace(place);
}

function addressLabel({ kind }: StoredTool): string {
  return searchServices.find(kind)?.isTemplate === true ? words.template : words.address;
}

function Fields({ tool, onChange }: ToolFormProps) {
  const patch = (next: Partial<StoredTool>) => onChange({ ...tool, ...next });
  const isTemplate = searchServices.find(tool.kind)?.isTemplate === true;
  const groups = [...new Set(fieldsOf(tool).map(([name]) => groupOf(name)))];
  return (
    <>
      <TextField
        label={addressLabel(tool)}
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
      {groups.map((group) => (
        <OwnFields key={group} group={group} tool={tool} onChange={onChange} />
      ))}
    </>
  );
}

function OwnFields({ group, tool, onChange }: ToolFormProps & { group: string }) {
  const own = fieldsOf(tool).filter(([name]) => groupOf(name) === group);
  const fields = own.map(([name, { label, help, keyPlace, choices }]) => {
    const shown = { label, help, value: ownText(tool, name) };
    const enter = (text: string) => onChange(withOwnText(tool, name, text));
    return choices === undefined ? (
      <TextField
        key={name}
        {...shown}
        onChange={(text) => enter(keyPlace === undefined ? text.trim() : text)}
      />
    ) : (
      <SelectField key={name} {...shown} options={choices} onChange={enter} />
    );
  });
  return own.length === 1 ? fields : <div className={css("columns")}>{fields}</div>;
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
