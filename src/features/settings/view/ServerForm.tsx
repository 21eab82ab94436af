import { useState } from "react";
import { useDevice, useSettings } from "../../../app/runtime/runtime-context.ts";
import type { Tier } from "../../../log/types.ts";
import { originOf } from "../../../models/bound-key.ts";
import { keyFor, originOfUnusedKey } from "../../../session/keyring.ts";
import { serverOf } from "../../../session/preferences.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { SelectField, SwitchField, TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText as words } from "../text/settings.ts";
import { ConnectionCheck } from "./ConnectionCheck.tsx";
import { PriceFields } from "./PriceFields.tsx";
import sheet from "./SettingsDialog.module.css";
import { UnusedKeyNotice } from "./UnusedKeyNotice.tsx";
import { useServer } from "./use-server.ts";

const css = classes(sheet);

const custom = "custom";

export function ServerForm({ tier }: { tier: Tier }) {
  const presets = useDevice((state) => state.providers);
  const [server, patch] = useServer(tier);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const preset = presets.find((one) => one.id === server.preset);

  function choosePreset(id: string): void {
    const chosen = presets.find((one) => one.id === id);
    setOffered([]);
    patch({ preset: id, baseUrl: chosen?.baseUrl ?? server.baseUrl, price: null });
  }

  return (
    <>
      <SelectField
        label={words.provider}
        value={server.preset}
        options={[
          { value: custom, label: words.ownProvider },
          ...presets.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        help={
          preset === undefined ? undefined : (
            <>
              {preset.help}
              {preset.browserNote === "" ? null : <br />}
              {preset.browserNote}
            </>
          )
        }
        onChange={choosePreset}
      />
      <TextField
        label={words.baseUrl}
        type="url"
        value={server.baseUrl}
        help={words.baseUrlHint}
        onChange={(baseUrl) => patch({ baseUrl: baseUrl.trim() })}
      />
      <div className={css("columns")}>
        <TextField
          label={words.modelName}
          value={server.model}
          suggestions={offered}
          onChange={(model) => patch({ model: model.trim(), price: null })}
        />
        <TextField
          label={words.organisation}
          value={server.organisation}
          onChange={(organisation) => patch({ organisation })}
        />
      </div>
      <KeyField tier={tier} />
      <ConnectionCheck
        tier={tier}
        onModels={setOffered}
        onSuggestion={(baseUrl) => patch({ baseUrl })}
      />
      <PriceFields key={`${server.preset} ${server.model}`} tier={tier} />
    </>
  );
}

function KeyField({ tier }: { tier: Tier }) {
  const keys = useSettings((state) => state.serverKeys);
  const setApiKey = useSettings((state) => state.setApiKey);
  const [{ baseUrl, rememberKey }, patch] = useServer(tier);
  const other = useSettings((state) => serverOf(state, tier === "large" ? "small" : "large"));
  const [shown, setShown] = useState(false);
  const origin = originOf(baseUrl);
  return (
    <>
      <TextField
        label={words.key}
        type={shown ? "text" : "password"}
        value={keyFor(keys, baseUrl)?.secret ?? ""}
        readOnly={origin === ""}
        help={
          <>
            {origin === "" ? words.keyNeedsAddress : words.keyHelp}{" "}
            <TextButton aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? words.keyHide : words.keyShow}
            </TextButton>
          </>
        }
        onChange={(key) => setApiKey(key.trim(), tier)}
      />
      <UnusedKeyNotice was={originOfUnusedKey(keys, baseUrl, other.baseUrl)} />
      <SwitchField
        label={words.remember}
        help={words.rememberHelp}
        checked={rememberKey}
        onChange={(remember) => patch({ rememberKey: remember })}
      />
    </>
  );
}
