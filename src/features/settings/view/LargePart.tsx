/** The large model: whose it is, where it answers, the key, and what it costs. */
import { useEffect, useState } from "react";
import { useDevice, useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { originOf } from "../../../models/bound-key.ts";
import { keyFor, originOfUnusedKey } from "../../../session/keyring.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { SelectField, SwitchField, TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText as words } from "../text/settings.ts";
import { ConnectionCheck } from "./ConnectionCheck.tsx";
import { Part } from "./Part.tsx";
import { PriceFields } from "./PriceFields.tsx";
import sheet from "./SettingsDialog.module.css";
import { UnusedKeyNotice } from "./UnusedKeyNotice.tsx";

const css = classes(sheet);

const custom = "custom";

export function LargePart() {
  const runtime = useRuntime();
  const presets = useDevice((state) => state.providers);
  const large = useSettings((state) => state.large);
  const change = useSettings((state) => state.change);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const preset = presets.find((one) => one.id === large.preset);
  useEffect(() => {
    void runtime.lookUpPrice(large);
  }, [runtime, large]);

  function patch(next: Partial<typeof large>): void {
    change({ large: { ...large, ...next } });
  }
  function choosePreset(id: string): void {
    const chosen = presets.find((one) => one.id === id);
    setOffered([]);
    patch({ preset: id, baseUrl: chosen?.baseUrl ?? large.baseUrl, price: null });
  }

  return (
    <Part name="large" title={words.large} help={words.largeHelp}>
      <SelectField
        label={words.provider}
        value={large.preset}
        options={[
          { value: custom, label: words.ownProvider },
          ...presets.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        help={preset === undefined ? undefined : `${preset.help} ${preset.browserNote}`}
        onChange={choosePreset}
      />
      <TextField
        label={words.baseUrl}
        type="url"
        value={large.baseUrl}
        help={words.baseUrlHint}
        onChange={(baseUrl) => patch({ baseUrl: baseUrl.trim() })}
      />
      <div className={css("columns")}>
        <TextField
          label={words.modelName}
          value={large.model}
          suggestions={offered}
          onChange={(model) => patch({ model: model.trim(), price: null })}
        />
        <TextField
          label={words.organisation}
          value={large.organisation}
          onChange={(organisation) => patch({ organisation })}
        />
      </div>
      <KeyField />
      <ConnectionCheck onModels={setOffered} onSuggestion={(baseUrl) => patch({ baseUrl })} />
      <PriceFields key={`${large.preset} ${large.model}`} />
    </Part>
  );
}

function KeyField() {
  const keys = useSettings((state) => state.largeKeys);
  const setApiKey = useSettings((state) => state.setApiKey);
  const large = useSettings((state) => state.large);
  const change = useSettings((state) => state.change);
  const [shown, setShown] = useState(false);
  const origin = originOf(large.baseUrl);
  return (
    <>
      <TextField
        label={words.key}
        type={shown ? "text" : "password"}
        value={keyFor(keys, large.baseUrl)?.secret ?? ""}
        readOnly={origin === ""}
        help={
          <>
            {origin === "" ? words.keyNeedsAddress : words.keyHelp}{" "}
            <TextButton aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? words.keyHide : words.keyShow}
            </TextButton>
          </>
        }
        onChange={(key) => setApiKey(key.trim())}
      />
      <UnusedKeyNotice was={originOfUnusedKey(keys, large.baseUrl)} />
      <SwitchField
        label={words.remember}
        help={words.rememberHelp}
        checked={large.rememberKey}
        onChange={(rememberKey) => change({ large: { ...large, rememberKey } })}
      />
    </>
  );
}
