/** One problem in words; a blocking one comes with a fix. */

import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { ControlValue, Place } from "../../../../runtime/controls.ts";
import type { Problem, ProblemCode } from "../../../../runtime/settings-validation.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { fixLabels, problemSentence } from "../../../../ui-kit/text/problems.ts";
import { useMethod } from "../../../../ui-kit/use-problems.ts";
import sheet from "./ProblemNotes.module.css";

const css = classes(sheet);

export function ProblemNote({ problem }: { problem: Problem }) {
  const { level } = problem;
  const method = useMethod();
  return (
    <p className={css("note", level)}>
      <Icon level={level} />
      <span>
        <span className="visually-hidden">{methodText[level]}: </span>
        {problemSentence(problem, method?.settings)}{" "}
        {level === "error" ? <Fix problem={problem} /> : null}
      </span>
    </p>
  );
}

/** Diamond with a stroke: blocks the run. Ring with a dot: a note. */
function Icon({ level }: { level: Problem["level"] }) {
  const isError = level === "error";
  return (
    <svg className={css("icon")} viewBox="-9 -9 18 18" width="16" height="16" aria-hidden="true">
      {isError ? <path d="M0,-8L8,0L0,8L-8,0Z" /> : <circle r="7" />}
      <path className={css("sign")} d={isError ? "M0,-3.6v4.2m0,2.8v0.1" : "M0,-3.2v0.1m0,2.6v4"} />
    </svg>
  );
}

function Fix({ problem }: { problem: Problem }) {
  const setControl = useSettings((state) => state.setControl);
  const setStage = useSettings((state) => state.setStage);
  const fix = fixOf(problem);
  if (fix === null) return null;
  const { place, value, label } = fix;
  function mend(): void {
    if (place !== "solve" && place !== "summarise") setControl(place, value);
    else setStage(place, "small");
  }
  return <TextButton onClick={mend}>{label}</TextButton>;
}

interface FixOf {
  place: Place;
  value: ControlValue;
  label: string;
}

const changes: Partial<Record<ProblemCode, { place: Place; value: ControlValue }>> = {
  "unknown-tool": { place: "source.tool", value: "library" },
  "router-missing": { place: "source.choice", value: "fixed" },
  "router-without-tools": { place: "source.choice", value: "fixed" },
  "price-unknown": { place: "source.choice", value: "best-predicted" },
  "batch-by-encoder": { place: "filter.kind", value: "per-passage" },
  "no-way-to-answer": { place: "fallback.on", value: true },
};

/** Null if no single setting fixes it. */
export function fixOf({ code, control }: Problem): FixOf | null {
  const labels: Partial<Record<ProblemCode, string>> = fixLabels;
  const change = code === "large-missing" ? { place: control, value: "small" } : changes[code];
  const label = labels[code];
  return change === undefined || label === undefined ? null : { ...change, label };
}
