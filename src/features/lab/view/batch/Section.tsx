/** Shared by several Lab views: a section, an error with its fix, a line of problems. */
import { type ReactNode, useId } from "react";
import { paths } from "../../../../app/runtime/routes.ts";
import { useView } from "../../../../app/runtime/runtime-context.ts";
import type { ErrorData } from "../../../../log/errors.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { RecoveryAction } from "../../../../ui-kit/text/error-words.ts";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLabState } from "../lab-context.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";

const css = classes({ ...sheet, ...formSheet });

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css("section")} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={css("sectionBody")}>{children}</div>
    </section>
  );
}

export function LabError() {
  const last = useLabState((state) => state.error);
  const list = useLabState((state) => (state.list.status === "failed" ? state.list.error : null));
  const error = last ?? list;
  return error === null ? null : <ErrorLine error={error} />;
}

export function ErrorLine({ error }: { error: ErrorData }) {
  const { title, body, action } = errorText(error);
  return (
    <div className={css("alarm")} role="alert">
      <p>
        <strong>{title}.</strong> {body}
      </p>
      {error.code === "lab-batch-missing" ? <a href={paths.lab}>{action}</a> : null}
      <SettingsLink wayOn={errorText(error).wayOn} />
    </div>
  );
}

/** The settings section that fixes it; other fixes are the batch's own buttons. */
const settingsOf: Partial<Record<RecoveryAction, keyof typeof words.settings>> = {
  "open-small-settings": "small",
  "open-large-settings": "large",
  "open-caps": "caps",
  "open-library": "library",
  "open-tools": "tools",
  "open-privacy": "privacy",
};

export function SettingsLink({ wayOn }: { wayOn: RecoveryAction }) {
  const openSettings = useView((state) => state.openSettings);
  const part = settingsOf[wayOn];
  if (part === undefined) return null;
  return <Button onClick={() => openSettings(part)}>{words.settings[part]}</Button>;
}

export function RadioRow(props: {
  name: string;
  label: string;
  help: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}) {
  const { name, label, help, checked, disabled = false, onChoose } = props;
  const helpId = useId();
  return (
    <div className={css("choice", disabled && "isDisabled")}>
      <label>
        <input
          type="radio"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={helpId}
          onChange={onChoose}
        />
        {label}
      </label>
      <p id={helpId} className={css("soft")}>
        {help}
      </p>
    </div>
  );
}
