import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import { methods } from "../../../../methods/index.ts";
import { findMethodInfo, matchingPreset, startingPreset } from "../../../../session/presets.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { UnlikePaper } from "../../../../ui-kit/UnlikePaper.tsx";
import { useFacts } from "../../../../ui-kit/use-problems.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { offeredComparisons } from "./configurations.ts";
import type { Draft } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import type { PartProps } from "./SamplePart.tsx";
import { Section } from "./Section.tsx";

const css = classes({ ...sheet, ...formSheet });

export function MethodPart({ draft, change }: PartProps) {
  const facts = useFacts();
  const { settings } = draft;
  const method = findMethodInfo(settings.method);
  const preset = matchingPreset(settings);
  function chooseMethod(id: string): void {
    const info = findMethodInfo(id);
    const first = info === null ? null : startingPreset(info, facts);
    if (first !== null) change(withSettings(draft, first.settings));
  }
  return (
    <Section title={words.methodTitle}>
      <div className={css("fields")}>
        <SelectField
          label={words.method}
          help={method?.summary}
          value={settings.method}
          options={methods.all.map(({ id, title, kind }) => ({
            value: id,
            label: title,
            group: methodText.kinds[kind],
          }))}
          onChange={chooseMethod}
        />
        <PresetSelect draft={draft} change={change} current={preset?.id ?? null} />
      </div>
      <UnlikePaper settings={settings} />
    </Section>
  );
}

/** If the method lacks the comparison, falls back to the first that it has. */
function withSettings(draft: Draft, settings: Draft["settings"]): Partial<Draft> {
  const offered = offeredComparisons({ ...draft, settings });
  const comparison = offered.includes(draft.comparison)
    ? draft.comparison
    : (offered[0] ?? draft.comparison);
  return { settings, comparison, chosen: [], methods: null, sweptPath: null, sweptValues: "" };
}

function PresetSelect({ draft, change, current }: PartProps & { current: string | null }) {
  const onAsk = useSettings((state) => state.run);
  const presets = findMethodInfo(draft.settings.method)?.presets ?? [];
  const asOnAsk = onAsk.method === draft.settings.method && matchingPreset(onAsk) === null;
  return (
    <SelectField
      label={words.preset}
      help={presets.find(({ id }) => id === current)?.description}
      value={current ?? ""}
      options={[
        ...(asOnAsk || current === null ? [{ value: "", label: words.asOnAsk }] : []),
        ...presets.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onChange={(chosen) => {
        const settings = presets.find(({ id }) => id === chosen)?.settings ?? onAsk;
        change(withSettings(draft, settings));
      }}
    />
  );
}
