import type { ReactNode } from "react";
import type { SettingsPart } from "../../../app/runtime/view-store.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function Part(props: {
  name: SettingsPart;
  title: string;
  help: string;
  children: ReactNode;
}) {
  const { name, title, help, children } = props;
  return (
    <section
      className={css("part")}
      id={`settings-${name}`}
      aria-labelledby={`settings-${name}-title`}
    >
      <h3 id={`settings-${name}-title`} tabIndex={-1}>
        {title}
      </h3>
      <p className={css("soft")}>{help}</p>
      {children}
    </section>
  );
}
