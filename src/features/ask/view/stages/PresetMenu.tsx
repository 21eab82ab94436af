/** The method's presets, and a button for the engines dialog. */
import { useId } from "react";
import { useSettings, useView } from "../../../../app/runtime/runtime-context.ts";
import { matchingPreset, presetOfPrompts } from "../../../../session/presets.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { useMethod } from "../../../../ui-kit/use-problems.ts";
import sheet from "./PresetMenu.module.css";

const css = classes(sheet);

export function PresetMenu() {
  const run = useSettings((state) => state.run);
  const changeRun = useSettings((state) => state.changeRun);
  const openSettings = useView((state) => state.openSettings);
  const close = useView((state) => state.close);
  function showEngines(): void {
    close("method");
    openSettings("small");
  }
  const presets = useMethod()?.presets ?? [];
  const id = useId();
  const current = matchingPreset(run);
  const unchanged = presetOfPrompts(run);
  return (
    <div className={css("menu")}>
      <label htmlFor={id}>{text.stages.preset}</label>
      <select
        id={id}
        className={css("select")}
        value={current?.id ?? ""}
        title={current?.description}
        onChange={(event) => {
          const preset = presets.find((one) => one.id === event.target.value);
          if (preset !== undefined) changeRun(preset.settings);
        }}
      >
        {current === null ? (
          <option value="">
            {unchanged === null
              ? text.stages.ownPreset
              : text.stages.promptsChanged(unchanged.title)}
          </option>
        ) : null}
        {presets.map((preset) => (
          <option key={preset.id} value={preset.id}>
            {preset.title}
          </option>
        ))}
      </select>
      <TextButton onClick={showEngines}>{text.stages.engines}</TextButton>
    </div>
  );
}
