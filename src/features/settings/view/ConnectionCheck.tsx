import { useRef, useState } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import type { Tier } from "../../../log/types.ts";
import type { ConnectionTest } from "../../../models/openai-compatible/connection-test.ts";
import { keyFor } from "../../../session/keyring.ts";
import { isConfigured, serverOf } from "../../../session/preferences.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { settingsText as words } from "../text/settings.ts";
import { InView } from "./InView.tsx";
import sheet from "./SettingsDialog.module.css";
import { useTry } from "./use-try.ts";

const css = classes(sheet);

export function ConnectionCheck(props: {
  tier: Tier;
  onModels: (models: readonly string[]) => void;
  onSuggestion: (baseUrl: string) => void;
}) {
  const { tier, onModels, onSuggestion } = props;
  const runtime = useRuntime();
  const configured = useSettings((state) => isConfigured(serverOf(state, tier)));
  // A result is valid only for the settings that were tested.
  const entered = useSettings((state) => {
    const { baseUrl, model, organisation } = serverOf(state, tier);
    const key = keyFor(state.serverKeys, baseUrl)?.secret ?? "";
    return [baseUrl, model, organisation, key].join("\n");
  });
  const [tested, setTested] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const { trying, outcome, start } = useTry((signal) => runtime.testConnection(tier, signal));

  async function test(): Promise<void> {
    setTested(entered);
    const found = await start();
    if (found !== null) onModels(found.models ?? []);
  }

  return (
    <div className={css("group")}>
      <p>
        <Button ref={button} disabled={!configured || trying} onClick={() => void test()}>
          {trying ? words.testing : words.test}
        </Button>
      </p>
      <div aria-live="polite">
        {outcome === null || tested !== entered ? null : (
          <InView>
            <TestResult
              result={outcome}
              onSuggestion={(baseUrl) => {
                onSuggestion(baseUrl);
                button.current?.focus();
              }}
            />
          </InView>
        )}
      </div>
    </div>
  );
}

function TestResult(props: { result: ConnectionTest; onSuggestion: (baseUrl: string) => void }) {
  const { result, onSuggestion } = props;
  if (result.ok) {
    return (
      <div className={css("result")}>
        <p>{words.testOk(result.url, result.totalMs, result.models?.length ?? 0)}</p>
        <p>{words.abilities(result.abilities)}</p>
        {result.listed === false ? <p>{words.unlisted}</p> : null}
      </div>
    );
  }
  const { title, body } = errorText(result.error);
  const { reach, suggestedBaseUrl } = result;
  return (
    <div className={css("result", "failed")}>
      <p>
        <strong>{title}.</strong> {reach === null ? body : words.reach[reach](result.url)}
      </p>
      {suggestedBaseUrl === null ? null : (
        <TextButton onClick={() => onSuggestion(suggestedBaseUrl)}>
          {words.takeSuggestion(suggestedBaseUrl)}
        </TextButton>
      )}
    </div>
  );
}
