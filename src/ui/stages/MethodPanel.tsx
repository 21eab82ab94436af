/**
 * The method's settings, made from what it declares, stage by stage; and where its paper
 * leaves something open. Folded away until wanted.
 */
import { useState } from "react";
import { type ControlGroup, controlGroups, controls } from "../../core/controls.ts";
import type { MethodInfo } from "../../core/method.ts";
import { nearestPreset } from "../../state/presets.ts";
import { TextButton } from "../shared/Button.tsx";
import { useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { groupWords } from "../text/controls-en.ts";
import { text } from "../text/en.ts";
import { methodText } from "../text/method-en.ts";
import { ControlField } from "./ControlField.tsx";
import sheet from "./MethodPanel.module.css";
import { useMethod, useProblems } from "./use-problems.ts";

const css = classes(sheet);

export function MethodPanel() {
  const method = useMethod();
  const [opened, setOpened] = useState(false);
  const errors = useProblems().filter(({ level }) => level === "error").length;
  if (method === null) return null;
  return (
    // Some forty fields that most visits never open are not made before that.
    <details className={css("panel")} onToggle={() => setOpened(true)}>
      <summary>
        {text.stages.advanced}
        {errors > 0 ? (
          <strong className={css("count")}>{methodText.problems(errors)}</strong>
        ) : null}
      </summary>
      {opened ? (
        <>
          <div className={css("grid")}>
            {controlGroups.map((group) => (
              <Group key={group} group={group} method={method} />
            ))}
          </div>
          <div className={css("foot")}>
            <Reset />
            <Choices choices={method.choices} />
          </div>
        </>
      ) : null}
    </details>
  );
}

/** The switches of the signal path are not said twice. */
function Group({ group, method }: { group: ControlGroup; method: MethodInfo }) {
  const paths = method.controls.filter((path) => {
    const onPath = path === "plan" && method.stages.includes("plan");
    return controls[path].group === group && !onPath;
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

function Choices({ choices }: Pick<MethodInfo, "choices">) {
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

/** Keeps the stages as they are and takes everything else from their preset, or else from the first. */
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
