import { type ComponentType, useState } from "react";
import { useDevice, useSettings } from "../../../../app/runtime/runtime-context.ts";
import { loadPrompts } from "../../../../methods/prompt-list.ts";
import { catalogueProfile } from "../../../../models/catalogue-model.ts";
import { controlGroups } from "../../../../runtime/controls.ts";
import {
  type ListedPrompt,
  type PromptSet,
  promptSets,
} from "../../../../runtime/listed-prompt.ts";
import { chosenSmallModel } from "../../../../session/device-store.ts";
import { smallServer } from "../../../../session/preferences.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { Dialog, useDialog } from "../../../../ui-kit/Dialog.tsx";
import { SwitchField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { groupWords } from "../../../../ui-kit/text/controls.ts";
import { promptsText as words } from "../../text/prompts.ts";
import { PromptEditor } from "./PromptEditor.tsx";
import sheet from "./PromptsDialog.module.css";

const css = classes(sheet);

export async function loadPromptsDialog(): Promise<ComponentType> {
  const prompts = await loadPrompts();
  return () => <PromptsDialog prompts={prompts} />;
}

interface Listed {
  prompts: readonly ListedPrompt[];
}

function PromptsDialog({ prompts }: Listed) {
  return (
    <Dialog {...useDialog("prompts")} title={words.title}>
      <Prompts prompts={prompts} />
    </Dialog>
  );
}

function Prompts({ prompts }: Listed) {
  const small = useSmallSet();
  const [set, setSet] = useState<PromptSet>(small);
  const [all, setAll] = useState(false);
  const [chosen, choose] = useState<string | null>(null);
  /** Incremented to remount the editor. */
  const [resets, setResets] = useState(0);
  const run = useSettings((state) => state.run);
  // The large model is always a chat model.
  const isLarge = set === "instruct";
  const isSmall = set === small || !isLarge;
  const ofSet = prompts.filter(({ sets }) => sets.includes(set));
  const usedPrompts = ofSet.filter(
    ({ asked }) => (isSmall && asked(run, "small")) || (isLarge && asked(run, "large")),
  );
  const shown = all ? unlike(ofSet) : unlike(usedPrompts);
  const current = shown.find(({ template }) => template.id === chosen) ?? shown[0];
  return (
    <div className={css("parts")}>
      <p className={css("soft")}>{words.intro}</p>
      <fieldset className={css("sets")}>
        <legend>{words.setLabel}</legend>
        {promptSets.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="prompt-set"
              checked={set === one}
              onChange={() => setSet(one)}
            />
            {words.sets[one]}
            {one === small ? <span className={css("soft")}> ({words.now})</span> : null}
          </label>
        ))}
      </fieldset>
      <div className={css("columns")}>
        <nav aria-label={words.list} className={css("list")}>
          {shown.length === 0 ? <p className={css("soft")}>{words.none}</p> : null}
          {controlGroups.map((group) => (
            <Group
              key={group}
              title={groupWords[group].title}
              prompts={shown.filter((prompt) => prompt.group === group)}
              asked={usedPrompts}
              current={current?.template.id ?? ""}
              onChoose={choose}
            />
          ))}
          <SwitchField label={words.all} checked={all} onChange={setAll} />
        </nav>
        {current === undefined ? null : (
          <PromptEditor
            key={`${current.template.id} ${resets}`}
            prompt={current}
            wanted={chosen !== null}
            trained={set === "trained" && current.template.id.startsWith("trained-")}
          />
        )}
      </div>
      <Changed onReset={() => setResets(resets + 1)} />
    </div>
  );
}

function useSmallSet(): PromptSet {
  const catalogue = useDevice((state) => state.catalogue);
  const small = useSettings((state) => state.small);
  // A model at a server is a chat model, in either tier.
  if (smallServer(small) !== null) return "instruct";
  const model = chosenSmallModel(catalogue, small.modelId);
  return model == null ? "trained" : catalogueProfile(model);
}

function unlike(prompts: readonly ListedPrompt[]): ListedPrompt[] {
  return [...new Map(prompts.map((prompt) => [prompt.template.id, prompt])).values()];
}

function Group(props: {
  title: string;
  prompts: readonly ListedPrompt[];
  asked: readonly ListedPrompt[];
  current: string;
  onChoose: (id: string) => void;
}) {
  const { title, prompts, asked, current, onChoose } = props;
  const edits = useSettings((state) => state.run.prompts);
  if (prompts.length === 0) return null;
  const askedIds = new Set(asked.map(({ template }) => template.id));
  return (
    <section className={css("group")}>
      <h3>{title}</h3>
      <ul>
        {prompts.map(({ title: name, template: { id } }) => (
          <li key={id}>
            <button
              type="button"
              className={css("prompt")}
              aria-current={id === current ? "true" : undefined}
              onClick={() => onChoose(id)}
            >
              {name}
              {edits?.[id] === undefined ? null : (
                <strong className={css("mark")}>{words.edited}</strong>
              )}
              {askedIds.has(id) ? null : <span className={css("unasked")}>{words.unasked}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changed({ onReset }: { onReset: () => void }) {
  const edits = useSettings((state) => state.run.prompts);
  const reset = useSettings((state) => state.resetPrompts);
  const changed = Object.keys(edits ?? {}).length;
  if (changed === 0) return null;
  return (
    <div className={css("foot")}>
      <p>
        {words.changed(changed)}. {words.paperWarning}
      </p>
      <TextButton
        onClick={() => {
          reset();
          onReset();
        }}
      >
        {words.resetAll}
      </TextButton>
    </div>
  );
}
