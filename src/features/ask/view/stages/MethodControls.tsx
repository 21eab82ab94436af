/** All settings of a method, by stage, and the choices its paper leaves open. */

import { type ComponentType, useMemo } from "react";
import { useSettings, useView } from "../../../../app/runtime/runtime-context.ts";
import { methods } from "../../../../methods/index.ts";
import { type ControlGroup, controlAt, controlGroups } from "../../../../runtime/controls.ts";
import type { MethodInfo } from "../../../../runtime/method.ts";
import { nearestPreset } from "../../../../session/presets.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { groupWords } from "../../../../ui-kit/text/controls.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { useAllProblems } from "../../../../ui-kit/use-all-problems.ts";
import { ControlField } from "./ControlField.tsx";
import sheet from "./MethodPanel.module.css";

const css = classes(sheet);

/** Loads the panel with the papers' open choices, which ships with the methods' code. */
export async function loadMethodControls(): Promise<ComponentType<{ method: MethodInfo }>> {
  const choices = new Map<string, readonly string[]>();
  for (const { id, load } of methods.all) choices.set(id, (await load()).choices);
  return ({ method }) => <MethodControls method={method} choices={choices.get(method.id) ?? []} />;
}

function MethodControls(props: { method: MethodInfo; choices: readonly string[] }) {
  const { method, choices } = props;
  const idle = useIdlePaths(method);
  return (
    <>
      <div className={css("grid")}>
        {controlGroups.map((group) => (
          <Group key={group} group={group} method={method} idle={idle} />
        ))}
      </div>
      {idle.size === 0 ? null : <p className={css("help")}>{methodText.hidden(idle.size)}</p>}
      <div className={css("foot")}>
        <Reset />
        <Prompts />
        <Choices choices={choices} />
      </div>
    </>
  );
}

function useIdlePaths({ controls }: MethodInfo): ReadonlySet<string> {
  const problems = useAllProblems();
  return useMemo(() => {
    const idle = new Set<string>(
      problems.flatMap(({ code, control }) => (code === "no-effect" ? control : [])),
    );
    return new Set(controls.filter((path) => idle.has(path)));
  }, [problems, controls]);
}

function Group(props: { group: ControlGroup; method: MethodInfo; idle: ReadonlySet<string> }) {
  const { group, method, idle } = props;
  const paths = method.controls.filter((path) => {
    const onPath = path === "plan" && method.stages.includes("plan");
    return controlAt(path, method.settings).group === group && !onPath && !idle.has(path);
  });
  if (paths.length === 0) return null;
  const { letter, title, help } = groupWords[group];
  return (
    <fieldset className={css("group")}>
      <legend>
        {letter === "" ? null : (
          <span className={css("letter")} aria-hidden="true">
            {letter}
          </span>
        )}
        {title}
      </legend>
      {help === undefined ? null : <p className={css("help")}>{help}</p>}
      {paths.map((path) => (
        <ControlField key={path} path={path} />
      ))}
    </fieldset>
  );
}

function Choices({ choices }: { choices: readonly string[] }) {
  if (choices.length === 0) return null;
  return (
    <details className={css("choices")}>
      <summary>{methodText.openQuestions}</summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice}>{choice}</li>
        ))}
      </ul>
    </details>
  );
}

function Prompts() {
  const open = useView((state) => state.open);
  const changed = useSettings((state) => Object.keys(state.run.prompts ?? {}).length);
  return (
    <TextButton onClick={() => open("prompts")}>
      {changed === 0 ? methodText.prompts : methodText.promptsChanged(changed)}
    </TextButton>
  );
}

/** Keeps the stage switches and resets the rest to their preset, or else to the first preset. */
function Reset() {
  const run = useSettings((state) => state.run);
  const changeRun = useSettings((state) => state.changeRun);
  const { plan, solve, summarise } = run;
  const preset = nearestPreset(run);
  if (preset === null) return null;
  return (
    <TextButton onClick={() => changeRun({ ...preset.settings, plan, solve, summarise })}>
      {methodText.back}
    </TextButton>
  );
}
