/** One setting of a method, rendered from its `runtime/controls.ts` entry. */
import type { ReactNode } from "react";
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { Bounds } from "../../../../log/setting-bounds.ts";
import {
  type ControlPath,
  controlAt,
  type OwnSettings,
  readControl,
} from "../../../../runtime/controls.ts";
import { NumberField, RangeField, SelectField, SwitchField } from "../../../../ui-kit/Field.tsx";
import { optionWord, wordsOf } from "../../../../ui-kit/text/controls.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { useAllProblems } from "../../../../ui-kit/use-all-problems.ts";
import { useFacts, useMethod } from "../../../../ui-kit/use-problems.ts";
import { ProblemList } from "./ProblemList.tsx";

const none: OwnSettings = {};

interface FieldOf {
  path: ControlPath;
  own: OwnSettings;
  label: string;
  help: ReactNode;
}

export function ControlField({ path }: { path: ControlPath }) {
  const own = useMethod()?.settings ?? none;
  const words = wordsOf(path, own);
  // "Nothing to decide" is shown once, beside Ask, and not at every setting.
  const problems = useAllProblems().filter(
    ({ control, code }) =>
      control === path && code !== "decide-without-large" && code !== "worth-without-large",
  );
  const control = controlAt(path, own);
  const field: FieldOf = {
    path,
    own,
    label: words.label,
    help:
      problems.length > 0 ? (
        <>
          {words.help}
          <ProblemList problems={problems} />
        </>
      ) : (
        words.help
      ),
  };
  switch (control.kind) {
    case "choice":
      return <ChoiceControl {...field} options={control.options} />;
    case "number":
      return <NumberControl {...field} bounds={control} />;
    case "switch":
      return <SwitchControl {...field} />;
    case "tool":
      return <ToolControl {...field} />;
  }
}

function useControl(path: ControlPath, own: OwnSettings) {
  const value = useSettings((state) => readControl(state.run, path, own));
  const setControl = useSettings((state) => state.setControl);
  return { value, set: (next: string | number | boolean) => setControl(path, next) };
}

function ChoiceControl(props: FieldOf & { options: readonly string[] }) {
  const { path, own, options: values, ...field } = props;
  const { value, set } = useControl(path, own);
  const options = values.map((option) => ({ value: option, label: optionWord(path, option, own) }));
  return <SelectField {...field} value={String(value)} options={options} onChange={set} />;
}

/** A slider for 0 to 1, a text field for counts. */
function NumberControl(props: FieldOf & { bounds: Omit<Bounds, "whole"> }) {
  const { path, own, bounds, ...field } = props;
  const { value, set } = useControl(path, own);
  const { min, max, step } = bounds;
  const Input = max === 1 ? RangeField : NumberField;
  return <Input {...field} value={Number(value)} range={{ min, max, step }} onChange={set} />;
}

function SwitchControl({ path, own, ...field }: FieldOf) {
  const { value, set } = useControl(path, own);
  return <SwitchField {...field} checked={value === true} onChange={set} />;
}

/** The library, none, or a configured service; a missing one stays listed while it is selected. */
function ToolControl({ path, own, ...field }: FieldOf) {
  const { value, set } = useControl(path, own);
  const { tools } = useFacts();
  const chosen = String(value);
  const options = [
    { value: "library", label: methodText.tools.library },
    { value: "none", label: methodText.tools.none },
    ...tools.map(({ id, title }) => ({ value: id, label: title })),
  ];
  if (!options.some((option) => option.value === chosen)) {
    const local: Readonly<Record<string, string>> = methodText.tools;
    const label = local[chosen] ?? methodText.toolMissing(chosen);
    options.push({ value: chosen, label });
  }
  return <SelectField {...field} value={chosen} options={options} onChange={set} />;
}
